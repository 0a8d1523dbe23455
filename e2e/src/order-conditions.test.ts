import { isolate } from '@fairlot/i18n';
import { beforeAll, expect, it } from 'vitest';
import { avoidEndOfTradingDay } from '../../tools/src/testing/moment.ts';
import { signInToDemo } from './support/device.ts';
import type { DeviceOptions } from './support/device.ts';
import { call, openChart, recordOf } from './support/orders.ts';
import { testApp } from './support/test-app.ts';

// Orders of these journeys end with the trading day.
beforeAll(avoidEndOfTradingDay);
const { open } = testApp();

interface Record {
  readonly Id: number;
  readonly OriginPrice: string;
  readonly ExpiresAt: number | null;
  readonly LinkedOrder: number | null;
  readonly EndReason: string | null;
}

/** Far from every price of the simulated market. */
const BELOW = '0.50000';
const ABOVE = '3.00000';
/** 1,000 pips below the second order. */
const OTHER_STOP = '2.90000';

const LOOKS: readonly DeviceOptions[] = [{ language: 'en' }, { language: 'ar', scheme: 'dark' }];

it.each(LOOKS)(
  'places two linked orders until the day’s end, shows the link and cancels both ($language)',
  async (look) => {
    const device = await open(look);
    const { page, say, shot } = device;
    await signInToDemo(device);
    const orders = async (status: 0 | 3): Promise<readonly Record[]> =>
      (
        (await call(device, `/v1/api/forex/my_deal?status=${String(status)}&page=1`)) as unknown as {
          data: { data: Record[] };
        }
      ).data.data;

    await openChart(device, 'EURUSD');
    await page.locator('button[data-side=buy]').filter({ visible: true }).first().click();
    const form = page.getByRole('form', { name: say('trade.ticket.title', { code: 'EUR/USD' }) });
    await form.getByRole('radio', { name: say('trade.ticket.pending') }).click();
    await form.getByRole('textbox', { name: say('trade.ticket.target') }).fill(BELOW);
    await form.getByRole('radio', { name: say('trade.ticket.condition.day') }).click();
    await form.getByText(say('trade.ticket.condition.dayHint')).waitFor();
    await form.getByRole('switch', { name: say('trade.ticket.condition.linked') }).click();
    await form.getByRole('textbox', { name: say('trade.ticket.condition.otherPrice') }).fill(ABOVE);
    // The second order has a stop-loss of its own; the first has none.
    const second = form.getByRole('group', { name: say('trade.ticket.condition.otherPrice') });
    await second.getByRole('switch', { name: say('trade.ticket.stopLoss') }).click();
    await second.getByRole('textbox', { name: say('trade.ticket.stopLoss') }).fill(OTHER_STOP);
    await second.getByText(say('trade.ticket.pips', { pips: '1000.0' })).waitFor();
    await shot('conditions');
    await form.getByRole('button', { name: new RegExp(BELOW.replace('.', '\\.')) }).click();
    await page.getByRole('dialog').getByText(say('trade.done.title')).waitFor();
    await expect.poll(() => orders(0)).toHaveLength(2);
    const [other, first] = await orders(0);
    expect(first).toMatchObject({
      OriginPrice: BELOW,
      LinkedOrder: other?.Id,
      ExpiresAt: expect.any(Number),
      TargetLossPrice: '0',
    });
    expect(other).toMatchObject({
      OriginPrice: ABOVE,
      LinkedOrder: first?.Id,
      ExpiresAt: first?.ExpiresAt,
      TargetLossPrice: OTHER_STOP,
      TargetProfitPrice: '0',
    });

    await device.open('/order?type=0');
    await page.locator('main button[aria-haspopup=dialog]:visible').filter({ hasText: ABOVE }).click();
    const sheet = page.getByRole('dialog');
    await sheet.getByText(say('orders.field.expiry'), { exact: true }).first().waitFor();
    await sheet
      .getByText(say('orders.details', { id: first?.Id ?? 0 }), { exact: false })
      .first()
      .waitFor();
    await shot('sheet');
    await call(device, '/v1/api/forex/cancel_trade', { id: other?.Id });
    await expect.poll(() => orders(0)).toEqual([]);
    expect(new Set((await orders(3)).map(({ EndReason }) => EndReason))).toEqual(new Set(['client', 'oco']));
    expect(device.troubles).toEqual([]);
    await device.context.close();
  },
);

it.each([...LOOKS, { language: 'de', size: { width: 1280, height: 800 } }])(
  'changes the trailing distance of a pending order, and moves its levels along with its price ($language)',
  async (look: DeviceOptions) => {
    const device = await open(look);
    const { page, say, shot } = device;
    await signInToDemo(device);
    const { data: list } = (await call(device, '/v1/api/forex/trade_list')) as unknown as {
      data: { Id: number; Code: string }[];
    };
    const { data: placed } = (await call(device, '/v1/api/forex/submit', {
      type: 1,
      cont: '0.10',
      forex_id: list.find(({ Code }) => Code === 'EURUSD')?.Id,
      multiple: '100',
      status: '0',
      kind: 'limit',
      target_price: '0.60000',
      stop_loss_price: '0.59000',
      target_profit_price: '0.62000',
    })) as unknown as { data: { order: { Id: number } } };
    await device.open('/order?type=0');
    await page.locator('main button[aria-haspopup=dialog]:visible').filter({ hasText: '0.60000' }).click();
    const sheet = page.getByRole('dialog');
    await sheet.getByRole('button', { name: say('orders.change') }).click();
    const along = sheet.getByRole('switch', { name: say('trade.ticket.condition.moveLevels') });
    const target = sheet.getByRole('textbox', { name: say('trade.ticket.target') });
    await target.waitFor();
    // An order that stays where it is has nothing to move along.
    expect(await along.count()).toBe(0);
    // Its trailing distance is changed alone or with the levels.
    const trails = sheet.getByRole('switch', { name: say('trade.ticket.trailing.title') });
    await trails.click();
    await sheet.getByRole('textbox', { name: say('trade.ticket.trailing.title') }).fill('50');
    await sheet.getByText(say('trade.ticket.trailing.follows', { distance: isolate('0.00050') })).waitFor();
    await shot('pending-trails');
    await sheet.getByRole('button', { name: say('orders.saveStops') }).click();
    await expect
      .poll(() => recordOf(device, placed.order.Id, 0))
      .toMatchObject({ OriginPrice: '0.60000', TargetLossPrice: '0.59000', TrailingDistance: '0.00050' });
    await sheet.getByRole('button', { name: say('orders.change') }).click();
    await target.fill('0.65');
    await trails.waitFor({ state: 'detached' });
    await along.click();
    await expect
      .poll(() => sheet.getByRole('textbox', { name: say('trade.ticket.stopLoss') }).inputValue())
      .toBe('0.64000');
    await shot('levels-move-along');
    await sheet.getByRole('button', { name: say('orders.saveStops') }).click();
    await expect
      .poll(() => recordOf(device, placed.order.Id, 0))
      .toMatchObject({ OriginPrice: '0.65000', TargetLossPrice: '0.64000', TargetProfitPrice: '0.67000' });
    expect(device.troubles).toEqual([]);
    await device.context.close();
  },
);
