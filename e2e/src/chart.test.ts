import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { accessibilityFindings } from './support/axe.ts';
import { Fingers, placeIn } from './support/fingers.ts';
import type { Place } from './support/fingers.ts';
import { buyWithStop, call, openChart, recordOf, roomiest, waitToBuy } from './support/orders.ts';
import { signInToDemo } from './support/phone.ts';
import type { Phone } from './support/phone.ts';
import { stage } from './support/stage.ts';

describe('the chart under real fingers', () => {
  const { open } = stage();

  it('the price of an order that waits is dragged, and changes after the confirm', async () => {
    const phone = await open();
    const { page, say } = phone;
    await signInToDemo(phone);
    const roomy = await roomiest(phone);
    const order = await waitToBuy(phone, roomy);
    await openChart(phone, roomy.code);
    const chart = await chartOf(phone);
    const fingers = await Fingers.of(page);
    const tag = await tagPlace(chart, '--brand');
    await fingers.move([[tag, { x: tag.x, y: tag.y + 50 }]]);
    const question = page.getByRole('dialog');
    await question.getByText(say('chart.move.target')).waitFor();
    const wanted = await question.getByRole('textbox').inputValue();
    expect(Number(wanted)).toBeLessThan(Number(order.OriginPrice));
    expect((await recordOf(phone, order.Id, 0)).OriginPrice).toBe(order.OriginPrice);
    // Another device gives it a stop while the question stands.
    const stop = (Number(wanted) * 0.99).toFixed(5);
    await call(phone, '/v1/api/forex/set_stop_price', {
      id: order.Id,
      stop_loss_price: stop,
      target_profit_price: '0',
    });
    expect(Number((await recordOf(phone, order.Id, 0)).TargetLossPrice)).toBe(Number(stop));
    await question.getByRole('button', { name: say('chart.move.send') }).click();
    await question.waitFor({ state: 'detached' });
    await expect.poll(async () => Number((await recordOf(phone, order.Id, 0)).OriginPrice)).toBe(Number(wanted));
    expect(Number((await recordOf(phone, order.Id, 0)).TargetLossPrice)).toBe(Number(stop));
    expect(phone.troubles).toEqual([]);
    await phone.context.close();
  });

  it('two fingers that come back leave the view as it was; one pans; a finger that moves down scrolls the page', async () => {
    // Low enough that the trade screen is higher than its room.
    const phone = await open({ size: { width: 390, height: 440 } });
    const { page } = phone;
    await phone.open('/trade');
    const chart = await chartOf(phone);
    const fingers = await Fingers.of(page);
    const before = await barsOf(chart);

    const top = async (): Promise<number> => (await chart.boundingBox())?.y ?? Number.NaN;
    const start = await top();
    const from = await placeIn(chart, 0.4, 0.3);
    await fingers.move([[from, { x: from.x + 4, y: from.y - 90 }]]);
    await expect.poll(top).toBeLessThan(start - 20);
    expect(await barsOf(chart)).toEqual(before);

    const [left, right, wideLeft, wideRight] = await Promise.all([
      placeIn(chart, 0.35, 0.3),
      placeIn(chart, 0.55, 0.35),
      placeIn(chart, 0.15, 0.3),
      placeIn(chart, 0.75, 0.35),
    ]);
    await fingers.move([
      [left, wideLeft],
      [right, wideRight],
    ]);
    await expect.poll(async () => span(await barsOf(chart))).toBeLessThan(span(before) * 0.6);
    await fingers.move([
      [wideLeft, left],
      [wideRight, right],
    ]);
    await expect.poll(async () => Math.abs((await barsOf(chart)).from - before.from)).toBeLessThanOrEqual(1);
    expect(Math.abs((await barsOf(chart)).to - before.to)).toBeLessThanOrEqual(1);
    const squeezed = await top();
    await fingers.move([[left, { x: left.x + 180, y: left.y + 6 }]]);
    await expect.poll(async () => (await barsOf(chart)).to).toBeLessThan(before.to - 5);
    expect(await top()).toBe(squeezed);
    expect(phone.troubles).toEqual([]);
    await phone.context.close();
  });

  it('a finger that stays shows the bar’s figures; looks and drawings are there again after a reload', async () => {
    const phone = await open({ language: 'de' });
    const { page, say, shot } = phone;
    await phone.open('/trade');
    const chart = await chartOf(phone);
    const fingers = await Fingers.of(page);
    const readout = page.getByRole('region', { name: say('chart.readout.title') });

    await fingers.hold(await placeIn(chart, 0.4, 0.4));
    await readout.waitFor();
    for (const name of ['open', 'high', 'low', 'close'])
      expect(await readout.textContent()).toContain(say(`trade.chart.${name}`));
    expect(await readout.textContent()).toMatch(/\d\d\.\d\d\..*\d\d:\d\d/);
    await shot('readout');
    await fingers.lift();
    expect(await readout.isVisible()).toBe(true);
    await fingers.tap(await placeIn(chart, 0.6, 0.6));
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
    await fingers.move([[await placeIn(chart, 0.2, 0.5), await placeIn(chart, 0.6, 0.2)]]);
    await page.getByText(say('chart.draw.picked', { name: say('chart.draw.names.fibonacci') })).waitFor();
    await shot('drawn');
    expect(await accessibilityFindings(page)).toEqual([]);

    await page.reload();
    await chartOf(phone);
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
    expect(phone.troubles).toEqual([]);
    await phone.context.close();
  });

  it('the view outlives the change of a tab; the screen is filled and given back; older history comes when it is looked for', async () => {
    const phone = await open();
    const { page, say, shot } = phone;
    await phone.open('/trade');
    const chart = await chartOf(phone);
    const fingers = await Fingers.of(page);
    const [left, right] = await Promise.all([placeIn(chart, 0.2, 0.5), placeIn(chart, 0.7, 0.5)]);
    await fingers.move([[left, right]]);
    await expect.poll(async () => (await barsOf(chart)).to < (await barsOf(chart)).count).toBe(true);
    const before = await barsOf(chart);
    await page.getByRole('link', { name: say('tab.market') }).click();
    await page.getByTestId('row-EURUSD').waitFor();
    await page.getByRole('link', { name: say('tab.trade') }).click();
    await chart.waitFor();
    await page.getByRole('button', { name: say('trade.chart.toNow') }).waitFor();
    await fingers.move([[left, { x: left.x + 40, y: left.y }]]);
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

    // Far back, the chart asks for what is older, as often as it takes.
    const { count } = await barsOf(chart);
    const [apart, together] = [
      await Promise.all([placeIn(chart, 0.1, 0.5), placeIn(chart, 0.8, 0.5)]),
      await Promise.all([placeIn(chart, 0.4, 0.5), placeIn(chart, 0.5, 0.5)]),
    ];
    await fingers.move(
      [
        [apart[0], together[0]],
        [apart[1], together[1]],
      ],
      6,
    );
    for (let pan = 0; pan < 12 && (await barsOf(chart)).count === count; pan += 1)
      await fingers.move([[await placeIn(chart, 0.05, 0.5), await placeIn(chart, 0.8, 0.5)]], 6);
    await expect.poll(async () => (await barsOf(chart)).count, { timeout: 10_000 }).toBeGreaterThan(count);
    expect(phone.troubles).toEqual([]);
    await phone.context.close();
  });

  it('a stop dragged on the chart changes after the confirm, and not before', async () => {
    const phone = await open();
    const { page, say, shot } = phone;
    await signInToDemo(phone);
    const roomy = await roomiest(phone);
    const order = await buyWithStop(phone, roomy);
    await openChart(phone, roomy.code);
    const chart = await chartOf(phone);
    const fingers = await Fingers.of(page);
    const before = await recordOf(phone, order.Id);
    const tag = await tagPlace(chart, '--down');
    const lower = { x: tag.x, y: tag.y + 60 };

    // Given up: the line goes back, and the server was never asked.
    await fingers.move([[tag, lower]]);
    const question = page.getByRole('dialog');
    await question.getByText(say('chart.move.stopLoss')).waitFor();
    await shot('move');
    const asked = Number(await question.getByRole('textbox').inputValue());
    expect(asked).toBeLessThan(Number(before.TargetLossPrice));
    await question.getByText('USD').first().waitFor();
    expect(await accessibilityFindings(page)).toEqual([]);
    await question.getByRole('button', { name: say('chart.move.leave') }).click();
    await question.waitFor({ state: 'detached' });
    expect((await recordOf(phone, order.Id)).TargetLossPrice).toBe(before.TargetLossPrice);
    await expect.poll(async () => Math.abs((await tagPlace(chart, '--down')).y - tag.y)).toBeLessThan(20);

    // Agreed to: the server has it only then.
    const again = await tagPlace(chart, '--down');
    await fingers.move([[again, { x: again.x, y: again.y + 40 }]]);
    await question.getByText(say('chart.move.stopLoss')).waitFor();
    const wanted = await question.getByRole('textbox').inputValue();
    expect((await recordOf(phone, order.Id)).TargetLossPrice).toBe(before.TargetLossPrice);
    await question.getByRole('button', { name: say('chart.move.send') }).click();
    await question.waitFor({ state: 'detached' });
    await expect.poll(async () => Number((await recordOf(phone, order.Id)).TargetLossPrice)).toBe(Number(wanted));

    // Out of the position's own line a target is drawn, above the market for a buy.
    const own = await tagPlace(chart, '--up');
    await fingers.move([[own, { x: own.x, y: own.y - 90 }]]);
    await question.getByText(say('chart.move.takeProfit')).waitFor();
    expect(Number((await recordOf(phone, order.Id)).TargetProfitPrice)).toBe(0);
    await question.getByRole('button', { name: say('chart.move.send') }).click();
    await expect.poll(async () => Number((await recordOf(phone, order.Id)).TargetProfitPrice)).toBeGreaterThan(0);
    await question.waitFor({ state: 'detached' });

    // A mouse does the same; what the server would refuse is said before it is asked, and Escape leaves all as it was.
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
    expect(phone.troubles).toEqual([]);
    await phone.context.close();
  });
});

interface Bars {
  readonly from: number;
  readonly to: number;
  readonly count: number;
}

/** Which bars are in view, as the chart says. */
async function barsOf(chart: Locator): Promise<Bars> {
  const [from = Number.NaN, to = Number.NaN, count = Number.NaN] = ((await chart.getAttribute('data-bars')) ?? '')
    .split(' ')
    .map(Number);
  return { from, to, count };
}

const span = ({ from, to }: Bars): number => to - from;

/** The chart with its bars drawn. */
async function chartOf({ page }: Phone): Promise<Locator> {
  const chart = page.locator('figure[data-bars]');
  await chart.waitFor();
  return chart;
}

/** The middle of the handle of a line's tag: looked for on the picture itself, by its colour. */
async function tagPlace(chart: Locator, token: '--up' | '--down' | '--brand'): Promise<Place> {
  const find = async (): Promise<Place | null> =>
    chart.evaluate((figure, name) => {
      const [red = 0, green = 0, blue = 0] = (
        getComputedStyle(document.documentElement).getPropertyValue(name).trim().slice(1).match(/../g) ?? []
      ).map((pair) => Number.parseInt(pair, 16));
      const box = figure.getBoundingClientRect();
      // Every part of the chart has a canvas for bars and one over it for what is drawn on them.
      for (const canvas of [...figure.querySelectorAll('canvas')].filter((_, at) => at % 2 === 1)) {
        const at = canvas.getBoundingClientRect();
        const scale = canvas.width / at.width;
        const pixels = canvas.getContext('2d')?.getImageData(Math.round(11 * scale), 0, 1, canvas.height).data ?? [];
        let run = 0;
        for (let y = 0; y < canvas.height; y += 1) {
          const [r = 0, g = 0, b = 0] = pixels.slice(y * 4, y * 4 + 3);
          run = Math.abs(r - red) + Math.abs(g - green) + Math.abs(b - blue) < 24 ? run + 1 : 0;
          if (run >= 12 * scale) return { x: box.left + 24, y: at.top + (y - run / 2) / scale };
        }
      }
      return null;
    }, token);
  await expect.poll(find, { timeout: 10_000 }).not.toBeNull();
  const place = await find();
  if (place === null) throw new Error(`no tag in ${token}`);
  return place;
}
