import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { accessibilityFindings } from './support/axe.ts';
import { CUSTOMER_PASSWORD, CustomerClient } from './support/customer-client.ts';
import { SESSION_KEY, openDevice } from './support/device.ts';
import type { Device, DeviceOptions } from './support/device.ts';
import { KEPT_KEY, choose, hold, makePatient, stored } from './support/late-answers.ts';
import { testAppWithMail } from './support/test-app.ts';
import { gone } from './support/gone.ts';

/** Storage key with which the page keeps the browser's own offer of passkeys. */
const OFFERED = 'test.offered';

describe('passkeys', () => {
  const site = testAppWithMail({ FAIRLOT_CODES_PER_HOUR: '0' });

  /** A device with an authenticator of its own. Browsers have no passkeys for addresses without a name. */
  async function openWithAuthenticator(options: DeviceOptions): Promise<Device> {
    const device = await openDevice(site.browser, site.fairlot.url.replace('127.0.0.1', 'localhost'), options);
    const session = await device.context.newCDPSession(device.page);
    await session.send('WebAuthn.enable');
    await session.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    return device;
  }

  it.each([
    { language: 'en', scheme: 'light' },
    { language: 'ar', scheme: 'dark' },
    { language: 'de', scheme: 'light', size: { width: 1280, height: 800 } },
  ] as const)('are added, sign in, replace a code and are removed ($language)', async (options) => {
    const customer = new CustomerClient(site.fairlot.url);
    const email = `owner-${randomUUID()}@example.com`;
    await customer.register(email, () => site.mailbox.nextCode(email));
    const device = await openWithAuthenticator(options);
    const { page, say } = device;
    const name = `${options.language}-`;
    const button = (key: string) => page.getByRole('button', { name: say(key), exact: true });
    const dialog = page.getByRole('dialog');
    const password = dialog.getByLabel(say('account.password'), { exact: true });
    const row = page.getByTestId('passkey');
    // The virtual authenticator answers the browser's own offer at once. Where a step needs a form, there is no offer.
    await page.addInitScript((key) => {
      if (localStorage.getItem(key) === null) PublicKeyCredential.isConditionalMediationAvailable = async () => false;
    }, OFFERED);
    const signIn = async (): Promise<void> => {
      await device.open('/login?from=/mine/security');
      await button('login.passkey').waitFor();
      await page.getByLabel(say('account.accountEmail')).fill(email);
      await page.getByLabel(say('account.password'), { exact: true }).fill(CUSTOMER_PASSWORD);
      await button('login.submit').click();
    };
    // Not while the app runs: a late answer would store its session again.
    const signOut = async (): Promise<void> => {
      await page.goto(new URL('/manifest.json', page.url()).href);
      await page.evaluate((key) => localStorage.removeItem(key), SESSION_KEY);
    };

    await signIn();
    await button('security.passkeyAdd').click();
    await password.fill(CUSTOMER_PASSWORD);
    await dialog.getByLabel(say('security.passkeyName')).fill('Ada’s phone');
    await device.shot(`${name}passkey-add`);
    expect(await accessibilityFindings(page)).toEqual([]);
    await dialog.getByRole('button', { name: say('security.next') }).click();
    await dialog.getByRole('listitem').first().waitFor();
    expect(await dialog.locator('[data-recovery-codes] li').count()).toBe(10);
    await dialog.getByRole('button', { name: say('security.kept') }).click();
    await row.filter({ hasText: 'Ada’s phone' }).waitFor();
    await gone(dialog);
    await device.shot(`${name}passkeys`);
    expect(await accessibilityFindings(page)).toEqual([]);

    // The password alone is not enough any more; the passkey takes the place of a code.
    await signOut();
    await signIn();
    await button('security.passkeyUse').click();
    await page.getByText(say('security.passkeyConfirmed')).waitFor();
    await device.shot(`${name}passkey-login`);
    expect(await accessibilityFindings(page)).toEqual([]);
    await button('login.submit').click();
    await row.waitFor();

    // Signs in without name and password: by the button, and by the browser's own offer.
    await signOut();
    await device.open('/login?from=/mine/security');
    await button('login.passkey').click();
    await row.waitFor();
    await page.evaluate((key) => localStorage.setItem(key, '1'), OFFERED);
    await signOut();
    await device.open('/login?from=/mine/security');
    await row.waitFor();

    await row.getByRole('button', { name: say('security.remove') }).click();
    await password.fill(CUSTOMER_PASSWORD);
    await dialog.getByRole('button', { name: say('security.passkeyUse') }).click();
    await dialog.getByText(say('security.passkeyConfirmed')).waitFor();
    await device.shot(`${name}passkey-remove`);
    await dialog.getByRole('button', { name: say('security.remove') }).click();
    await row.waitFor({ state: 'detached' });
    expect(device.troubles).toEqual([]);
    await device.context.close();
  });

  it('leave the demo that was begun before their answer as it is, and one tap leads to their account', async () => {
    const customer = new CustomerClient(site.fairlot.url);
    const email = `owner-${randomUUID()}@example.com`;
    await customer.register(email, () => site.mailbox.nextCode(email));
    const device = await openWithAuthenticator({});
    await makePatient(device);
    const { page, say } = device;
    const button = (key: string) => page.getByRole('button', { name: say(key), exact: true });
    // The virtual authenticator would answer the browser's own offer at once.
    await page.addInitScript(() => {
      PublicKeyCredential.isConditionalMediationAvailable = async () => false;
    });
    await device.open('/login?from=/mine/security');
    await page.getByLabel(say('account.accountEmail')).fill(email);
    await page.getByLabel(say('account.password'), { exact: true }).fill(CUSTOMER_PASSWORD);
    await button('login.submit').click();
    await button('security.passkeyAdd').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(say('account.password'), { exact: true }).fill(CUSTOMER_PASSWORD);
    await dialog.getByLabel(say('security.passkeyName')).fill('Ada’s phone');
    await dialog.getByRole('button', { name: say('security.next') }).click();
    await dialog.getByRole('button', { name: say('security.kept') }).click();
    await gone(dialog);
    await device.open('/mine/system');
    await button('user.logout').click();
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: say('user.logout') })
      .click();
    await page.waitForURL((url) => url.hash === '#/');

    const passkey = hold(device, 'passkeySignIn');
    await device.open('/login');
    await button('login.passkey').click();
    await passkey.decided;
    await button('login.demo').click();
    await page.waitForURL((url) => !url.hash.includes('login'));
    const demo = await stored(device, SESSION_KEY);
    passkey.release();
    await expect.poll(() => stored(device, KEPT_KEY)).toContain('"is_demo":0');
    expect(await stored(device, SESSION_KEY)).toBe(demo);
    await device.open('/user');
    await choose(device, 'rank.realAccount');
    await page.getByText(email).waitFor();
    expect(device.troubles).toEqual([]);
    await device.context.close();
  });
});
