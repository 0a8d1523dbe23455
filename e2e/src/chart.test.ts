import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { accessibilityFindings } from './support/axe.ts';
import { chartOf, tagPlace } from './support/chart-tags.ts';
import { Touch, pointIn } from './support/touch.ts';
import { buyWithStop, call, openChart, recordOf, roomiest, waitToBuy } from './support/orders.ts';
import { signInToDemo } from './support/device.ts';
import { testApp } from './support/test-app.ts';

describe('the chart under real touches', () => {
  const { open } = testApp();

  it('drags the price of a pending order, which changes after the confirmation', async () => {
    const device = await open();
    const { page, say } = device;
    await signInToDemo(device);
    const roomy = await roomiest(device);
    const order = await waitToBuy(device, roomy);
    await openChart(device, roomy.code);
    const chart = await chartOf(device);
    const touch = await Touch.of(page);
    const tag = await tagPlace(chart, '--brand');
    await touch.move([[tag, { x: tag.x, y: tag.y + 50 }]]);
    const question = page.getByRole('dialog');
    await question.getByText(say('chart.move.target')).waitFor();
    const wanted = await question.getByRole('textbox').inputValue();
    expect(Number(wanted)).toBeLessThan(Number(order.OriginPrice));
    expect((await recordOf(device, order.Id, 0)).OriginPrice).toBe(order.OriginPrice);
    // Another device sets a stop while the confirmation is open.
    const stop = (Number(wanted) * 0.99).toFixed(5);
    await call(device, '/v1/api/forex/set_stop_price', {
      id: order.Id,
      stop_loss_price: stop,
      target_profit_price: '0',
    });
    expect(Number((await recordOf(device, order.Id, 0)).TargetLossPrice)).toBe(Number(stop));
    await question.getByRole('button', { name: say('chart.move.send') }).click();
    await question.waitFor({ state: 'detached' });
    await expect.poll(async () => Number((await recordOf(device, order.Id, 0)).OriginPrice)).toBe(Number(wanted));
    expect(Number((await recordOf(device, order.Id, 0)).TargetLossPrice)).toBe(Number(stop));

    // Dragged over the market, the limit becomes a stop: the confirmation says so, and the page sends it as one.
    const sent = page.waitForRequest((request) => request.url().includes('amend_pending_order'));
    const lower = await tagPlace(chart, '--brand');
    await touch.move([[lower, { x: lower.x, y: lower.y - 220 }]]);
    await question.getByText(say('chart.move.target')).waitFor();
    const above = await question.getByRole('textbox').inputValue();
    await question.getByText(say('trade.ticket.kind.buyStop', { price: above })).waitFor();
    await question.getByRole('button', { name: say('chart.move.send') }).click();
    expect((await sent).postDataJSON()).toMatchObject({ id: order.Id, target_price: above, kind: 'stop' });
    await question.waitFor({ state: 'detached' });
    expect(await recordOf(device, order.Id, 0)).toMatchObject({ Kind: 'stop', OriginPrice: above });
    expect(device.troubles).toEqual([]);
    await device.context.close();
  });

  it('restores the view after a pinch out and back, pans with one finger, and scrolls the page on a vertical move', async () => {
    // A window so low that the trade screen scrolls.
    const device = await open({ size: { width: 390, height: 440 } });
    const { page } = device;
    await device.open('/trade');
    const chart = await chartOf(device);
    const touch = await Touch.of(page);
    const before = await barsOf(chart);

    const top = async (): Promise<number> => (await chart.boundingBox())?.y ?? Number.NaN;
    const start = await top();
    const from = await pointIn(chart, 0.4, 0.3);
    await touch.move([[from, { x: from.x + 4, y: from.y - 90 }]]);
    await expect.poll(top).toBeLessThan(start - 20);
    expect(sameView(await barsOf(chart), before)).toBe(true);

    const [left, right, wideLeft, wideRight] = await Promise.all([
      pointIn(chart, 0.35, 0.3),
      pointIn(chart, 0.55, 0.35),
      pointIn(chart, 0.15, 0.3),
      pointIn(chart, 0.75, 0.35),
    ]);
    await touch.move([
      [left, wideLeft],
      [right, wideRight],
    ]);
    await expect.poll(async () => span(await barsOf(chart))).toBeLessThan(span(before) * 0.6);
    await touch.move([
      [wideLeft, left],
      [wideRight, right],
    ]);
    await expect.poll(async () => sameView(await barsOf(chart), before)).toBe(true);
    const squeezed = await top();
    await touch.move([[left, { x: left.x + 180, y: left.y + 6 }]]);
    await expect.poll(async () => (await barsOf(chart)).to).toBeLessThan(before.to - 5);
    expect(await top()).toBe(squeezed);
    expect(device.troubles).toEqual([]);
    await device.context.close();
  });

  it('shows the bar’s figures on a long press; settings and drawings survive a reload', async () => {
    const device = await open({ language: 'de' });
    const { page, say, shot } = device;
    await device.open('/trade');
    const chart = await chartOf(device);
    const touch = await Touch.of(page);
    const readout = page.getByRole('region', { name: say('chart.readout.title') });

    await touch.hold(await pointIn(chart, 0.4, 0.4));
    await readout.waitFor();
    for (const name of ['open', 'high', 'low', 'close'])
      expect(await readout.textContent()).toContain(say(`trade.chart.${name}`));
    expect(await readout.textContent()).toMatch(/\d\d\.\d\d\..*\d\d:\d\d/);
    await shot('readout');
    await touch.lift();
    expect(await readout.isVisible()).toBe(true);
    await touch.tap(await pointIn(chart, 0.6, 0.6));
    await readout.waitFor({ state: 'detached' });

    await page.getByRole('button', { name: say('chart.look.open') }).click();
    const sheet = page.getByRole('dialog');
    await sheet.getByRole('radio', { name: say('chart.look.styles.area') }).check({ force: true });
    for (const name of ['ma', 'macd', 'rsi'])
      await sheet.getByRole('switch', { name: say(`chart.look.names.${name}`) }).click();
    const period = sheet.getByRole('textbox', {
      name: say('chart.look.numbered', { name: say('chart.look.parameters.period'), number: 1 }),
    });
    await period.fill('0');
    await sheet.getByText(say('chart.look.bounds', { least: 1, most: 500 })).waitFor();
    await period.fill('7');
    await shot('look');
    expect(await accessibilityFindings(page)).toEqual([]);
    await sheet.getByRole('button', { name: say('common.close') }).click();
    await sheet.waitFor({ state: 'detached' });

    await page.getByRole('button', { name: say('chart.draw.open') }).click();
    await sheet.getByRole('button', { name: say('chart.draw.names.fibonacci') }).click();
    await sheet.waitFor({ state: 'detached' });
    await page.getByText(say('chart.draw.placeFirst', { name: say('chart.draw.names.fibonacci') })).waitFor();
    await touch.move([[await pointIn(chart, 0.2, 0.5), await pointIn(chart, 0.6, 0.2)]]);
    await page.getByText(say('chart.draw.picked', { name: say('chart.draw.names.fibonacci') })).waitFor();
    await shot('drawn');
    expect(await accessibilityFindings(page)).toEqual([]);

    await page.reload();
    await chartOf(device);
    await page.getByRole('button', { name: say('chart.look.open') }).click();
    await expect.poll(() => period.inputValue()).toBe('7');
    expect(await sheet.getByRole('switch', { checked: true }).count()).toBe(3);
    expect(await sheet.getByRole('radio', { name: say('chart.look.styles.area') }).isChecked()).toBe(true);
    await sheet.getByRole('button', { name: say('common.close') }).click();
    await sheet.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: say('chart.draw.open') }).click();
    await sheet
      .getByRole('button', { name: new RegExp(say('chart.draw.names.fibonacci')) })
      .nth(1)
      .click();
    await page.getByText(say('chart.draw.picked', { name: say('chart.draw.names.fibonacci') })).waitFor();
    await page.getByRole('button', { name: say('chart.draw.delete') }).click();
    await page.getByRole('button', { name: say('chart.draw.open') }).click();
    await sheet.getByText(say('chart.draw.none')).waitFor();
    expect(device.troubles).toEqual([]);
    await device.context.close();
  });

  it('keeps the view when the tab changes, enters and leaves full screen, and loads older history on demand', async () => {
    const device = await open();
    const { page, say, shot } = device;
    await device.open('/trade');
    const chart = await chartOf(device);
    const touch = await Touch.of(page);
    const [left, right] = await Promise.all([pointIn(chart, 0.2, 0.5), pointIn(chart, 0.7, 0.5)]);
    await touch.move([[left, right]]);
    await expect.poll(async () => (await barsOf(chart)).to < (await barsOf(chart)).count).toBe(true);
    const before = await barsOf(chart);
    await page.getByRole('link', { name: say('tab.market') }).click();
    await page.getByTestId('row-EURUSD').waitFor();
    await page.getByRole('link', { name: say('tab.trade') }).click();
    await chart.waitFor();
    await page.getByRole('button', { name: say('trade.chart.toNow') }).waitFor();
    await touch.move([[left, { x: left.x + 40, y: left.y }]]);
    await expect.poll(async () => (await barsOf(chart)).to).toBeLessThan(before.to);
    expect((await barsOf(chart)).to).toBeGreaterThan(before.to - 9);

    await page.getByRole('button', { name: say('chart.full.enter') }).click();
    await expect.poll(async () => (await chart.boundingBox())?.y ?? 999).toBeLessThan(110);
    expect(
      await page.getByRole('navigation', { includeHidden: true }).evaluate((tabs) => tabs.closest('[inert]') !== null),
    ).toBe(true);
    await page.getByRole('button', { name: new RegExp(`^${say('trade.side.buy')}`) }).waitFor();
    await shot('full');
    expect(await accessibilityFindings(page)).toEqual([]);
    await page.goBack();
    await page.getByRole('button', { name: say('chart.full.enter') }).waitFor();
    expect(page.url()).toContain('/trade');

    // Zooming out makes the chart load older bars, repeatedly if needed.
    const { count } = await barsOf(chart);
    const [apart, together] = [
      await Promise.all([pointIn(chart, 0.1, 0.5), pointIn(chart, 0.8, 0.5)]),
      await Promise.all([pointIn(chart, 0.4, 0.5), pointIn(chart, 0.5, 0.5)]),
    ];
    await touch.move(
      [
        [apart[0], together[0]],
        [apart[1], together[1]],
      ],
      6,
    );
    for (let pan = 0; pan < 12 && (await barsOf(chart)).count === count; pan += 1)
      await touch.move([[await pointIn(chart, 0.05, 0.5), await pointIn(chart, 0.8, 0.5)]], 6);
    await expect.poll(async () => (await barsOf(chart)).count).toBeGreaterThan(count);
    expect(device.troubles).toEqual([]);
    await device.context.close();
  });

  it('changes a dragged stop after the confirmation, and not before', async () => {
    const device = await open();
    const { page, say, shot } = device;
    await signInToDemo(device);
    const roomy = await roomiest(device);
    const order = await buyWithStop(device, roomy);
    await openChart(device, roomy.code);
    const chart = await chartOf(device);
    const touch = await Touch.of(page);
    const before = await recordOf(device, order.Id);
    const tag = await tagPlace(chart, '--down');
    const lower = { x: tag.x, y: tag.y + 60 };

    // On cancel the line returns, and the server gets no request.
    await touch.move([[tag, lower]]);
    const question = page.getByRole('dialog');
    await question.getByText(say('chart.move.stopLoss')).waitFor();
    await shot('move');
    const asked = Number(await question.getByRole('textbox').inputValue());
    expect(asked).toBeLessThan(Number(before.TargetLossPrice));
    await question.getByText('USD').first().waitFor();
    expect(await accessibilityFindings(page)).toEqual([]);
    await question.getByRole('button', { name: say('chart.move.leave') }).click();
    await question.waitFor({ state: 'detached' });
    expect((await recordOf(device, order.Id)).TargetLossPrice).toBe(before.TargetLossPrice);
    await expect.poll(async () => Math.abs((await tagPlace(chart, '--down')).y - tag.y)).toBeLessThan(20);

    // The server gets the change only after the confirmation.
    const again = await tagPlace(chart, '--down');
    await touch.move([[again, { x: again.x, y: again.y + 40 }]]);
    await question.getByText(say('chart.move.stopLoss')).waitFor();
    const wanted = await question.getByRole('textbox').inputValue();
    expect((await recordOf(device, order.Id)).TargetLossPrice).toBe(before.TargetLossPrice);
    await question.getByRole('button', { name: say('chart.move.send') }).click();
    await question.waitFor({ state: 'detached' });
    await expect.poll(async () => Number((await recordOf(device, order.Id)).TargetLossPrice)).toBe(Number(wanted));

    // Dragging the position's own line creates a take-profit, above the market for a buy.
    const own = await tagPlace(chart, '--up');
    await touch.move([[own, { x: own.x, y: own.y - 90 }]]);
    await question.getByText(say('chart.move.takeProfit')).waitFor();
    expect(Number((await recordOf(device, order.Id)).TargetProfitPrice)).toBe(0);
    await question.getByRole('button', { name: say('chart.move.send') }).click();
    await expect.poll(async () => Number((await recordOf(device, order.Id)).TargetProfitPrice)).toBeGreaterThan(0);
    await question.waitFor({ state: 'detached' });

    // The mouse works too. The page rejects a level that the server would refuse without asking it, and Escape restores
    // the line.
    const stop = await tagPlace(chart, '--down');
    await page.mouse.move(stop.x, stop.y);
    await page.mouse.down();
    await page.mouse.move(stop.x, stop.y - 250, { steps: 8 });
    await page.mouse.up();
    await question.getByText(say('trade.problem.stop_loss_wrong_side.buy').split('{{')[0] ?? '').waitFor();
    expect(await question.getByRole('button', { name: say('chart.move.send') }).isEnabled()).toBe(false);
    await page.keyboard.press('Escape');
    await question.waitFor({ state: 'detached' });
    await expect.poll(async () => Math.abs((await tagPlace(chart, '--down')).y - stop.y)).toBeLessThan(20);
    expect(device.troubles).toEqual([]);
    await device.context.close();
  });
});

interface Bars {
  readonly from: number;
  readonly to: number;
  readonly count: number;
}

/** Reads the range of visible bars from the chart's attribute. */
async function barsOf(chart: Locator): Promise<Bars> {
  const [from = Number.NaN, to = Number.NaN, count = Number.NaN] = ((await chart.getAttribute('data-bars')) ?? '')
    .split(' ')
    .map(Number);
  return { from, to, count };
}

const span = ({ from, to }: Bars): number => to - from;

/** True if two views show the same bars, apart from one that the market may have started meanwhile. */
const sameView = (one: Bars, other: Bars): boolean =>
  Math.abs(one.from - other.from) <= 1 && Math.abs(one.to - other.to) <= 1;
