import { randomUUID } from 'node:crypto';
import { CODES, calls } from '@fairlot/contract';
import { describe, expect, it } from 'vitest';
import { CUSTOMER_PASSWORD, CustomerClient } from './support/customer-client.ts';
import { SESSION_KEY, keepSession, seen, signInToDemo } from './support/device.ts';
import type { Device } from './support/device.ts';
import { testAppWithMail } from './support/test-app.ts';

const KEPT_KEY = 'fairlot.keptSession';

describe('a sign-in that is answered late', () => {
  const site = testAppWithMail({ FAIRLOT_CODES_PER_HOUR: '0' });

  it('leaves the demo that was begun meanwhile as it is, and one tap leads to its account', async () => {
    const email = await newCustomer();
    const device = await openPatient();
    const { page, say } = device;
    const login = hold(device, 'login');
    await sendLogin(device, email);
    await login.decided;
    await page.getByRole('button', { name: say('login.demo') }).click();
    await page.waitForURL((url) => !url.hash.includes('login'));
    await device.open('/feedback');
    await mark(device);
    const demo = await stored(device, SESSION_KEY);
    login.release();
    await expect.poll(() => stored(device, KEPT_KEY)).toContain('"is_demo":0');
    expect(await stored(device, SESSION_KEY)).toBe(demo);
    expect(await isMarked(device)).toBe(true);
    expect(new URL(page.url()).hash).toBe('#/feedback');
    await device.open('/user');
    await choose(device, 'rank.realAccount');
    await page.getByText(email).waitFor();
    expect(device.troubles).toEqual([]);
    await device.context.close();
  });

  it('leaves the real account that was begun meanwhile as it is, and the device knows its demo account', async () => {
    const email = await newCustomer();
    const device = await openPatient();
    const { page, say } = device;
    const demo = hold(device, 'createDemo');
    await device.open('/login');
    await page.getByRole('button', { name: say('login.demo') }).click();
    await demo.decided;
    await sendLogin(device, email);
    await page.waitForURL((url) => !url.hash.includes('login'));
    await device.open('/user');
    await mark(device);
    demo.release();
    await expect.poll(() => stored(device, KEPT_KEY)).toContain('"is_demo":1');
    expect(await isMarked(device)).toBe(true);
    await page.getByText(email).waitFor();
    const { user, demoId } = JSON.parse(await stored(device, SESSION_KEY)) as Stored;
    expect(user.is_demo).toBe(0);
    expect(demoId).toMatch(/^[\w-]+$/);
    expect(device.troubles).toEqual([]);
    await device.context.close();
  });

  it('is signed out at the server when another account of its kind is in use', async () => {
    const [first, second] = [await newCustomer(), await newCustomer()];
    const device = await openPatient();
    const { page } = device;
    const login = hold(device, 'login');
    await sendLogin(device, first);
    const token = await login.decided;
    await device.open('/');
    await sendLogin(device, second);
    await page.waitForURL((url) => !url.hash.includes('login'));
    await device.open('/user');
    await page.getByText(second).waitFor();
    await mark(device);
    login.release();
    await expect.poll(() => isAlive(token)).toBe(false);
    expect(await isMarked(device)).toBe(true);
    await page.getByText(second).waitFor();
    expect(await stored(device, KEPT_KEY)).toBe('');
    expect(device.troubles).toEqual([]);
    await device.context.close();
  });

  it('does not forget the demo account of another window when it is refused', async () => {
    const device = await openPatient();
    const { page, say } = device;
    await keepSession(device, JSON.stringify({ token: null, user: null, demoId: 'retired' }));
    const refused = latch();
    const asked = latch();
    await page.route(`**${calls.createDemo.path}`, async (route) => {
      asked.open();
      await refused.opened;
      await route.fulfill({ json: { code: CODES.demo_retired, reason: 'demo_retired', msg: 'retired', data: {} } });
    });
    await device.open('/login');
    await page.getByRole('button', { name: say('login.demo') }).click();
    await asked.opened;
    const window = await device.context.newPage();
    await window.goto(`${site.fairlot.url}/#/login`);
    await window.getByRole('button', { name: say('login.demo') }).click();
    await window.waitForURL((url) => !url.hash.includes('login'));
    const { demoId } = JSON.parse(await stored(device, SESSION_KEY)) as Stored;
    await seen(page.getByText('retired', { exact: true }), async () => refused.open());
    expect(demoId).toHaveLength(43);
    expect((JSON.parse(await stored(device, SESSION_KEY)) as Stored).demoId).toBe(demoId);
    await device.context.close();
  });

  it('does not matter to a sign-out, which leads to the other account before the server has answered', async () => {
    const email = await newCustomer();
    const device = await openPatient();
    const { page, say } = device;
    await sendLogin(device, email);
    await page.waitForURL((url) => !url.hash.includes('login'));
    await mark(device);
    await signInToDemo(device);
    // The other account loads the page again.
    await page.waitForFunction(() => !document.documentElement.hasAttribute('data-same'));
    const { token } = JSON.parse(await stored(device, SESSION_KEY)) as Stored;
    await device.open('/mine/system');
    await page.getByRole('button', { name: say('user.logout') }).click();
    const logout = latch();
    await page.route(`**${calls.logout.path}`, async (route) => {
      await logout.opened;
      await route.continue();
    });
    // The frame around the screens of the account that is left.
    await page.locator('main').evaluate((main) => main.setAttribute('data-left', ''));
    const confirm = page.getByRole('alertdialog').getByRole('button', { name: say('user.logout') });
    await seen(page.getByText(say('user.logoutDone')), () => confirm.click());
    await page.getByText(email).waitFor();
    expect(new URL(page.url()).hash).toBe('#/user');
    expect(await page.locator('[data-left]').count()).toBe(0);
    expect(await stored(device, KEPT_KEY)).toBe('');
    expect(await isAlive(token)).toBe(true);
    logout.open();
    await expect.poll(() => isAlive(token)).toBe(false);
    await page.getByText(email).waitFor();
    expect(device.troubles).toEqual([]);
    await device.context.close();
  });

  /** A device on which no call times out, so that a screen which waits for an answer is never left. */
  async function openPatient(): Promise<Device> {
    const device = await site.open();
    await device.page.addInitScript(() => {
      const later = setTimeout.bind(window) as (work: TimerHandler, time?: number) => number;
      const limited = (work: TimerHandler, time?: number): number => (time === 15_000 ? 0 : later(work, time));
      window.setTimeout = limited as typeof setTimeout;
    });
    return device;
  }

  async function newCustomer(): Promise<string> {
    const email = `late-${randomUUID().slice(0, 8)}@example.com`;
    await new CustomerClient(site.fairlot.url).register(email, () => site.mailbox.nextCode(email));
    return email;
  }

  /** True if the server knows the session of the token. */
  async function isAlive(token: string): Promise<boolean> {
    const answer = await fetch(site.fairlot.url + calls.userInfo.path, { headers: { authorization: token } });
    return ((await answer.json()) as { readonly code: number }).code === 1;
  }
});

/** The session as the page stores it. */
interface Stored {
  readonly token: string;
  readonly user: { readonly is_demo: number };
  readonly demoId: string | null;
}

const stored = ({ page }: Device, key: string): Promise<string> =>
  page.evaluate((name) => localStorage.getItem(name) ?? '', key);

interface Latch {
  readonly opened: Promise<void>;
  readonly open: () => void;
}

/** Something to wait for until it is opened. */
function latch(): Latch {
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

/** Holds back the answer of the page's next sign-in until it is released. Later ones are answered at once. */
function hold({ page }: Device, name: 'login' | 'createDemo'): Held {
  const released = latch();
  const decided = new Promise<string>((resolve) => {
    void page.route(
      `**${calls[name].path}`,
      async (route) => {
        const response = await route.fetch();
        resolve(((await response.json()) as { readonly data: Stored }).data.token);
        await released.opened;
        await route.fulfill({ response });
      },
      { times: 1 },
    );
  });
  return { decided, release: released.open };
}

/** Marks the page, so that a test sees whether it was loaded again. */
const mark = ({ page }: Device): Promise<void> =>
  page.evaluate(() => document.documentElement.setAttribute('data-same', ''));
const isMarked = ({ page }: Device): Promise<boolean> =>
  page.evaluate(() => document.documentElement.hasAttribute('data-same'));

async function choose({ page, say }: Device, key: string): Promise<void> {
  await page
    .getByRole('radio', { name: say(key) })
    .filter({ visible: true })
    .click();
}

async function sendLogin({ page, say, open }: Device, email: string): Promise<void> {
  await open('/login');
  await page.getByRole('textbox', { name: say('account.accountEmail') }).fill(email);
  await page.getByLabel(say('account.password'), { exact: true }).fill(CUSTOMER_PASSWORD);
  await page.getByRole('button', { name: say('login.submit'), exact: true }).click();
}
