import type { Route } from 'playwright-core';
import { expect, it } from 'vitest';
import { testApp } from './support/test-app.ts';
import { textsOf } from './support/texts.ts';

const app = testApp();

it.each([
  ['/', 'MarketScreen'],
  ['/#/trade', 'TradeScreen'],
  ['/#/login?from=%2Ftrade', 'LoginScreen'],
  ['/#/order', 'LoginScreen'],
])(
  '%s asks for its program and texts while the start is still loading, and for no file twice',
  async (path, screen) => {
    const context = await app.browser.newContext({ serviceWorkers: 'block' });
    await context.addCookies([{ name: 'lang', value: 'en', url: app.fairlot.url }]);
    const page = await context.newPage();
    const asked: string[] = [];
    page.on('request', (request) => {
      const file = /\/assets\/(.+\.js)$/.exec(request.url())?.[1];
      if (file !== undefined) asked.push(file);
    });
    const held: Route[] = [];
    await page.route(/\/assets\/start-[^/]+\.js$/, (route) => void held.push(route));
    await page.goto(app.fairlot.url + path, { waitUntil: 'commit' });
    await expect
      .poll(() => asked.filter((file) => file.startsWith(screen) || file.startsWith('client-')))
      .toHaveLength(2);
    await expect.poll(() => held.length).toBe(1);
    for (const route of held) await route.continue();
    await page.getByRole('main').first().waitFor();
    expect(asked).toEqual([...new Set(asked)]);
    await context.close();
  },
);

it.each(['/', '/#/trade', '/#/login', '/#/register'])(
  '%s paints the offer of the language together with the screen, without its catalogue',
  async (path) => {
    const context = await app.browser.newContext({ serviceWorkers: 'block', locale: 'de-AT' });
    const page = await context.newPage();
    let catalogues = 0;
    page.on('request', (request) => {
      if (/\/assets\/client-[^/]+\.js$/.test(request.url())) catalogues += 1;
    });
    // Looks at the frame in which the screen appears, before any later script can add to it.
    await page.addInitScript(() => {
      const seen = new MutationObserver(() => {
        if (document.querySelector('main') === null) return;
        seen.disconnect();
        document.documentElement.dataset['offers'] = document.querySelector('[lang=de]')?.textContent ?? '';
      });
      seen.observe(document, { childList: true, subtree: true });
    });
    await page.goto(app.fairlot.url + path);
    await page.getByRole('main').first().waitFor();
    expect(await page.evaluate(() => document.documentElement.dataset['offers'])).toBe(
      textsOf('de').get('language.offer'),
    );
    await page.waitForLoadState('networkidle');
    expect(catalogues).toBe(1);
    await context.close();
  },
);
