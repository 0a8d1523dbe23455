import { randomUUID } from 'node:crypto';
import { calls } from '@fairlot/contract';
import { describe, expect, it } from 'vitest';
import { accessibilityFindings } from './support/axe.ts';
import type { Mailbox } from './support/mailbox.ts';
import { SESSION_KEY, seen, signInToDemo } from './support/device.ts';
import type { Device } from './support/device.ts';
import { testAppWithMail } from './support/test-app.ts';
import { codeOf } from './support/totp.ts';
import { gone } from './support/gone.ts';

const FIRST = 'a quiet harbour';
const SECOND = 'a new harbour';
const THIRD = 'a third harbour';

describe('a live account', () => {
  const site = testAppWithMail({ FAIRLOT_CODES_PER_HOUR: '0' });
  const newDevice = site.open;

  it.each(['en', 'ar'])(
    'registers with a code from the mailbox, logs out, logs in, and resets a forgotten password (%s)',
    async (language) => {
      const device = await newDevice({ language });
      const email = newAddress(`journey-${language}`);
      await register(device, site.mailbox, email);
      await expect.poll(() => device.page.getByTestId('balance').textContent()).toContain('0.00');
      await logOut(device);
      await logIn(device, email, 'not the harbour');
      await device.page.getByText(device.say('reason.login_failed')).waitFor();
      await logIn(device, email, FIRST);
      await device.page.waitForURL((url) => !url.hash.includes('login'));
      await logOut(device);
      await comeBack(device, site.mailbox, email);
      await device.shot('account');
      expect(device.troubles).toEqual([]);
      await device.context.close();
    },
  );

  it('changes the password and stays signed in, sets up an authenticator and logs in with it, ends another session', async () => {
    const device = await newDevice();
    const other = await newDevice();
    const email = newAddress('careful');
    await register(device, site.mailbox, email);
    await logIn(other, email, FIRST);
    await other.page.waitForURL((url) => !url.hash.includes('login'));
    await changePassword(device, site.mailbox, email);
    // The other device learns of it at once and goes to the login.
    await other.open('/user');
    await other.page.getByRole('button', { name: other.say('login.submit') }).waitFor();
    const [code = '', further = ''] = await setUpAuthenticator(device);
    await logIn(other, email, THIRD);
    const field = other.page.getByRole('textbox', { name: other.say('login.totp') });
    await field.waitFor();
    expect(await accessibilityFindings(other.page)).toEqual([]);
    // A recovery code replaces the code of a lost authenticator.
    await field.fill(code);
    await other.page.getByRole('button', { name: other.say('login.submit') }).click();
    await other.page.waitForURL((url) => !url.hash.includes('login'));
    await endOtherSessions(device, further);
    await other.open('/user');
    await other.page.getByRole('button', { name: other.say('login.submit') }).waitFor();
    await device.context.close();
    await other.context.close();
  });

  it('signing out does not override a navigation that happens during its redirect', async () => {
    const device = await newDevice();
    await signInToDemo(device);
    await device.open('/mine/system');
    await device.page.getByRole('button', { name: device.say('user.logout') }).click();
    await device.page.evaluate(() => {
      // Runs between the change of the address and the render of its screen.
      const replace = history.replaceState.bind(history);
      history.replaceState = (...values) => {
        replace(...values);
        history.replaceState = replace;
        location.hash = '#/login';
      };
    });
    const confirm = device.page.getByRole('alertdialog').getByRole('button', { name: device.say('user.logout') });
    await seen(device.page.getByText(device.say('user.logoutDone')), () => confirm.click());
    await device.page.getByRole('button', { name: device.say('login.submit'), exact: true }).waitFor();
    expect(new URL(device.page.url()).hash).toBe('#/login');
    await device.context.close();
  });

  it('is required of demo users, with an explanation', async () => {
    const device = await newDevice();
    await signInToDemo(device);
    for (const path of ['/mine/password', '/mine/security']) {
      await device.open(path);
      await device.page.getByText(device.say('account.realOnly')).waitFor();
    }
    await device.page.getByRole('button', { name: device.say('account.toRegister') }).click();
    await device.page.waitForURL(/#\/register/);
    expect(await accessibilityFindings(device.page)).toEqual([]);
    await device.context.close();
  });
});

/** Returns a unique address per attempt, because an address can be registered only once. */
const newAddress = (name: string): string => `${name}-${randomUUID().slice(0, 8)}@example.com`;

async function register({ page, say, open }: Device, mailbox: Mailbox, email: string): Promise<void> {
  await open('/register');
  const send = page.getByRole('button', { name: say('account.sendCode') });
  await send.click();
  await page.getByText(say('account.enterEmail')).waitFor();
  await page.getByRole('button', { name: new RegExp(`^${say('account.area')}`) }).click();
  await page.getByRole('searchbox').fill('+49');
  await page.getByRole('dialog').getByRole('listitem').getByRole('button').click();
  await page.getByRole('textbox', { name: say('account.accountEmail') }).fill(email);
  await send.click();
  // The button is disabled for a minute and shows the remaining seconds.
  await page.getByRole('button', { name: /\b(60|[1-5]?\d)\b/, disabled: true }).waitFor();
  const code = await mailbox.nextCode(email);
  await page.getByLabel(say('account.password'), { exact: true }).fill(FIRST);
  await page.getByLabel(say('account.repeatPassword'), { exact: true }).fill(SECOND);
  await page.getByRole('textbox', { name: say('account.code') }).fill(code);
  await page.getByRole('button', { name: say('register.submit') }).click();
  await page.getByText(say('account.inconsistent')).waitFor();
  await page.getByText(say('register.consentMissing')).waitFor();
  await page.getByLabel(say('account.repeatPassword'), { exact: true }).fill(FIRST);
  await page.getByRole('checkbox', { name: say('register.consent') }).check();
  await page.getByRole('button', { name: say('register.submit') }).click();
  await page.waitForURL(/#\/user/);
}

async function logIn({ page, say, open }: Device, email: string, password: string): Promise<void> {
  await open('/login');
  await page.getByRole('textbox', { name: say('account.accountEmail') }).fill(email);
  await page.getByLabel(say('account.password'), { exact: true }).fill(password);
  await page.getByRole('button', { name: say('login.submit'), exact: true }).click();
}

/** All that a page has stored on its device. */
const keptBy = ({ page }: Device): Promise<string> => page.evaluate(() => JSON.stringify(Object.entries(localStorage)));
const tokenOf = async (device: Device): Promise<string> =>
  /\\"token\\":\\"([\w-]+)/.exec(await keptBy(device))?.[1] ?? '';

async function logOut(device: Device): Promise<void> {
  const { page, say, open } = device;
  await open('/mine/system');
  await page.getByRole('button', { name: say('user.logout') }).click();
  const token = await tokenOf(device);
  expect(token).toHaveLength(43);
  const confirm = page.getByRole('alertdialog').getByRole('button', { name: say('user.logout') });
  await seen(page.getByText(say('user.logoutDone')), () => confirm.click());
  await page.waitForURL((url) => url.hash === '#/' || url.hash === '');
  const left = await keptBy(device);
  for (const personal of [token, '@', '"user":{']) expect(left.replaceAll('\\', '')).not.toContain(personal);
}

/** Resets the password with a code, starting from the login screen, and logs in with it. */
async function comeBack(device: Device, mailbox: Mailbox, email: string): Promise<void> {
  const { page, say } = device;
  await device.open('/login');
  await page.getByRole('link', { name: say('login.forgot') }).click();
  await page.getByRole('button', { name: say('forgot.submit') }).click();
  await page.getByText(say('account.fillInAll')).first().waitFor();
  await page.getByRole('textbox', { name: say('account.accountEmail') }).fill(email);
  await page.getByRole('button', { name: say('account.sendCode') }).click();
  await page.getByLabel(say('account.newPassword'), { exact: true }).fill(SECOND);
  await page.getByLabel(say('account.repeatPassword'), { exact: true }).fill(FIRST);
  await page.getByRole('textbox', { name: say('account.code') }).fill(await mailbox.nextCode(email));
  await page.getByRole('button', { name: say('forgot.submit') }).click();
  await page.getByText(say('account.notEqual')).waitFor();
  await page.getByLabel(say('account.repeatPassword'), { exact: true }).fill(SECOND);
  await page.getByRole('button', { name: say('forgot.submit') }).click();
  await page.waitForURL(/#\/login/);
  await logIn(device, email, SECOND);
  await page.waitForURL((url) => !url.hash.includes('login'));
}

async function changePassword(device: Device, mailbox: Mailbox, email: string): Promise<void> {
  const { page, say } = device;
  await device.open('/mine/password');
  await page.getByLabel(say('account.oldPassword'), { exact: true }).fill(SECOND);
  await page.getByRole('button', { name: say('account.sendCode') }).click();
  await page.getByLabel(say('account.newPassword'), { exact: true }).fill(THIRD);
  await page.getByLabel(say('account.repeatPassword'), { exact: true }).fill(THIRD);
  await page.getByRole('textbox', { name: say('account.code') }).fill(await mailbox.nextCode(email));
  const submit = page.getByRole('button', { name: say('password.submit') });
  await seen(page.getByText(say('reason.old_password_wrong')), () => submit.click());
  await page.getByLabel(say('account.oldPassword'), { exact: true }).fill(FIRST);
  // Another window hears that the former session has ended before this one has its answer.
  const window = await device.context.newPage();
  await window.goto(`${new URL(page.url()).origin}/#/user`);
  await window.getByText(say('connection.live'), { exact: true }).waitFor();
  // An answer that comes after the user has gone elsewhere does not lead away from there.
  let answer: (() => void) | undefined;
  const left = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(`**${calls.amendPassword.path}`, async (route) => {
    await left;
    const response = await route.fetch();
    await expect.poll(() => tokenOf(device)).toBe('');
    await route.fulfill({ response });
  });
  const former = await tokenOf(device);
  await submit.click();
  await device.open('/language');
  expect(await tokenOf(device)).toBe(former);
  answer?.();
  await expect.poll(async () => ['', former].includes(await tokenOf(device))).toBe(false);
  expect(await page.evaluate((key) => localStorage.getItem(key), SESSION_KEY)).toContain('"user":{');
  expect(new URL(page.url()).hash).toBe('#/language');
  await window.close();
  await device.open('/user');
  await page.getByText(say('connection.live'), { exact: true }).waitFor();
}

/** Sets an authenticator up and returns its recovery codes. */
async function setUpAuthenticator({ page, say, open, shot }: Device): Promise<readonly string[]> {
  await open('/mine/security');
  await page.getByRole('button', { name: say('security.setUp') }).click();
  await page.getByLabel(say('account.password'), { exact: true }).fill(THIRD);
  await page.getByRole('button', { name: say('security.next') }).click();
  const key = ((await page.getByRole('dialog').locator('bdi').textContent()) ?? '').replaceAll(' ', '');
  await page.getByRole('textbox', { name: say('security.confirmCode') }).fill(codeOf(key));
  await page.getByRole('button', { name: say('security.confirm') }).click();
  await page.getByRole('button', { name: say('security.kept') }).waitFor();
  expect(await accessibilityFindings(page)).toEqual([]);
  const codes = await page.locator('[data-recovery-codes] li').allTextContents();
  expect(codes.length).toBe(10);
  await shot('recovery-codes');
  await page.getByRole('button', { name: say('security.kept') }).click();
  await gone(page.getByRole('dialog'));
  await page.getByText(say('security.authenticatorOn')).waitFor();
  await page.getByText(say('security.codesLeft', { value: '10' })).waitFor();
  await shot('security');
  return codes;
}

async function endOtherSessions({ page, say, open }: Device, code: string): Promise<void> {
  await open('/mine/security');
  await page.reload();
  await page.getByRole('button', { name: say('security.endOthers') }).click();
  const sheet = page.getByRole('dialog');
  await sheet.getByLabel(say('security.codeOrRecovery')).fill(code);
  await sheet.getByRole('button', { name: say('security.endOthers') }).click();
  await sheet.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: say('security.endOthers') }).waitFor({ state: 'detached' });
}
