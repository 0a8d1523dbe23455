import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { signInToDemo } from './support/device.ts';
import type { Device } from './support/device.ts';
import { call, openChart, orderRows, sendButton } from './support/orders.ts';
import { testApp } from './support/test-app.ts';
import { Touch, pointIn } from './support/touch.ts';

const site = testApp(() => ({ FAIRLOT_SESSIONS: 'always' }));
const PHONE = { width: 390, height: 844 };
const DESK = { width: 1280, height: 900 };

interface OpenOrder {
  readonly Quantity: string;
  readonly Price: string;
  readonly TradeFee: string;
  readonly TargetLossPrice: string;
  readonly TargetProfitPrice: string;
}

async function positions(device: Device): Promise<readonly OpenOrder[]> {
  const { data } = (await call(device, '/v1/api/forex/my_deal?status=1&page=1')) as unknown as {
    data: { data: OpenOrder[] };
  };
  return data.data;
}

const ticketOf = ({ page }: Device): Locator => page.locator('form').filter({ visible: true }).last();

async function openTicket(device: Device): Promise<void> {
  const { page, say } = device;
  await page
    .getByRole('button', { name: new RegExp(`^${say('trade.side.buy')}`) })
    .filter({ visible: true })
    .first()
    .click();
}

/** Switches a level on, enters it in a unit, and returns its field. */
async function setLevel(device: Device, level: 'stopLoss' | 'takeProfit', unit: string, amount: string): Promise<void> {
  const { say } = device;
  const ticket = ticketOf(device);
  const label = say(`trade.ticket.${level}`);
  await ticket.getByRole('switch', { name: label }).click();
  await ticket
    .getByRole('group', { name: say('trade.unit.label', { field: label }) })
    .getByRole('button', { name: unit, exact: true })
    .click();
  await ticket.getByRole('textbox', { name: label }).fill(amount);
}

describe('the ticket that thinks in risk', () => {
  it.each([
    ['en', PHONE],
    ['ar', PHONE],
    ['en', DESK],
    ['ar', DESK],
  ] as const)('opens by 1 % risk with stop and target (%s, %o)', async (language, size) => {
    const device = await site.open({ language, ...(size === DESK ? { size } : {}) });
    const { page, say } = device;
    await signInToDemo(device);
    await openChart(device, 'EURUSD');
    if (size === PHONE) await openTicket(device);
    const ticket = ticketOf(device);
    await ticket.getByRole('button', { name: say('trade.size.percent'), exact: true }).click();
    // The size follows from the stop, and the ticket says that it is missing.
    await expect.poll(() => ticket.textContent()).toContain(say('trade.problem.size_needs_stop'));
    await setLevel(device, 'stopLoss', say('trade.unit.pips'), '150');
    await setLevel(device, 'takeProfit', 'USD', '2000');
    const shown = page.getByTestId('size').filter({ visible: true });
    await shown.waitFor();
    const lots = /\d+\.\d{2}/.exec((await shown.textContent()) ?? '')?.[0] ?? '';
    await device.shot(`risk-${String(size.width)}`);
    const submit = sendButton(ticket, say);
    await expect.poll(() => submit.isEnabled()).toBe(true);
    await submit.click();
    await page.getByRole('dialog').getByText(say('trade.done.title')).waitFor();
    const [order] = await positions(device);
    if (order === undefined) throw new Error('no position');
    // A tick between the look and the tap may move the size by a step.
    expect(Math.abs(Number(order.Quantity) - Number(lots))).toBeLessThan(0.011);
    const perLot = (Number(order.Price) - Number(order.TargetLossPrice)) * 100_000;
    const risk = perLot * Number(order.Quantity) + Number(order.TradeFee);
    // The fill may be some points from the price at the tap; the distance is 1,500 points.
    expect(risk).toBeGreaterThan(960);
    expect(risk).toBeLessThan(1_030);
    const gain = (Number(order.TargetProfitPrice) - Number(order.Price)) * 100_000 * Number(order.Quantity);
    expect(gain).toBeGreaterThan(1_960);
    expect(gain).toBeLessThan(2_040);
    expect(device.troubles).toEqual([]);
    await device.context.close();
  });

  it('remembers size and leverage of each instrument, and takes a share of the free margin', async () => {
    const device = await site.open();
    const { page, say } = device;
    await signInToDemo(device);
    await openChart(device, 'EURUSD');
    await openTicket(device);
    const lots = (): Locator =>
      ticketOf(device).getByRole('textbox', { name: new RegExp(`^${say('trade.ticket.lots')}`) });
    await ticketOf(device).getByRole('button', { name: '1:100', exact: true }).click();
    await ticketOf(device).getByRole('button', { name: '50%', exact: true }).click();
    await expect.poll(async () => Number(await lots().inputValue())).toBeGreaterThan(1);
    await lots().fill('0.37');
    await openChart(device, 'GBPUSD');
    await expect.poll(() => lots().inputValue()).toBe('0.01');
    await page.reload();
    await openChart(device, 'EURUSD');
    await openTicket(device);
    await expect.poll(() => lots().inputValue()).toBe('0.37');
    const leverage = ticketOf(device).getByRole('button', { name: '1:100', exact: true });
    expect(await leverage.getAttribute('aria-pressed')).toBe('true');
    await device.context.close();
  });
});

describe('the trader’s settings', () => {
  it('one tap is off until it is confirmed; then a double tap is one order, told by a toast', async () => {
    const device = await site.open();
    const { page, say } = device;
    await signInToDemo(device);
    await openChart(device, 'EURUSD');
    expect(await page.getByTestId('one-tap').count()).toBe(0);
    await device.open('/mine/system');
    await page.getByRole('switch', { name: say('trade.oneTap.title') }).click();
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: say('trade.oneTap.turnOn') })
      .click();
    await expect
      .poll(() => page.getByRole('switch', { name: say('trade.oneTap.title') }).getAttribute('aria-checked'))
      .toBe('true');
    await device.shot('settings');
    await device.open('/trade');
    const bar = page.getByTestId('one-tap').filter({ visible: true });
    await bar.getByText(say('trade.oneTap.mark')).waitFor();
    await device.shot('one-tap');
    await (await Touch.of(page)).doubleTap(await pointIn(bar.locator('[data-side=sell]'), 0.5, 0.5));
    await page.getByText(new RegExp(`${say('trade.side.sell')}.*0\\.01 EUR/USD.*\\d\\.\\d{5}`)).waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(await positions(device)).toHaveLength(1);
    // Another account of the device starts without it.
    await device.open('/mine/system');
    await page.getByRole('button', { name: say('user.logout') }).click();
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: say('user.logout') })
      .click();
    await page.waitForURL(/#\/$/);
    await device.open('/trade');
    await page.locator('[data-side=sell]').filter({ visible: true }).waitFor();
    expect(await page.getByTestId('one-tap').count()).toBe(0);
    expect(device.troubles).toEqual([]);
    await device.context.close();
  });

  it('asks before sending, shows a toast, hides the balance everywhere, and has two decimals', async () => {
    const device = await site.open();
    const { page, say } = device;
    await signInToDemo(device);
    await device.open('/mine/system');
    await page.getByRole('switch', { name: say('trade.prefs.confirm') }).click();
    await page.getByText(say('trade.prefs.toast')).click();
    await page.getByRole('switch', { name: say('trade.prefs.twoDecimals') }).click();
    await openChart(device, 'EURUSD');
    await openTicket(device);
    const submit = sendButton(ticketOf(device), say);
    await expect.poll(() => submit.isEnabled()).toBe(true);
    await submit.click();
    await page.getByRole('alertdialog').getByText(say('trade.confirm.title')).waitFor();
    expect(await positions(device)).toHaveLength(0);
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: say('trade.confirm.send') })
      .click();
    await page.getByText(/0\.01 EUR\/USD.*\d\.\d{5}/).waitFor();
    expect(await positions(device)).toHaveLength(1);

    await device.open('/order?type=1');
    const main = page.locator('main').filter({ visible: true });
    await orderRows(page, 'EUR/USD').waitFor();
    await expect
      .poll(() => orderRows(page, 'EUR/USD').locator('.figure').first().textContent())
      .toMatch(/\d\.\d\d\s?USD$/);
    await expect.poll(() => main.textContent()).toMatch(/(?:99,9|100,0)\d\d\.\d\d/);
    await page
      .getByRole('button', { name: say('user.hideBalance') })
      .filter({ visible: true })
      .click();
    for (const route of ['/order?type=1', '/user', '/mine/statement', '/mine/history']) {
      await device.open(route);
      await main.getByText('••••••').filter({ visible: true }).first().waitFor();
      expect(await main.textContent()).not.toMatch(/\d{2,3},\d{3}\.\d/);
    }
    await openChart(device, 'EURUSD');
    await openTicket(device);
    await expect.poll(() => ticketOf(device).locator('dl').first().textContent()).toContain('••••••');
    await device.context.close();
  });
});

describe('rows of orders', () => {
  it('keep one height and cut nothing on phones of 320, 360 and 375 px, whatever the figures', async () => {
    const device = await site.open();
    const { page } = device;
    await signInToDemo(device);
    const { data: list } = (await call(device, '/v1/api/forex/trade_list')) as unknown as {
      data: { Id: number; Code: string }[];
    };
    const sizes: Readonly<Record<string, string>> = { EURUSD: '0.01', USDJPY: '0.50', XAUUSD: '4.00', GBPJPY: '5.00' };
    for (const [code, cont] of Object.entries(sizes)) {
      const order = {
        type: code === 'USDJPY' ? 2 : 1,
        cont,
        forex_id: list.find((one) => one.Code === code)?.Id,
        multiple: '100',
        status: '1',
      };
      expect(await call(device, '/v1/api/forex/submit', order)).toMatchObject({ reason: 'ok' });
    }
    for (const width of [320, 360, 375]) {
      await page.setViewportSize({ width, height: 740 });
      await device.open('/order?type=1');
      await page.reload();
      await expect.poll(() => orderRows(page).count()).toBe(4);
      // The longest figures that a row can have, in place of the present ones.
      await page.getByTestId('order').evaluateAll((rows) => {
        for (const row of rows.slice(0, 2)) {
          const result = row.querySelector('.figure');
          if (result !== null) result.textContent = '▼ −1,234,567.891234 USD';
        }
      });
      const boxes = await page
        .getByTestId('order')
        .evaluateAll((rows) =>
          rows.map((row) => ({ height: row.getBoundingClientRect().height, cut: row.scrollWidth > row.clientWidth })),
        );
      await device.shot(`rows-${String(width)}`);
      expect(new Set(boxes.map(({ height }) => height)).size).toBe(1);
      expect(boxes.some(({ cut }) => cut)).toBe(false);
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    }
    await device.context.close();
  });
});

it('a chart that could not be loaded offers to try again above an open ticket too', async () => {
  const device = await site.open();
  const { page, say, shot } = device;
  await page.route('**/forex/kline**', (route) => route.fulfill({ status: 500, body: '' }));
  await openChart(device, 'EURUSD');
  await openTicket(device);
  const chart = page.getByRole('alert').filter({ hasText: say('trade.chart.failed') });
  const retry = chart.getByRole('button', { name: say('common.retry') });
  await ticketOf(device).waitFor();
  await shot('chart-failed');
  // Its centre is what a finger meets: neither the ticket nor the edge of the chart hides it.
  await expect
    .poll(() =>
      retry.evaluate((button) => {
        const { x, y, width, height } = button.getBoundingClientRect();
        return button.contains(document.elementFromPoint(x + width / 2, y + height - 2));
      }),
    )
    .toBe(true);
  await page.unroute('**/forex/kline**');
  await retry.click();
  await chart.waitFor({ state: 'detached' });
  await device.context.close();
});
