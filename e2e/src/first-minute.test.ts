import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { accessibilityFindings } from './support/axe.ts';
import { CUSTOMER_PASSWORD, CustomerClient } from './support/customer-client.ts';
import type { Device } from './support/device.ts';
import { gone } from './support/gone.ts';
import { StaffClient } from './support/staff-client.ts';
import { testAppWithMail } from './support/test-app.ts';
import { textsOf } from './support/texts.ts';

const WIDE = { width: 1280, height: 900 };

describe('the first minute', () => {
  const site = testAppWithMail({ FAIRLOT_CODES_PER_HOUR: '0', FAIRLOT_SESSIONS: 'always' });

  it.each([
    { name: 'phone, en', browserLanguage: 'en-GB', language: 'en', direction: 'ltr', scheme: 'light', size: undefined },
    { name: 'phone, ar', browserLanguage: 'ar-EG', language: 'ar', direction: 'rtl', scheme: 'dark', size: undefined },
    { name: 'wide, de', browserLanguage: 'de-AT', language: 'de', direction: 'ltr', scheme: 'light', size: WIDE },
  ] as const)(
    'a visitor switches to the language of the browser and opens the demo, which every screen names ($name)',
    async ({ browserLanguage, language, direction, scheme, size }) => {
      const device = await site.open({ browserLanguage, language, scheme, ...(size && { size }) });
      const { page, say } = device;
      await device.open('/');
      await page.getByText(textsOf('hk').get('home.what') ?? '').waitFor();
      const offer = page.getByRole('button', { name: say('language.offer') });
      await offer.waitFor();
      await page.getByText('EUR/USD').first().waitFor();
      expect(await page.evaluate(shifts)).toBeLessThan(0.01);
      await device.shot('offer');
      await offer.click();
      await page.getByText(say('home.what')).waitFor();
      await offer.waitFor({ state: 'hidden' });
      expect(await page.evaluate(() => document.documentElement.dir)).toBe(direction);
      expect(await accessibilityFindings(page)).toEqual([]);
      await device.shot('welcome');
      await page.getByRole('button', { name: say('login.demo') }).click();
      await page.waitForURL(/#\/trade$/);
      await page.getByText(say('home.what')).waitFor({ state: 'hidden' });
      for (const route of ['/', '/trade', '/order', '/user', '/mine/wallet', '/rank']) {
        await device.open(route);
        await tag(device).waitFor();
        await page.locator('h1, h2').filter({ visible: true }).first().waitFor();
        await device.shot(`demo${route.replaceAll('/', '-')}`);
      }
      await device.open('/trade');
      await page.getByRole('button', { name: say('chart.full.enter'), exact: true }).click();
      await page.getByRole('button', { name: say('chart.full.leave'), exact: true }).waitFor();
      // The strip of the page lies below the layer of the chart, which has a strip of its own.
      await expect.poll(() => tag(device).last().evaluate(isUncovered)).toBe(true);
      await device.shot('full');
      expect(device.troubles).toEqual([]);
      await device.context.close();
    },
  );

  it('remembers that a visitor stays with the language of the site', async () => {
    const device = await site.open({ browserLanguage: 'fi-FI', language: 'fi' });
    const { page, say } = device;
    await device.open('/');
    await page.getByRole('button', { name: say('language.offer') }).waitFor();
    await page.getByRole('button', { name: say('common.close') }).click();
    await page.getByRole('button', { name: say('language.offer') }).waitFor({ state: 'hidden' });
    await page.reload();
    await page.getByText(textsOf('hk').get('home.what') ?? '').waitFor();
    expect(await page.getByRole('button', { name: say('language.offer') }).count()).toBe(0);
    await device.context.close();
  });

  it('a new real account sees its steps, which follow what it does and end with the first position', async () => {
    const { fairlot, mailbox } = site;
    // New staff may not move money alone where there are real accounts already.
    const root = await StaffClient.setUp(fairlot.url, await fairlot.setUpUrl(), 'root');
    const till = await root.hire('till', ['finance'], mailbox);
    const email = `first-minute-${randomUUID().slice(0, 8)}@example.com`;
    const customer = new CustomerClient(fairlot.url);
    await customer.register(email, () => mailbox.nextCode(email));
    const device = await site.open();
    const { page, say } = device;
    await logIn(device, email);
    await device.open('/user');
    const steps = page
      .getByRole('list')
      .filter({ hasText: say('home.steps.trade') })
      .filter({ visible: true });
    await expect.poll(() => steps.getByRole('link').count()).toBe(3);
    expect(await steps.getByText(say('home.steps.done')).count()).toBe(0);
    expect(await accessibilityFindings(page)).toEqual([]);
    await device.shot('steps');
    await device.open('/');
    await page
      .getByRole('navigation', { name: say('home.steps.title') })
      .getByRole('link')
      .first()
      .waitFor();
    await device.shot('steps-home');

    const gift = { user_id: customer.signedIn.user.id, amount: '1000', memo: 'opening balance' };
    expect((await till.call('officeAdjust', gift)).state).toBe('done');
    await device.open('/user');
    const deposit = steps.getByRole('link', { name: say('title.charge') });
    await expect.poll(() => deposit.textContent()).toContain(say('home.steps.done'));
    await device.shot('steps-deposit');

    const eurusd = (await customer.call('tradeList')).find(({ Code }) => Code === 'EURUSD')?.Id ?? 0;
    await customer.call('submit', { type: 1, cont: '0.01', forex_id: eurusd, status: '1', multiple: 100 });
    await steps.waitFor({ state: 'hidden' });
    await device.open('/');
    await page.getByText('EUR/USD').first().waitFor();
    expect(await page.getByRole('navigation', { name: say('home.steps.title') }).count()).toBe(0);
    await device.context.close();
  });

  it('one tap changes between real and demo account in all windows; signing out of one leaves the other', async () => {
    const email = `first-minute-${randomUUID().slice(0, 8)}@example.com`;
    const customer = new CustomerClient(site.fairlot.url);
    await customer.register(email, () => site.mailbox.nextCode(email));
    const device = await site.open();
    const { page, say } = device;
    await logIn(device, email);
    await device.open('/user');
    // The first change opens a demo account; a second page follows.
    const second = await device.context.newPage();
    await second.goto(`${site.fairlot.url}/#/user`);
    await second.getByText(email).waitFor();
    await device.open('/user');
    await choose(device, 'user.demoAccount');
    await tag(device).waitFor();
    await expect.poll(() => page.getByTestId('balance').textContent()).toContain('100,000');
    expect(await page.getByText(email).count()).toBe(0);
    await expect.poll(() => second.getByTestId('balance').textContent()).toContain('100,000');
    await device.shot('switched');
    const demoNumber = await page.evaluate(() => localStorage.getItem('fairlot.session'));

    await device.open('/order');
    await choose(device, 'rank.realAccount');
    await tag(device).waitFor({ state: 'hidden' });
    await device.open('/user');
    await page.getByText(email).waitFor();
    await choose(device, 'user.demoAccount');
    await tag(device).waitFor();
    // The same demo account again, by the kept session.
    expect(await page.evaluate(() => localStorage.getItem('fairlot.session'))).toBe(demoNumber);

    await logOut(device, true);
    await page.getByText(email).waitFor();
    await tag(device).waitFor({ state: 'hidden' });
    await logOut(device, false);
    await page.getByText(say('home.what')).waitFor();
    expect(await page.evaluate(() => localStorage.getItem('fairlot.keptSession'))).toBeNull();
    await device.context.close();
  });

  it('asks to sign in when the kept session has ended, and leads back to the other account', async () => {
    const email = `first-minute-${randomUUID().slice(0, 8)}@example.com`;
    const customer = new CustomerClient(site.fairlot.url);
    await customer.register(email, () => site.mailbox.nextCode(email));
    const device = await site.open();
    const { page, say } = device;
    await logIn(device, email);
    await device.open('/user');
    await choose(device, 'user.demoAccount');
    await tag(device).waitFor();
    // Both sessions end in turn: the kept one of the real account first.
    await page.evaluate(() => {
      const kept = localStorage.getItem('fairlot.keptSession') ?? '';
      localStorage.setItem('fairlot.keptSession', kept.replace(/"token":"[^"]+"/, `"token":"${'x'.repeat(43)}"`));
    });
    await choose(device, 'rank.realAccount');
    await page.getByRole('button', { name: say('login.submit'), exact: true }).waitFor();
    await page.getByRole('button', { name: say('login.demo') }).click();
    await tag(device).waitFor();
    await expect.poll(() => page.getByTestId('balance').textContent()).toContain('100,000');
    // Now the session of the demo ends while a real one is kept.
    await choose(device, 'rank.realAccount');
    await page.waitForURL(/#\/login/);
    await logIn(device, email);
    await page.getByRole('textbox', { name: say('account.accountEmail') }).waitFor({ state: 'hidden' });
    await device.open('/user');
    await choose(device, 'user.demoAccount');
    await tag(device).waitFor();
    // Not while the app runs: a late answer would store its own session again.
    await page.goto(`${site.fairlot.url}/manifest.json`);
    await page.evaluate(() => {
      const session = localStorage.getItem('fairlot.session') ?? '';
      localStorage.setItem('fairlot.session', session.replace(/"token":"[^"]+"/, `"token":"${'y'.repeat(43)}"`));
    });
    await device.open('/user');
    await page.getByRole('button', { name: say('user.toReal') }).click();
    await page.getByText(email).waitFor();
    await device.context.close();
  });
});

const tag = ({ page }: Device) => page.getByText('DEMO', { exact: true }).filter({ visible: true });

async function choose({ page, say }: Device, key: string): Promise<void> {
  await page
    .getByRole('radio', { name: say(key) })
    .filter({ visible: true })
    .click();
}

async function logIn({ page, say, open }: Device, email: string): Promise<void> {
  await open('/login');
  await page.getByRole('textbox', { name: say('account.accountEmail') }).fill(email);
  await page.getByLabel(say('account.password'), { exact: true }).fill(CUSTOMER_PASSWORD);
  await page.getByRole('button', { name: say('login.submit'), exact: true }).click();
  await page.waitForURL((url) => !url.hash.includes('login'));
}

async function logOut({ page, say, open }: Device, isOtherKept: boolean): Promise<void> {
  await open('/mine/system');
  await page.getByRole('button', { name: say('user.logout') }).click();
  const dialog = page.getByRole('alertdialog');
  await dialog.waitFor();
  expect(await dialog.getByText(say('user.logoutOther')).count()).toBe(isOtherKept ? 1 : 0);
  await dialog.getByRole('button', { name: say('user.logout') }).click();
  await gone(dialog);
}

/** The sum of the page's layout shifts so far that no input caused. */
async function shifts(): Promise<number> {
  return new Promise((resolve) => {
    new PerformanceObserver((list) => {
      const entries = list.getEntries() as unknown as readonly { value: number; hadRecentInput: boolean }[];
      resolve(entries.reduce((sum, { value, hadRecentInput }) => sum + (hadRecentInput ? 0 : value), 0));
    }).observe({ type: 'layout-shift', buffered: true });
    // Without a shift the observer is never called.
    setTimeout(() => resolve(0), 1_000);
  });
}

/** True if nothing lies over the element. */
function isUncovered(element: Element): boolean {
  const { left, top, width, height } = element.getBoundingClientRect();
  return document.elementFromPoint(left + width / 2, top + height / 2) === element;
}
