import type { PreviewMarket } from '@fairlot/client';
import { expect, it } from 'vitest';
import { testOrder } from '../../../ordering/order.testkit.ts';
import { orderLines } from './price-lines.ts';

// The lines of stops alone ask for it.
const NO_MARKET = { instrument: { conversion: null } } as PreviewMarket;
const words = { buy: 'Buy', sell: 'Sell', stopLoss: 'SL', takeProfit: 'TP', limit: 'limit', stop: 'stop' };
const position = testOrder({ Id: 7, Status: 1, FactProfits: '1.50', TargetLossPrice: '0', TargetProfitPrice: '0' });
const own = (current: boolean, profit?: string) => orderLines(position, { market: NO_MARKET, words, resultOf: () => profit, current })[0]?.result;

it('a position’s line has its result, coloured as long as it is of now', () => {
  expect([own(true, '-2.00')?.sign, own(true)?.sign, own(false, '-2.00')?.sign, own(false)?.sign]).toEqual([-1, 1, 0, 0]);
  expect(own(false, '-2.00')?.text).toBe(own(true, '-2.00')?.text);
});
