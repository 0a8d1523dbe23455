import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { Device, DeviceOptions } from './support/device.ts';
import { testApp } from './support/test-app.ts';

interface Candle {
  readonly Time: number;
  readonly Close: string;
}

const LOOKS: readonly DeviceOptions[] = [
  {},
  { language: 'ar', scheme: 'dark' },
  { language: 'en', size: { width: 1280, height: 800 } },
];

describe('a second instrument on the chart', () => {
  const { open } = testApp();

  it.each(LOOKS)('is chosen by search, drawn with honest figures and remembered: %o', async (look) => {
    const device = await open(look);
    const { page, say, shot } = device;
    await device.open('/trade');
    await chartOf(device);
    // The answer for the chart's own instrument must not be taken for the one of the other below.
    await Promise.all([
      page.waitForResponse((response) => response.url().includes('period=1day')),
      page
        .getByRole('radiogroup', { name: say('trade.chart.periods') })
        .getByRole('radio', { name: say('trade.period.1day') })
        .press('Space'),
    ]);
    const drawer = page.getByRole('dialog');
    await page.getByRole('button', { name: say('chart.compare.open') }).click();
    // The chart's own instrument is no choice.
    const search = drawer.getByRole('searchbox');
    await search.fill('EURUSD');
    await drawer.locator('button[aria-current]').filter({ hasText: 'EUR/USD' }).waitFor({ state: 'detached' });
    await search.fill('gold');
    const choice = drawer.locator('button[aria-current]').filter({ hasText: 'XAU/USD' });
    const [read] = await Promise.all([
      page.waitForResponse((response) => response.url().includes('period=1day')),
      choice.click(),
    ]);
    await drawer.waitFor({ state: 'detached' });
    const legend = page.getByRole('region', { name: say('chart.compare.legend') });
    await legend.getByText(say('chart.compare.scales.own')).waitFor();
    const gold = await candlesOf(read);
    await shot(`compare own ${look.language ?? 'en'} ${String(look.size?.width ?? 390)}`);

    // The legend is the change from the first visible day; the last one moves with the quotes.
    const [from = Number.NaN] = ((await (await chartOf(device)).getAttribute('data-bars')) ?? '')
      .split(' ')
      .map(Number);
    const main = await mainCandles(page);
    const start = gold.findLast(({ Time }) => Time <= (main[from]?.Time ?? Number.NaN));
    const expected = (Number(gold.at(-1)?.Close) / Number(start?.Close) - 1) * 100;
    const shown = Number(/[−-]?\d+\.\d+/.exec((await legend.innerText()).replace('−', '-'))?.[0]);
    expect(Math.abs(shown - expected)).toBeLessThan(0.5);
    expect(Math.abs(expected)).toBeGreaterThan(0);

    await page.getByRole('button', { name: say('chart.compare.open') }).click();
    await drawer.getByRole('radio', { name: say('chart.compare.scales.same') }).press('Space');
    await shot(`compare sheet ${look.language ?? 'en'} ${String(look.size?.width ?? 390)}`);
    await drawer.getByRole('button', { name: say('common.close') }).click();
    await drawer.waitFor({ state: 'detached' });
    await legend.getByText(say('chart.compare.scales.same')).waitFor();
    await shot(`compare same ${look.language ?? 'en'} ${String(look.size?.width ?? 390)}`);

    await page.reload();
    await legend.getByText(say('chart.compare.scales.same')).waitFor();
    // Every period compares bars of the same length.
    const [hours] = await Promise.all([
      page.waitForResponse((response) => response.url().includes('period=4hour')),
      page.getByRole('radio', { name: say('trade.period.4hour') }).press('Space'),
    ]);
    expect((await candlesOf(hours)).length).toBeGreaterThan(20);
    await expect.poll(() => legend.innerText()).toMatch(/\d.*%/);
    await page.getByRole('button', { name: say('chart.compare.open') }).click();
    await drawer.getByRole('button', { name: say('chart.compare.remove') }).click();
    await drawer.waitFor({ state: 'detached' });
    await legend.waitFor({ state: 'detached' });
    expect(device.troubles).toEqual([]);
    await device.context.close();
  });
});

async function candlesOf(response: { readonly json: () => Promise<unknown> }): Promise<readonly Candle[]> {
  return ((await response.json()) as { readonly data: readonly Candle[] }).data;
}

/** The days of the chart's own instrument, as the server has them now. */
async function mainCandles(page: Page): Promise<readonly Candle[]> {
  const url = await page.evaluate(() => {
    const found = performance.getEntriesByType('resource').find(({ name }) => name.includes('period=1day'));
    return found?.name ?? '';
  });
  return candlesOf(await page.request.get(url));
}

/** Waits until the chart has drawn its bars. */
async function chartOf({ page }: Device): Promise<Locator> {
  const chart = page.locator('figure[data-prices]');
  await chart.waitFor();
  return chart;
}
