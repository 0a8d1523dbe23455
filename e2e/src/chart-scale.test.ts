import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { Touch, pointIn } from './support/touch.ts';
import type { Device } from './support/device.ts';
import { testApp } from './support/test-app.ts';

const DAY_MS = 86_400_000;

describe('the chart’s periods and price scale under real touches', () => {
  const { open } = testApp();

  it('shows bars of four hours, weeks and months, which are kept by the device', async () => {
    const device = await open();
    const { page, say, shot } = device;
    await device.open('/trade');
    const touch = await Touch.of(page);
    const periods = page.getByRole('radiogroup', { name: say('trade.chart.periods') });
    const radio = (period: string): Locator => periods.getByRole('radio', { name: say(`trade.period.${period}`) });
    await chartOf(device);
    const [from, to] = await Promise.all([pointIn(periods, 0.9, 0.5), pointIn(periods, 0.1, 0.5)]);
    await touch.move([[from, to]]);
    for (const period of ['4hour', '1week', '1mon']) {
      const read = page.waitForResponse((response) => response.url().includes(`period=${period}`));
      await touch.tap(await pointIn(radio(period), 0.5, 0.5));
      const { data } = (await (await read).json()) as { readonly data: readonly { readonly Time: number }[] };
      const times = data.map(({ Time }) => Time);
      expect(times.length).toBeGreaterThan(20);
      for (const time of times) {
        expect(time % (period === '4hour' ? DAY_MS / 6 : DAY_MS)).toBe(0);
        if (period === '1week') expect(new Date(time).getUTCDay()).toBe(0);
        if (period === '1mon') expect(new Date(time).getUTCDate()).toBe(1);
      }
      await expect.poll(() => radio(period).isChecked()).toBe(true);
      // A new bar may have begun since the answer.
      await expect
        .poll(async () => (await numbersOf(await chartOf(device), 'data-bars'))[2])
        .toSatisfy((count) => count === times.length || count === times.length + 1);
    }
    await shot('months');
    await page.reload();
    await chartOf(device);
    expect(await radio('1mon').isChecked()).toBe(true);
    // The row scrolls to the selected period.
    const [row, selected] = [await periods.boundingBox(), await radio('1mon').boundingBox()];
    expect((selected?.x ?? 9999) + (selected?.width ?? 0)).toBeLessThanOrEqual((row?.x ?? 0) + (row?.width ?? 0) + 1);
    expect(device.troubles).toEqual([]);
    await device.context.close();
  });

  it('scales by a drag on the prices, moves up and down then, and fits again on a double tap', async () => {
    // A window so low that the trade screen scrolls.
    const device = await open({ size: { width: 390, height: 440 } });
    const { page, say, shot } = device;
    await device.open('/trade');
    const chart = await chartOf(device);
    const touch = await Touch.of(page);
    const fit = page.getByRole('button', { name: say('chart.scale.auto') });
    const automatic = await pricesOf(chart);
    const top = async (): Promise<number> => (await chart.boundingBox())?.y ?? Number.NaN;
    const start = await top();

    const prices = await pointIn(chart, 0.96, 0.3);
    await touch.move([[prices, { x: prices.x, y: prices.y + 60 }]]);
    await fit.waitFor();
    const wide = await pricesOf(chart);
    expect(wide.span).toBeGreaterThan(automatic.span * 1.5);
    expect(wide.middle).toBeGreaterThan(automatic.from);
    expect(await top()).toBe(start);
    await shot('scaled');

    // A vertical swipe now moves the candles and not the page.
    const inside = await pointIn(chart, 0.4, 0.3);
    await touch.move([[inside, { x: inside.x + 3, y: inside.y + 60 }]]);
    await expect.poll(async () => (await pricesOf(chart)).middle).toBeGreaterThan(wide.middle + wide.span * 0.1);
    const moved = await pricesOf(chart);
    expect(moved.span / wide.span).toBeCloseTo(1, 6);
    expect(await top()).toBe(start);

    await touch.doubleTap(prices);
    await fit.waitFor({ state: 'detached' });
    await expect.poll(async () => (await pricesOf(chart)).span).toBeLessThan(automatic.span * 1.3);
    await touch.move([[inside, { x: inside.x + 3, y: inside.y - 60 }]]);
    await expect.poll(top).toBeLessThan(start - 20);
    expect(device.troubles).toEqual([]);
    await device.context.close();
  });

  it('draws log and per cent scales, which the device keeps, and scales them too', async () => {
    const device = await open();
    const { page, say, shot } = device;
    await device.open('/trade');
    const touch = await Touch.of(page);
    const sheet = page.getByRole('dialog');
    const choose = async (scale: string): Promise<void> => {
      await page.getByRole('button', { name: say('chart.look.open') }).click();
      await sheet.getByText(say(`chart.scale.names.${scale}`), { exact: true }).click();
      await sheet.getByRole('button', { name: say('common.close') }).click();
      await sheet.waitFor({ state: 'detached' });
    };
    const chart = await chartOf(device);
    const linear = await pricesOf(chart);
    for (const scale of ['log', 'percent']) {
      await choose(scale);
      const shown = await pricesOf(chart);
      expect(shown.from / linear.from).toBeCloseTo(1, 2);
      const prices = await pointIn(chart, 0.96, 0.5);
      await touch.move([[prices, { x: prices.x, y: prices.y - 60 }]]);
      await expect.poll(async () => (await pricesOf(chart)).span).toBeLessThan(shown.span * 0.8);
      await shot(scale);
      await page.getByRole('button', { name: say('chart.scale.auto') }).click();
      await expect.poll(async () => (await pricesOf(chart)).span).toBeGreaterThan(shown.span * 0.8);
    }
    await page.reload();
    await chartOf(device);
    await page.getByRole('button', { name: say('chart.look.open') }).click();
    expect(await sheet.getByRole('radio', { name: say('chart.scale.names.percent') }).isChecked()).toBe(true);
    expect(device.troubles).toEqual([]);
    await device.context.close();
  });

  it('saves indicators as templates, which the device keeps, applies and deletes them', async () => {
    const device = await open();
    const { page, say, shot } = device;
    await device.open('/trade');
    await chartOf(device);
    const sheet = page.getByRole('dialog');
    const indicator = (name: string): Locator => sheet.getByRole('switch', { name: say(`chart.look.names.${name}`) });
    const on = (): Promise<number> => sheet.getByRole('switch', { checked: true }).count();
    await page.getByRole('button', { name: say('chart.look.open') }).click();
    for (const name of ['ma', 'rsi']) await indicator(name).click();
    await sheet.getByRole('textbox', { name: say('chart.templates.name') }).fill('  Trend ');
    await page.keyboard.press('Enter');
    const template = sheet.getByRole('button', { name: 'Trend', exact: true });
    await template.waitFor();
    await shot('templates');
    await indicator('ma').click();
    await indicator('rsi').click();
    await expect.poll(on).toBe(0);

    await page.reload();
    await chartOf(device);
    await page.getByRole('button', { name: say('chart.look.open') }).click();
    await template.click();
    await expect.poll(on).toBe(2);
    await sheet.getByRole('button', { name: say('chart.templates.delete', { name: 'Trend' }) }).click();
    await template.waitFor({ state: 'detached' });
    expect(await on()).toBe(2);
    expect(device.troubles).toEqual([]);
    await device.context.close();
  });
});

async function numbersOf(chart: Locator, attribute: string): Promise<number[]> {
  return ((await chart.getAttribute(attribute)) ?? '').split(' ').map(Number);
}

/** Reads the visible prices from the chart's attribute. */
async function pricesOf(
  chart: Locator,
): Promise<{ readonly from: number; readonly span: number; readonly middle: number }> {
  const [from = Number.NaN, to = Number.NaN] = await numbersOf(chart, 'data-prices');
  return { from, span: to - from, middle: (from + to) / 2 };
}

/** Waits until the chart has drawn its bars. */
async function chartOf({ page }: Device): Promise<Locator> {
  const chart = page.locator('figure[data-prices]');
  await chart.waitFor();
  return chart;
}
