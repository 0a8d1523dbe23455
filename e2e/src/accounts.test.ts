import { createHmac, randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { accessibilityFindings } from './support/axe.ts';
import type { Mailbox } from './support/mailbox.ts';
import { signInToDemo } from './support/phone.ts';
import type { Phone } from './support/phone.ts';
import { mailStage } from './support/stage.ts';

const FIRST = 'a quiet harbour';
const SECOND = 'a new harbour';
const THIRD = 'a third harbour';

describe('an account of one’s own', () => {
  const site = mailStage({ FAIRLOT_CODES_PER_HOUR: '0' });
  const newPhone = site.open;

  it.each(['en', 'ar'])(
    'register with a code from the mailbox, log out, log in, forget the password and come back (%s)',
    async (language) => {
      const phone = await newPhone({ language });
      const email = newAddress(`journey-${language}`);
      await register(phone, site.mailbox, email);
      expect(await phone.page.getByTestId('balance').textContent()).toContain('0.00');
      await logOut(phone);
      await logIn(phone, email, 'not the harbour');
      await phone.page.getByText(phone.say('reason.login_failed')).waitFor();
      await logIn(phone, email, FIRST);
      await phone.page.waitForURL((url) => !url.hash.includes('login'));
      await logOut(phone);
      await comeBack(phone, site.mailbox, email);
      await phone.shot('account');
      expect(phone.troubles).toEqual([]);
      await phone.context.close();
    },
  );

  it('change the password and stay, set an authenticator up and log in with it, end a session elsewhere', async () => {
    const phone = await newPhone();
    const other = await newPhone();
    const email = newAddress('careful');
    await register(phone, site.mailbox, email);
    await logIn(other, email, FIRST);
    await other.page.waitForURL((url) => !url.hash.includes('login'));
    await changePassword(phone, site.mailbox, email);
    // The other device is told at once, and sent to the login.
    await other.open('/user');
    await other.page.getByRole('button', { name: other.say('login.submit') }).waitFor();
    const [code = ''] = await setUpAuthenticator(phone);
    await logIn(other, email, THIRD);
    const field = other.page.getByRole('textbox', { name: other.say('login.totp') });
    await field.waitFor();
    expect(await accessibilityFindings(other.page)).toEqual([]);
    // As on the day on which the app is gone: a recovery code takes its place.
    await field.fill(code);
    await other.page.getByRole('button', { name: other.say('login.submit') }).click();
    await other.page.waitForURL((url) => !url.hash.includes('login'));
    await endOtherSessions(phone);
    await other.open('/user');
    await other.page.getByRole('button', { name: other.say('login.submit') }).waitFor();
    await phone.context.close();
    await other.context.close();
  });

  it('is left without being held: who goes elsewhere while the page leads home stays there', async () => {
    const phone = await newPhone();
    await signInToDemo(phone);
    await phone.open('/mine/system');
    await phone.page.getByRole('button', { name: phone.say('user.logout') }).click();
    await phone.page.evaluate(() => {
      // The moment between the new address and the screen that belongs to it.
      const replace = history.replaceState.bind(history);
      history.replaceState = (...values) => {
        replace(...values);
        history.replaceState = replace;
        location.hash = '#/login';
      };
    });
    await phone.page
      .getByRole('alertdialog')
      .getByRole('button', { name: phone.say('user.logout') })
      .click();
    await phone.page.getByText(phone.say('user.logoutDone')).waitFor();
    await phone.page.getByRole('button', { name: phone.say('login.submit'), exact: true }).waitFor();
    expect(new URL(phone.page.url()).hash).toBe('#/login');
    await phone.context.close();
  });

  it('is asked of demo users, who read why', async () => {
    const phone = await newPhone();
    await signInToDemo(phone);
    for (const path of ['/mine/password', '/mine/security']) {
      await phone.open(path);
      await phone.page.getByText(phone.say('account.realOnly')).waitFor();
    }
    await phone.page.getByRole('button', { name: phone.say('account.toRegister') }).click();
    await phone.page.waitForURL(/#\/register/);
    expect(await accessibilityFindings(phone.page)).toEqual([]);
    await phone.context.close();
  });
});

/** An address of its own for every attempt: one that was registered before a failure could not be registered again. */
const newAddress = (name: string): string => `${name}-${randomUUID().slice(0, 8)}@example.com`;

async function register({ page, say, open }: Phone, mailbox: Mailbox, email: string): Promise<void> {
  await open('/register');
  const send = page.getByRole('button', { name: say('account.sendCode') });
  await send.click();
  await page.getByText(say('account.enterEmail')).waitFor();
  await page.getByRole('button', { name: new RegExp(`^${say('account.area')}`) }).click();
  await page.getByRole('searchbox').fill('+49');
  await page.getByRole('dialog').getByRole('listitem').getByRole('button').click();
  await page.getByRole('textbox', { name: say('account.accountEmail') }).fill(email);
  await send.click();
  // The button rests for a minute, and says for how long.
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

async function logIn({ page, say, open }: Phone, email: string, password: string): Promise<void> {
  await open('/login');
  await page.getByRole('textbox', { name: say('account.accountEmail') }).fill(email);
  await page.getByLabel(say('account.password'), { exact: true }).fill(password);
  await page.getByRole('button', { name: say('login.submit'), exact: true }).click();
}

async function logOut({ page, say, open }: Phone): Promise<void> {
  await open('/mine/system');
  await page.getByRole('button', { name: say('user.logout') }).click();
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: say('user.logout') })
    .click();
  await page.getByText(say('user.logoutDone')).waitFor();
  await page.waitForURL((url) => url.hash === '#/' || url.hash === '');
}

/** Sets a new password with a code, from the login screen on, and logs in with it. */
async function comeBack(phone: Phone, mailbox: Mailbox, email: string): Promise<void> {
  const { page, say } = phone;
  await phone.open('/login');
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
  await logIn(phone, email, SECOND);
  await page.waitForURL((url) => !url.hash.includes('login'));
}

async function changePassword(phone: Phone, mailbox: Mailbox, email: string): Promise<void> {
  const { page, say } = phone;
  await phone.open('/mine/password');
  await page.getByRole('button', { name: say('account.sendCode') }).click();
  await page.getByLabel(say('account.newPassword'), { exact: true }).fill(THIRD);
  await page.getByLabel(say('account.repeatPassword'), { exact: true }).fill(THIRD);
  await page.getByRole('textbox', { name: say('account.code') }).fill(await mailbox.nextCode(email));
  await page.getByRole('button', { name: say('password.submit') }).click();
  await page.waitForURL(/#\/user/);
  await page.getByText(say('connection.live'), { exact: true }).waitFor();
}

/** Returns the key that the authenticator would keep. */
/** Sets an authenticator up and keeps the recovery codes. */
async function setUpAuthenticator({ page, say, open, shot }: Phone): Promise<readonly string[]> {
  await open('/mine/security');
  await page.getByRole('button', { name: say('security.setUp') }).click();
  await page.getByLabel(say('account.password'), { exact: true }).fill(THIRD);
  await page.getByRole('button', { name: say('security.next') }).click();
  const key = ((await page.getByRole('dialog').locator('bdi').textContent()) ?? '').replaceAll(' ', '');
  await page
    .getByRole('textbox', { name: say('security.confirmCode') })
    .fill(codeOf(key, Math.floor(Date.now() / 30_000)));
  await page.getByRole('button', { name: say('security.confirm') }).click();
  await page.getByRole('button', { name: say('security.kept') }).waitFor();
  expect(await accessibilityFindings(page)).toEqual([]);
  const codes = await page.locator('[data-recovery-codes] li').allTextContents();
  expect(codes.length).toBe(10);
  await shot('recovery-codes');
  await page.getByRole('button', { name: say('security.kept') }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByText(say('security.authenticatorOn')).waitFor();
  await page.getByText(say('security.codesLeft', { value: '10' })).waitFor();
  await shot('security');
  return codes;
}

async function endOtherSessions({ page, say, open }: Phone): Promise<void> {
  await open('/mine/security');
  await page.reload();
  await page.getByRole('button', { name: say('security.endOthers') }).click();
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: say('security.endOthers') })
    .click();
  await page.getByRole('alertdialog').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: say('security.endOthers') }).waitFor({ state: 'detached' });
}

/** RFC 6238, as an authenticator computes it. */
function codeOf(key: string, step: number): string {
  const bits = Array.from(key, (letter) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
  ).join('');
  const secret = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const digest = createHmac('sha1', secret).update(counter).digest();
  const number = digest.readUInt32BE((digest.at(-1) ?? 0) & 0xf) & 0x7fff_ffff;
  return String(number % 1_000_000).padStart(6, '0');
}
