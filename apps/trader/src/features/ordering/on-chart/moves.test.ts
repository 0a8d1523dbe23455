import type { Order } from '@fairlot/client';
import { price } from '@fairlot/domain';
import { describe, expect, it } from 'vitest';
import { testOrder } from '../order.testkit.ts';
import { lineId, moveNow, moveOf, movedOrder, priceBefore } from './moves.ts';

const buy = testOrder({ id: 7, stopLoss: price('1.07') });
const sell: Order = { ...buy, id: 8, side: 'sell' };
const waiting: Order = { ...buy, id: 9, status: 'pending', target: price('1.05') };
const orders = [buy, sell, waiting];
const at = (id: string, dropped: number) => moveOf({ id, price: dropped }, orders, () => 1.08);

describe('a dragged line', () => {
  it('moves its stop-loss or take-profit', () => {
    expect(at(lineId(7, 'stopLoss'), 1.0712345)).toMatchObject({ part: 'stopLoss', price: price('1.07123') });
    expect(at(lineId(8, 'takeProfit'), 1.05)).toMatchObject({
      order: { id: 8 },
      part: 'takeProfit',
      price: price('1.05'),
    });
  });

  it('of a position creates the level that belongs on that side of the market', () => {
    expect(at(lineId(7), 1.09)?.part).toBe('takeProfit');
    expect(at(lineId(7), 1.07)?.part).toBe('stopLoss');
    expect(at(lineId(8), 1.09)?.part).toBe('stopLoss');
    expect(at(lineId(8), 1.07)?.part).toBe('takeProfit');
  });

  it('of a pending order moves its target', () => {
    const move = at(lineId(9), 1.06);
    expect(move).toMatchObject({ part: 'target', price: price('1.06') });
    expect(move && priceBefore(move)).toBe(price('1.05'));
    expect(move && movedOrder(move).target).toBe(price('1.06'));
  });

  it('that belongs to no order is ignored', () => {
    expect([at('draft', 1), at('99', 1), at('7-x', 1)]).toEqual([undefined, undefined, undefined]);
  });

  it('changes only one price of the order', () => {
    const move = at(lineId(7, 'stopLoss'), 1.06);
    expect(move === undefined ? undefined : movedOrder(move)).toEqual({ ...buy, stopLoss: price('1.06') });
  });

  it('applies to the current order, even if another device changed it after the drag', () => {
    const [level, target] = [at(lineId(7, 'stopLoss'), 1.06), at(lineId(9), 1.06)];
    if (level === undefined || target === undefined) throw new Error('a line of an order is a move');
    expect(moveNow(level, [{ ...buy, takeProfit: price('1.2') }])).toMatchObject({
      part: 'stopLoss',
      price: price('1.06'),
      order: { takeProfit: price('1.2') },
    });
    expect(moveNow(target, [{ ...waiting, stopLoss: price('1.01') }])).toMatchObject({
      price: price('1.06'),
      order: { stopLoss: price('1.01') },
    });
    // An unchanged order keeps the same object, so that nothing renders again.
    expect(moveNow(level, orders)).toBe(level);
    expect([moveNow(level, [sell]), moveNow(target, [{ ...waiting, status: 'open' }])]).toEqual([undefined, undefined]);
  });
});
