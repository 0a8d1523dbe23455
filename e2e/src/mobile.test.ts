import { beforeAll, describe, expect, it } from 'vitest';
import { accessibilityFindings } from './support/axe.ts';
import type { Device } from './support/device.ts';
import { StaffClient } from './support/staff-client.ts';
import { testApp } from './support/test-app.ts';
import { gone } from './support/gone.ts';

const FIRST = 'a quiet harbour';
const SECOND = 'a new harbour';
/** Typed as people in Germany do, and the recipient that it stands for. */
const LOCAL = '0151 23456789';
const NUMBER = '+4915123456789';
const OTHER_LOCAL = '0151 23456788';
const OTHER_NUMBER = '+4915123456788';

describe('an account with a mobile number alone', () => {
  const site = testApp(() => ({ FAIRLOT_CODES_PER_HOUR: '0' }));
  let root: StaffClient;

  beforeAll(async () => {
    root = await StaffClient.setUp(site.fairlot.url, await site.fairlot.setUpUrl(), 'root');
  });

  async function change(values: Readonly<Record<string, unknown>>): Promise<void> {
    const { version } = await root.call('siteSettings');
    await root.call('changeSiteSettings', { version, values });
  }

  /** Reads the latest code in the outbox, as an administrator does where no SMS sender is configured. */
  async function nextCode(recipient: string, template: string): Promise<string> {
    const newest = async () =>
      (await root.call('officeOutbox', { recipient })).list.find((message) => message.template === template);
    await expect.poll(newest).toMatchObject({ channel: 'sms', state: 'held' });
    const { body } = await root.call('officeOutboxMessage', { id: (await newest())?.id ?? 0 });
    return /\b\d{6}\b/.exec(body ?? '')?.[0] ?? '';
  }

  async function register(device: Device, local: string, number: string): Promise<void> {
    const { page, say } = device;
    await chooseGermany(device);
    await page.getByRole('textbox', { name: say('account.accountMobile') }).fill(local);
    await page.getByRole('button', { name: say('account.sendCode') }).click();
    await page.getByRole('button', { name: /\b(60|[1-5]?\d)\b/, disabled: true }).waitFor();
    await page.getByLabel(say('account.password'), { exact: true }).fill(FIRST);
    await page.getByLabel(say('account.repeatPassword'), { exact: true }).fill(FIRST);
    await page.getByRole('textbox', { name: say('account.code') }).fill(await nextCode(number, 'code_register'));
    await page.getByRole('checkbox', { name: say('register.consent') }).check();
    await page.getByRole('button', { name: say('register.submit') }).click();
    await page.waitForURL(/#\/user/);
  }

  it('registers and logs in by number; logs in and sets a new password also when the operator hides the option', async () => {
    await change({ is_show_mobile: true });
    const first = await site.open();
    await first.open('/register');
    await first.page.getByRole('radio', { name: first.say('account.mobile') }).click();
    await register(first, LOCAL, NUMBER);
    await expect.poll(() => first.page.getByTestId('balance').textContent()).toContain('0.00');
    expect(first.troubles).toEqual([]);
    await first.context.close();

    const again = await site.open();
    await again.open('/login');
    await again.page.getByRole('radio', { name: again.say('account.mobile') }).click();
    await logIn(again, FIRST);
    await again.open('/user');
    await again.page.getByText(NUMBER).waitFor();
    await again.context.close();

    await change({ is_show_mobile: false });
    const device = await site.open();
    const { page, say } = device;
    await device.open('/login');
    const useMobile = page.getByRole('button', { name: say('account.useMobile') });
    await useMobile.waitFor();
    await expect.poll(() => page.getByRole('radio').count()).toBe(0);
    expect(await accessibilityFindings(page)).toEqual([]);
    await device.shot('login-mobile-hidden');
    await useMobile.click();
    await device.shot('login-by-mobile');
    await logIn(device, FIRST);
    await device.context.close();

    const forgetful = await site.open();
    await forgetful.open('/forgot');
    await forgetful.page.getByRole('button', { name: say('account.useMobile') }).click();
    await chooseGermany(forgetful);
    await forgetful.page.getByRole('textbox', { name: say('account.accountMobile') }).fill(LOCAL);
    await forgetful.page.getByRole('button', { name: say('account.sendCode') }).click();
    await forgetful.page.getByLabel(say('account.newPassword'), { exact: true }).fill(SECOND);
    await forgetful.page.getByLabel(say('account.repeatPassword'), { exact: true }).fill(SECOND);
    const code = await nextCode(NUMBER, 'code_reset');
    await forgetful.page.getByRole('textbox', { name: say('account.code') }).fill(code);
    await forgetful.page.getByRole('button', { name: say('forgot.submit') }).click();
    await forgetful.page.waitForURL(/#\/login/);
    await forgetful.page.getByRole('button', { name: say('account.useMobile') }).click();
    await logIn(forgetful, SECOND);
    await forgetful.context.close();
  });

  it('is the only one that can be registered where the operator accepts mobile numbers alone', async () => {
    await change({ is_show_mobile: false, verify_reg_type: 1 });
    const device = await site.open();
    await device.open('/register');
    await device.page.getByRole('textbox', { name: device.say('account.accountMobile') }).waitFor();
    expect(await device.page.getByRole('textbox', { name: device.say('account.accountEmail') }).count()).toBe(0);
    expect(await device.page.getByRole('button', { name: device.say('account.useEmail') }).count()).toBe(0);
    await device.page.getByText(device.say('account.mobileRisk')).waitFor();
    await device.shot('register-mobile-only');
    await register(device, OTHER_LOCAL, OTHER_NUMBER);
    await device.context.close();
  });

  it('cannot be registered where the operator accepts email alone, even with the option shown', async () => {
    await change({ is_show_mobile: true, verify_reg_type: 2 });
    const device = await site.open();
    const { page, say } = device;
    // Registering is entered from the login, where the setting has arrived: both types are there.
    await device.open('/login');
    await page.getByRole('radio', { name: say('account.mobile') }).waitFor();
    await page.getByRole('link', { name: say('login.register') }).click();
    await page.getByRole('textbox', { name: say('account.accountEmail') }).waitFor();
    await page.getByRole('button', { name: say('register.submit') }).waitFor();
    expect(await page.getByRole('radio').count()).toBe(0);
    expect(await page.getByRole('button', { name: say('account.useMobile') }).count()).toBe(0);
    await device.context.close();
  });
});

async function chooseGermany({ page, say }: Device): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`^${say('account.area')}`) }).click();
  await page.getByRole('searchbox').fill('+49');
  await page.getByRole('dialog').getByRole('listitem').getByRole('button').click();
  await gone(page.getByRole('dialog'));
}

/** Fills the login form, whose fields are those of a mobile number already. */
async function logIn(device: Device, password: string): Promise<void> {
  const { page, say } = device;
  await chooseGermany(device);
  await page.getByRole('textbox', { name: say('account.accountMobile') }).fill(LOCAL);
  await page.getByLabel(say('account.password'), { exact: true }).fill(password);
  await page.getByRole('button', { name: say('login.submit'), exact: true }).click();
  await page.waitForURL((url) => !url.hash.includes('login'));
}
