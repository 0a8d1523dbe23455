import type { Locator } from 'playwright-core';
import { expect, it } from 'vitest';
import { accessibilityFindings } from './support/axe.ts';
import { buyWithStop, call, openChart, roomiest } from './support/orders.ts';
import { signInToDemo } from './support/device.ts';
import type { Device } from './support/device.ts';
import { testApp } from './support/test-app.ts';
import { Touch } from './support/touch.ts';

const { open } = testApp();

it('marks closed trades on the chart by choice; a tap says what one was', async () => {
  const device = await open();
  const { page, say, shot } = device;
  await signInToDemo(device);
  const roomy = await roomiest(device);
  const first = await buyWithStop(device, roomy);
  await call(device, '/v1/api/forex/close', { id: first.Id });
  await openChart(device, roomy.code);
  const chart = page.locator('figure[data-bars]');
  await chart.waitFor();
  expect(await chart.getAttribute('data-marks')).toBe('0');
  await page.getByRole('button', { name: say('chart.look.open') }).click();
  const sheet = page.getByRole('dialog');
  await sheet.getByRole('switch', { name: say('chart.marks.show') }).click();
  await sheet.getByRole('button', { name: say('common.close') }).click();
  await sheet.waitFor({ state: 'detached' });
  await expect.poll(() => chart.getAttribute('data-marks')).toBe('1');

  const ended = await closed(device, first.Id);
  const touch = await Touch.of(page);
  const card = page.getByRole('region', { name: say('chart.marks.picked') });
  await touch.tap(await lastBar(chart, Number(ended.Price)));
  await card.waitFor();
  expect(await card.textContent()).toContain(`${ended.Price} → ${ended.UpdatePrice}`);
  await shot('mark');
  expect(await accessibilityFindings(page)).toEqual([]);
  await card.getByRole('button', { name: say('chart.draw.done') }).click();
  await card.waitFor({ state: 'detached' });

  // A trade that closes while the chart is open appears; a drawing tool hides the marks; the choice is kept.
  const second = await buyWithStop(device, roomy);
  await call(device, '/v1/api/forex/close', { id: second.Id });
  await expect.poll(() => chart.getAttribute('data-marks')).toBe('2');
  await page.getByRole('button', { name: say('chart.draw.open') }).click();
  await sheet.getByRole('button', { name: say('chart.draw.names.trend') }).click();
  await expect.poll(() => chart.getAttribute('data-marks')).toBe('0');
  await page.reload();
  await expect.poll(() => chart.getAttribute('data-marks')).toBe('2');
  expect(device.troubles).toEqual([]);
  await device.context.close();
});

async function closed(device: Device, id: number): Promise<{ readonly Price: string; readonly UpdatePrice: string }> {
  const { data } = (await call(device, '/v1/api/forex/my_deal?status=3&page=1')) as unknown as {
    data: { data: { Id: number; Price: string; UpdatePrice: string }[] };
  };
  const found = data.data.find((order) => order.Id === id);
  if (found === undefined) throw new Error(`order ${String(id)} is not in the history`);
  return found;
}

/** Distance of the newest bar from the right edge of the candles, in px. */
const RIGHT_GAP = 52;

/** The place of a price at the newest bar. */
async function lastBar(chart: Locator, price: number): Promise<{ readonly x: number; readonly y: number }> {
  const candles = await chart.locator('canvas').first().boundingBox();
  if (candles === null) throw new Error('the chart is not on the page');
  const [from = Number.NaN, to = Number.NaN] = ((await chart.getAttribute('data-prices')) ?? '').split(' ').map(Number);
  return {
    x: candles.x + candles.width - RIGHT_GAP,
    y: candles.y + (candles.height * (to - price)) / (to - from),
  };
}
