import { calls } from '@fairlot/contract';
import { CUSTOMER_PASSWORD } from './customer-client.ts';
import type { Device } from './device.ts';

/** Storage key of the kept session. */
export const KEPT_KEY = 'fairlot.keptSession';

/** A session as the page stores it. */
export interface StoredSession {
  readonly token: string;
  readonly user: { readonly is_demo: number };
  readonly demoId: string | null;
}

/** The stored value of a key; empty without one. */
export const stored = ({ page }: Device, key: string): Promise<string> =>
  page.evaluate((name) => localStorage.getItem(name) ?? '', key);

/** Something to wait for until it is opened. */
interface Latch {
  readonly opened: Promise<void>;
  readonly open: () => void;
}

export function latch(): Latch {
  const opener = new EventTarget();
  return {
    opened: new Promise((resolve) => opener.addEventListener('open', () => resolve(), { once: true })),
    open: () => void opener.dispatchEvent(new Event('open')),
  };
}

/** A sign-in whose answer is held back. */
interface Held {
  /** The token of the answer, once the server has decided. */
  readonly decided: Promise<string>;
  /** Gives the page its answer. */
  readonly release: () => void;
}

/**
 * Holds back the answer of the page's next sign-in until it is released. Later ones are answered at once, but still pass
 * here: Playwright may lose a request that is under way when it stops to intercept.
 */
export function hold({ page }: Device, name: 'login' | 'passkeySignIn' | 'register' | 'createDemo'): Held {
  const released = latch();
  let isFirst = true;
  const decided = new Promise<string>((resolve) => {
    void page.route(`**${calls[name].path}`, async (route) => {
      if (!isFirst) return route.fallback();
      isFirst = false;
      const response = await route.fetch({ timeout: 90_000 });
      resolve(((await response.json()) as { readonly data: StoredSession }).data.token);
      await released.opened;
      return route.fulfill({ response });
    });
  });
  return { decided, release: released.open };
}

/** Lets no call of the device time out, so that a screen which waits for an answer is never left. */
export async function makePatient({ page }: Device): Promise<void> {
  await page.addInitScript(() => {
    const later = setTimeout.bind(window) as (work: TimerHandler, time?: number) => number;
    const limited = (work: TimerHandler, time?: number): number => (time === 15_000 ? 0 : later(work, time));
    window.setTimeout = limited as typeof setTimeout;
  });
}

/** Marks the page, so that a test sees whether it was loaded again. */
export const mark = ({ page }: Device): Promise<void> =>
  page.evaluate(() => document.documentElement.setAttribute('data-same', ''));
export const isMarked = ({ page }: Device): Promise<boolean> =>
  page.evaluate(() => document.documentElement.hasAttribute('data-same'));

/** Waits until a marked page was loaded again, as it is for another account: to leave it before that would fail. */
export async function loadedAgain({ page }: Device): Promise<void> {
  await page.waitForFunction(() => document.querySelector('html:not([data-same])') !== null);
}

/** Chooses the account with the text of the key. */
export async function choose({ page, say }: Device, key: string): Promise<void> {
  await page
    .getByRole('radio', { name: say(key) })
    .filter({ visible: true })
    .click();
}

/** Fills in and sends the sign-in of a customer. */
export async function sendLogin({ page, say, open }: Device, email: string): Promise<void> {
  await open('/login');
  await page.getByRole('textbox', { name: say('account.accountEmail') }).fill(email);
  await page.getByLabel(say('account.password'), { exact: true }).fill(CUSTOMER_PASSWORD);
  await page.getByRole('button', { name: say('login.submit'), exact: true }).click();
}

/** Fills in and sends a registration with the code that `readCode` finds. */
export async function sendRegistration(
  { page, say, open }: Device,
  email: string,
  readCode: () => Promise<string>,
): Promise<void> {
  await open('/register');
  await page.getByRole('button', { name: new RegExp(`^${say('account.area')}`) }).click();
  await page.getByRole('searchbox').fill('+49');
  await page.getByRole('dialog').getByRole('listitem').getByRole('button').click();
  await page.getByRole('textbox', { name: say('account.accountEmail') }).fill(email);
  await page.getByRole('button', { name: say('account.sendCode') }).click();
  await page.getByRole('textbox', { name: say('account.code') }).fill(await readCode());
  await page.getByLabel(say('account.password'), { exact: true }).fill(CUSTOMER_PASSWORD);
  await page.getByLabel(say('account.repeatPassword'), { exact: true }).fill(CUSTOMER_PASSWORD);
  await page.getByRole('checkbox', { name: say('register.consent') }).check();
  await page.getByRole('button', { name: say('register.submit') }).click();
}
