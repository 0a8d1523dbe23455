import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { accessibilityFindings } from './support/axe.ts';
import { seen } from './support/device.ts';
import { layersInHistory } from './support/gone.ts';
import { testApp } from './support/test-app.ts';

const hashOf = (page: Page): Promise<string> => page.evaluate(() => location.hash);
const rows = (page: Page): ReturnType<Page['locator']> => page.locator('[data-testid^="row-"]:visible');

describe('the shell around the screens', () => {
  const { open } = testApp();

  it('redirects unknown paths home, old paths to new ones, and visitors of private screens to the sign-in and back', async () => {
    const { page, context, say, open: go } = await open();
    await go('/nowhere');
    await page.waitForURL(/#\/$/);
    await go('/order?type=1');
    await page.waitForURL(/#\/login\?from=%2Forder%3Ftype%3D1$/);
    await page.getByRole('button', { name: say('login.demo') }).click();
    await page.waitForURL(/#\/order\?type=1$/);
    await go('/mine');
    await page.waitForURL(/#\/user$/);
    // The address changes before the screen does.
    await expect.poll(() => page.title()).toBe(`${say('title.me')} · Fairlot`);
    await context.close();
  });

  it('keeps a tab’s scroll position and filter while another is in view, and clears the filter by its chip', async () => {
    const { page, context, say, open: go } = await open();
    await go('/');
    await page.getByTestId('row-EURUSD').waitFor();
    const scroller = page.locator('div.overflow-y-auto:visible').filter({ has: rows(page) });
    await scroller.evaluate((element) => {
      element.scrollTop = 900;
    });
    await page.getByRole('link', { name: say('tab.ranking') }).click();
    await page.getByText(say('rank.lead')).waitFor();
    await page.getByRole('link', { name: say('tab.market') }).click();
    await rows(page).first().waitFor();
    await expect.poll(() => scroller.evaluate((element) => element.scrollTop)).toBe(900);
    const chip = page
      .getByRole('group', { name: say('home.categories') })
      .getByRole('button')
      .nth(2);
    await chip.click();
    await expect.poll(() => rows(page).count()).toBe(4);
    await page.getByRole('link', { name: say('tab.documentary') }).click();
    await page.getByRole('link', { name: say('tab.market') }).click();
    await expect.poll(() => rows(page).count()).toBe(4);
    await chip.click();
    await expect.poll(() => rows(page).count()).toBeGreaterThan(4);
    await context.close();
  });

  it.each([
    { language: 'en', sign: 1 },
    { language: 'ar', sign: -1 },
  ] as const)(
    'scrolls the categories, which have no scroll bar, by mouse wheel in a wide window ($language)',
    async ({ language, sign }) => {
      const { page, context, say, open: go } = await open({ language, size: { width: 1280, height: 800 } });
      await go('/');
      await page.getByTestId('row-EURUSD').waitFor();
      const categories = page.getByRole('group', { name: say('home.categories') });
      await categories.getByRole('button').nth(5).waitFor();
      await categories.hover();
      await page.mouse.wheel(0, 60);
      // The distance of a wheel step depends on the browser.
      await expect
        .poll(async () => sign * (await categories.evaluate((element) => element.scrollLeft)))
        .toBeGreaterThan(0);
      await context.close();
    },
  );

  it('asks before a reset, closes the confirmation on back, masks the balance, and goes home after signing out', async () => {
    const { page, context, say, open: go, troubles } = await open();
    await go('/login?from=/user');
    await page.getByRole('button', { name: say('login.demo') }).click();
    const balance = page.getByTestId('balance');
    await expect.poll(() => balance.textContent()).toBe('100,000.00');
    await page.getByRole('button', { name: say('user.hideBalance') }).click();
    expect(await balance.textContent()).not.toMatch(/\d/);
    await page.getByRole('button', { name: say('user.resetDemo') }).click();
    const question = page.getByRole('alertdialog');
    await question.waitFor();
    // The history entry that back removes is pushed a moment after the dialog opens.
    await expect.poll(() => layersInHistory(page)).toBe(1);
    await page.goBack();
    await question.waitFor({ state: 'detached' });
    expect(await hashOf(page)).toBe('#/user');
    await page.getByRole('button', { name: say('user.system') }).click();
    await page.waitForURL(/#\/mine\/system$/);
    // The personal centre has a button of the same name.
    await page.getByRole('heading', { name: say('title.system') }).waitFor();
    await page
      .getByRole('button', { name: say('user.logout') })
      .filter({ visible: true })
      .click();
    await seen(page.getByText(say('user.logoutDone')), () =>
      question.getByRole('button', { name: say('user.logout') }).click(),
    );
    await page.waitForURL(/#\/$/);
    await go('/user');
    await page.waitForURL(/#\/login/);
    expect(troubles).toEqual([]);
    await context.close();
  });

  it('drops a session that the server does not know, and shows where to sign in', async () => {
    const { page, context, open: go } = await open();
    await page.addInitScript(() => {
      const user = { id: 1, uid: '1', email: '', is_demo: 1, invite_code: '', balance: '1', lock_balance: '0' };
      if (localStorage.getItem('fairlot.session') === null)
        localStorage.setItem('fairlot.session', JSON.stringify({ token: 'x'.repeat(43), user, demoId: null }));
    });
    await go('/user');
    await page.waitForURL(/#\/login\?from=%2Fuser$/);
    expect(await page.evaluate(() => localStorage.getItem('fairlot.session'))).toContain('"token":null');
    await context.close();
  });

  it('changes language and direction at once, and remembers them', async () => {
    const { page, context, open: go } = await open();
    await go('/language');
    await page.getByRole('button', { name: 'العربية' }).click();
    await expect.poll(() => page.getAttribute('html', 'dir')).toBe('rtl');
    await page.reload();
    await page.getByRole('heading', { name: 'اللغة' }).waitFor();
    expect(await page.getAttribute('html', 'lang')).toBe('ar');
    await context.close();
  });

  it('states that prices are out of date when the connection is lost, and shows them grey', async () => {
    const { page, context, say, open: go } = await open();
    let live: { close(): Promise<void> } | undefined;
    let broken = false;
    await page.routeWebSocket(/\/v1\/ws$/, (socket) => {
      if (broken) {
        void socket.close();
        return;
      }
      socket.connectToServer();
      live = socket;
    });
    await go('/');
    await page.getByText(say('connection.live'), { exact: true }).waitFor();
    const price = page.getByTestId('row-EURUSD').locator('.figure').first();
    await expect.poll(() => price.getAttribute('class')).toContain('text-ink');
    broken = true;
    await live?.close();
    await page.getByText(say('connection.reconnecting')).waitFor();
    await expect.poll(() => price.getAttribute('class')).toContain('text-faint');
    broken = false;
    await page.getByText(say('connection.live'), { exact: true }).waitFor();
    await expect.poll(() => price.getAttribute('class')).toContain('text-ink');
    await context.close();
  });

  it.each([
    { language: 'en', scheme: 'light' },
    { language: 'ar', scheme: 'dark' },
    { language: 'de', scheme: 'dark', size: { width: 1280, height: 800 } },
  ] as const)('has nothing that axe objects to ($language, $scheme)', async (options) => {
    const { page, context, say, open: go, shot, troubles } = await open(options);
    await go('/login?from=/user');
    await page.getByRole('button', { name: say('login.demo') }).waitFor();
    expect(await accessibilityFindings(page)).toEqual([]);
    await page.getByRole('button', { name: say('login.demo') }).click();
    await page.getByTestId('balance').waitFor();
    for (const path of ['/user', '/', '/rank', '/language']) {
      await go(path);
      await page.waitForURL((url) => url.hash === `#${path}`);
      await page.locator('h1:visible').first().waitFor();
      if (path === '/') await rows(page).first().waitFor();
      expect({ path, findings: await accessibilityFindings(page) }).toEqual({ path, findings: [] });
      await shot(`shell${path.replace('/', '-')}`);
    }
    expect(troubles).toEqual([]);
    await context.close();
  });
});
