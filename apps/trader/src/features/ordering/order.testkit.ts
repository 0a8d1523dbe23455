import type { Order } from '@fairlot/client';
import { lots, money, price } from '@fairlot/domain';

/** An open buy of EURUSD for tests, with overrides. */
export function testOrder(change: Partial<Order> = {}): Order {
  return {
    id: 1,
    instrument: {
      id: 7,
      code: 'EURUSD',
      showCode: 'EUR/USD',
      logo: '',
      pricePrecision: 5,
      unitsPerLot: 100_000n,
    },
    side: 'buy',
    kind: 'market',
    status: 'open',
    lots: lots('0.10'),
    leverage: 100,
    target: undefined,
    openPrice: price('1.10010'),
    closePrice: price('1.10000'),
    profit: money('-1'),
    margin: money('110.01'),
    fee: money('0.35'),
    swap: money('0'),
    stopLoss: undefined,
    takeProfit: undefined,
    placedAt: '2026-01-05T10:00:00.000Z',
    openedAt: '2026-01-05T10:00:00.000Z',
    endedAt: null,
    endReason: null,
    openQuote: null,
    closeQuote: null,
    terms: null,
    parent: null,
    ...change,
  };
}
