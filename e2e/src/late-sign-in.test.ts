import { randomUUID } from 'node:crypto';
import { CODES, calls } from '@fairlot/contract';
import { describe, expect, it } from 'vitest';
import { CustomerClient } from './support/customer-client.ts';
import { SESSION_KEY, keepSession, seen, signInToDemo } from './support/device.ts';
import type { Device } from './support/device.ts';
import {
  KEPT_KEY,
  choose,
  hold,
  isMarked,
  latch,
  loadedAgain,
  makePatient,
  mark,
  sendLogin,
  sendRegistration,
  stored,
} from './support/late-answers.ts';
import type { StoredSession } from './support/late-answers.ts';
import { testAppWithMail } from './support/test-app.ts';

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
    const { user, demoId } = JSON.parse(await stored(device, SESSION_KEY)) as StoredSession;
    expect(user.is_demo).toBe(0);
    expect(demoId).toMatch(/^[\w-]+$/);
    expect(device.troubles).toEqual([]);
    await device.context.close();
  });

  it('counts although the former session ends by itself meanwhile', async () => {
    const email = await newCustomer();
    const device = await openPatient();
    const { page } = device;
    await signInToDemo(device);
    const demo = JSON.parse(await stored(device, SESSION_KEY)) as StoredSession;
    const login = hold(device, 'login');
    await sendLogin(device, email);
    const token = await login.decided;
    await logOutElsewhere(demo.token);
    await expect.poll(() => stored(device, SESSION_KEY)).toContain('"token":null');
    login.release();
    await expect.poll(() => stored(device, SESSION_KEY)).toContain(token);
    await page.waitForURL((url) => !url.hash.includes('login'));
    await device.open('/user');
    await page.getByText(email).waitFor();
    expect(device.troubles).toEqual([]);
    await device.context.close();
  });

  it('ends the kept session whose place it takes', async () => {
    const [first, second] = [await newCustomer(), await newCustomer()];
    const device = await openPatient();
    const { page } = device;
    await sendLogin(device, first);
    await page.waitForURL((url) => !url.hash.includes('login'));
    const { token } = JSON.parse(await stored(device, SESSION_KEY)) as StoredSession;
    await mark(device);
    await signInToDemo(device);
    await expect.poll(() => stored(device, KEPT_KEY)).toContain(token);
    await loadedAgain(device);
    await mark(device);
    await sendLogin(device, second);
    await expect.poll(() => isAlive(token)).toBe(false);
    await loadedAgain(device);
    await device.open('/user');
    await page.getByText(second).waitFor();
    for (const key of [SESSION_KEY, KEPT_KEY])
      expect(await isAlive((JSON.parse(await stored(device, key)) as StoredSession).token)).toBe(true);
    await device.context.close();
  });

  it('keeps the account of a registration while the demo that was begun meanwhile is in use', async () => {
    const device = await openPatient();
    const { page } = device;
    const email = newAddress();
    const registration = hold(device, 'register');
    await sendRegistration(device, email, () => site.mailbox.nextCode(email));
    await registration.decided;
    await signInToDemo(device);
    const demo = await stored(device, SESSION_KEY);
    await device.open('/user');
    await mark(device);
    registration.release();
    await expect.poll(() => stored(device, KEPT_KEY)).toContain('"is_demo":0');
    expect(await stored(device, SESSION_KEY)).toBe(demo);
    expect(await isMarked(device)).toBe(true);
    await choose(device, 'rank.realAccount');
    await page.getByText(email).waitFor();
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
    const { demoId } = JSON.parse(await stored(device, SESSION_KEY)) as StoredSession;
    await seen(page.getByText('retired', { exact: true }), async () => refused.open());
    expect(demoId).toHaveLength(43);
    expect((JSON.parse(await stored(device, SESSION_KEY)) as StoredSession).demoId).toBe(demoId);
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
    await loadedAgain(device);
    const { token } = JSON.parse(await stored(device, SESSION_KEY)) as StoredSession;
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
    await makePatient(device);
    return device;
  }

  async function newCustomer(): Promise<string> {
    const email = newAddress();
    await new CustomerClient(site.fairlot.url).register(email, () => site.mailbox.nextCode(email));
    return email;
  }

  /** Ends the session of the token as another device would. */
  async function logOutElsewhere(token: string): Promise<void> {
    const headers = { authorization: token, 'content-type': 'application/json' };
    await fetch(site.fairlot.url + calls.logout.path, { method: 'POST', headers, body: '{}' });
  }

  /** True if the server knows the session of the token. */
  async function isAlive(token: string): Promise<boolean> {
    const answer = await fetch(site.fairlot.url + calls.userInfo.path, { headers: { authorization: token } });
    return ((await answer.json()) as { readonly code: number }).code === 1;
  }
});

const newAddress = (): string => `late-${randomUUID().slice(0, 8)}@example.com`;
