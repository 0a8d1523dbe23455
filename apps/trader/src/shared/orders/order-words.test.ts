import { price } from '@fairlot/domain';
import { expect, it } from 'vitest';
import { orderNameKey } from './order-words.ts';

const pending = { side: 'sell', openPrice: undefined, limitPrice: undefined } as const;

it('an order is named by its side and, while pending, by its kind', () => {
  expect(orderNameKey({ ...pending, kind: 'limit' })).toBe('orders.sellLimit');
  expect(orderNameKey({ ...pending, kind: 'stop' })).toBe('orders.sellStop');
  expect(orderNameKey({ ...pending, kind: 'stop', limitPrice: price('1.1') })).toBe('orders.sellStopLimit');
  // Reached beyond its limit, it waits there as a limit order.
  expect(orderNameKey({ ...pending, kind: 'limit', limitPrice: price('1.1') })).toBe('orders.sellLimit');
  expect(orderNameKey({ ...pending, kind: 'stop', limitPrice: price('1.1'), openPrice: price('1') })).toBe(
    'orders.sell',
  );
});
