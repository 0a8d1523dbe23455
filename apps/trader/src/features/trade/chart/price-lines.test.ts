import type { PreviewMarket } from '@fairlot/client';
import { expect, it } from 'vitest';
import { testOrder } from '../../../ordering/order.testkit.ts';
import { orderLines } from './price-lines.ts';

// The lines of stops alone ask for it.
const NO_MARKET = { instrument: { conversion: null } } as PreviewMarket;
const words = { name: (key: string) => key, stopLoss: 'SL', takeProfit: 'TP' };
const position = testOrder({ Id: 7, Status: 1, FactProfits: '1.50', TargetLossPrice: '0', TargetProfitPrice: '0' });
const own = (current: boolean, profit?: string) =>
  orderLines(position, { market: NO_MARKET, words, resultOf: () => profit, current })[0]?.result;

it('a position’s line has its result, coloured as long as it is of now', () => {
  expect([own(true, '-2.00')?.sign, own(true)?.sign, own(false, '-2.00')?.sign, own(false)?.sign]).toEqual([
    -1, 1, 0, 0,
  ]);
  expect(own(false, '-2.00')?.text).toBe(own(true, '-2.00')?.text);
});

const labelOf = (given: Parameters<typeof testOrder>[0]): string | undefined =>
  orderLines(testOrder({ Quantity: '0.5', TargetLossPrice: '0', TargetProfitPrice: '0', ...given }), {
    market: NO_MARKET,
    words,
    resultOf: () => undefined,
    current: true,
  })[0]?.label;

it('an order has one name on its line and in the lists', () => {
  expect(labelOf({ Status: 0, Kind: 'stop', OrderType: 2, Price: '0', OriginPrice: '1.2' })).toBe(
    'orders.sellStop 0.50',
  );
  expect(labelOf({ Status: 1, Kind: 'limit', OrderType: 1, Price: '1.1', OriginPrice: '1.1' })).toBe('orders.buy 0.50');
});
