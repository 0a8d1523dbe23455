import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { signInToDemo } from './support/device.ts';
import { testApp } from './support/test-app.ts';
import { Touch } from './support/touch.ts';

/** Finger travel that is too short for a refresh, and travel that is enough, in CSS px. */
const SHORT = 50;
const LONG = 160;

const SCREENS = [
  { name: 'market', route: '/', path: '/v1/api/forex/trade_list' },
  { name: 'orders', route: '/order?type=0', path: '/v1/api/forex/my_deal' },
] as const;

describe('lists', () => {
  const { open } = testApp();

  it.each(SCREENS)('are read again when a finger pulls them down far enough ($name)', async ({ route, path }) => {
    const device = await open();
    const { page, say } = device;
    await signInToDemo(device);
    await device.open(route);
    await page.getByText(route === '/' ? 'EUR/USD' : say('orders.empty.pendingHint')).waitFor();
    await page.waitForLoadState('networkidle');
    let reads = 0;
    page.on('request', (request) => {
      if (new URL(request.url()).pathname === path) reads += 1;
    });
    const words = [say('common.pullToRefresh'), say('common.releaseToRefresh'), say('common.refreshing')];
    const shown = await recordTexts(page, words);
    const finger = await Touch.of(page);
    const from = { x: 195, y: 330 };

    await finger.move([[from, { ...from, y: from.y + SHORT }]]);
    await expect.poll(() => page.getByText(words[0] ?? '').count()).toBe(0);
    expect([await shown(), reads]).toEqual([[words[0]], 0]);

    await finger.move([[from, { ...from, y: from.y + LONG }]]);
    await expect.poll(shown).toEqual(words);
    await expect.poll(() => reads).toBeGreaterThan(0);
    // The sign of the refresh leaves by itself.
    await expect.poll(() => page.getByText(words[2] ?? '').count()).toBe(0);
    expect(device.troubles).toEqual([]);
    await device.context.close();
  });

  it('show ten rows of the final height while the market is loaded', async () => {
    const device = await open();
    const { page, shot } = device;
    const release = await hold(page, '/v1/api/forex/trade_list');
    await device.open('/');
    const skeleton = page.getByTestId('market-skeleton');
    await skeleton.waitFor();
    const heights = await skeleton
      .locator(':scope > div')
      .evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().height));
    expect(await skeleton.getAttribute('aria-busy')).toBe('true');
    await shot('skeleton-market');
    release();
    const row = page.getByTestId('row-EURUSD');
    await row.waitFor();
    await skeleton.waitFor({ state: 'detached' });
    const height = await row.evaluate((link) => link.closest('li')?.getBoundingClientRect().height);
    expect(heights).toEqual(Array.from({ length: 10 }, () => height));
    await device.context.close();
  });

  it('of orders are skeletons too until the server answers, and never say that there are none', async () => {
    const device = await open();
    const { page, say, shot } = device;
    await signInToDemo(device);
    const release = await hold(page, '/v1/api/forex/my_deal');
    await device.open('/order?type=1');
    await page.getByText(say('orders.netValue')).filter({ visible: true }).first().waitFor();
    await page.locator('[aria-busy=true]').filter({ visible: true }).first().waitFor();
    expect(await page.getByText(say('orders.empty.holdingHint')).count()).toBe(0);
    await shot('skeleton-orders');
    release();
    await page.getByText(say('orders.empty.holdingHint')).waitFor();
    await expect.poll(() => page.locator('[aria-busy=true]').filter({ visible: true }).count()).toBe(0);
    await device.context.close();
  });
});

/** Holds back the answers of a call until the returned function is called. */
async function hold(page: Page, path: string): Promise<() => void> {
  let release: (() => void) | undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(
    (url) => url.pathname === path,
    async (route) => {
      await released;
      await route.continue();
    },
  );
  return () => release?.();
}

/**
 * Records which of some texts the page shows from now on; the returned function reads them in the order given. The page
 * itself watches: a text of half a second could pass between two looks from outside.
 */
async function recordTexts(page: Page, texts: readonly string[]): Promise<() => Promise<string[]>> {
  const seen = await page.evaluateHandle((wanted) => {
    const found = new Set<string>();
    const look = (): void => {
      for (const text of wanted) if (document.body.textContent.includes(text)) found.add(text);
    };
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true, characterData: true });
    return found;
  }, texts);
  return () => seen.evaluate((found, wanted) => wanted.filter((text) => found.has(text)), texts);
}
