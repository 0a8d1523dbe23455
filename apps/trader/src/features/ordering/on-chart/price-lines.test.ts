import type { PreviewMarket } from '@fairlot/client';
import { asPrice, lots, money, price } from '@fairlot/domain';
import { expect, it } from 'vitest';
import { testOrder } from '../order.testkit.ts';
import { orderLines } from './price-lines.ts';

// Only the lines of levels read the market.
const NO_MARKET = { instrument: { conversion: null, pricePrecision: 5, unitsPerLot: 100_000n } } as PreviewMarket;
const words = {
  name: (key: string) => key,
  stopLoss: 'SL',
  takeProfit: 'TP',
  trailing: 'SL trailing',
  guaranteed: 'SL guaranteed',
};
const position = testOrder({ id: 7, profit: money('1.50') });
const own = (current: boolean, profit?: string) =>
  orderLines(position, { market: NO_MARKET, words, resultOf: () => profit, current })[0]?.result;

it('shows a position’s result, coloured only while it is current', () => {
  expect([own(true, '-2.00')?.sign, own(true)?.sign, own(false, '-2.00')?.sign, own(false)?.sign]).toEqual([
    -1, 1, 0, 0,
  ]);
  expect(own(false, '-2.00')?.text).toBe(own(true, '-2.00')?.text);
});

const labelOf = (given: Parameters<typeof testOrder>[0]): string | undefined =>
  orderLines(testOrder({ lots: lots('0.5'), ...given }), {
    market: NO_MARKET,
    words,
    resultOf: () => undefined,
    current: true,
  })[0]?.label;

it('names an order on its line as in the lists', () => {
  expect(labelOf({ status: 'pending', kind: 'stop', side: 'sell', openPrice: undefined, target: price('1.2') })).toBe(
    'orders.sellStop 0.50',
  );
  expect(labelOf({ status: 'open', kind: 'limit', openPrice: price('1.1'), target: price('1.1') })).toBe(
    'orders.buy 0.50',
  );
});

const stopLabel = (given: Parameters<typeof testOrder>[0]): string | undefined =>
  orderLines(testOrder({ id: 7, stopLoss: price('1.05'), ...given }), {
    market: NO_MARKET,
    words,
    resultOf: () => undefined,
    current: true,
  }).find(({ id }) => id === '7-stopLoss')?.label;

it('says on the line of a stop-loss whether it trails or is guaranteed, also for no premium', () => {
  expect([
    stopLabel({}),
    stopLabel({ trailing: price('0.01') }),
    stopLabel({ premium: price('0.0002') }),
    stopLabel({ premium: asPrice(0n) }),
  ]).toEqual(['SL', 'SL trailing', 'SL guaranteed', 'SL guaranteed']);
});
