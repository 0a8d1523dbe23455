import { describe, expect, it } from 'vitest';
import { testOrder } from '../../../ordering/order.testkit.ts';
import { lineId, moveNow, moveOf, movedOrder, priceBefore } from './moves.ts';

const buy = testOrder({ Id: 7, TargetLossPrice: '1.07' });
const sell = { ...buy, Id: 8, OrderType: 2 };
const waiting = { ...buy, Id: 9, Status: 0, OriginPrice: '1.05' };
const orders = [buy, sell, waiting];
const at = (id: string, price: number) => moveOf({ id, price }, orders, () => 1.08);

describe('what a dragged line means', () => {
  it('moves the stop or target that it is', () => {
    expect(at(lineId(7, 'stopLoss'), 1.0712345)).toMatchObject({ part: 'stopLoss', price: '1.07123' });
    expect(at(lineId(8, 'takeProfit'), 1.05)).toMatchObject({ order: { Id: 8 }, part: 'takeProfit', price: '1.05000' });
  });

  it('draws out of a position what lies on that side of the market', () => {
    expect(at(lineId(7), 1.09)?.part).toBe('takeProfit');
    expect(at(lineId(7), 1.07)?.part).toBe('stopLoss');
    expect(at(lineId(8), 1.09)?.part).toBe('stopLoss');
    expect(at(lineId(8), 1.07)?.part).toBe('takeProfit');
  });

  it('moves the price of an order that waits', () => {
    const move = at(lineId(9), 1.06);
    expect(move).toMatchObject({ part: 'target', price: '1.06000' });
    expect(move === undefined ? '' : priceBefore(move)).toBe('1.05');
    expect(move === undefined ? '' : movedOrder(move).OriginPrice).toBe('1.06000');
  });

  it('means nothing on lines that are no order’s', () => {
    expect([at('draft', 1), at('99', 1), at('7-x', 1)]).toEqual([undefined, undefined, undefined]);
  });

  it('changes one thing of the order alone', () => {
    const move = at(lineId(7, 'stopLoss'), 1.06);
    expect(move === undefined ? undefined : movedOrder(move)).toEqual({ ...buy, TargetLossPrice: '1.06000' });
  });

  it('is on the order as it is when it is sent, whatever another device did since the drag', () => {
    const [level, target] = [at(lineId(7, 'stopLoss'), 1.06), at(lineId(9), 1.06)];
    if (level === undefined || target === undefined) throw new Error('a line of an order is a move');
    expect(moveNow(level, [{ ...buy, TargetProfitPrice: '1.2' }])).toMatchObject({
      part: 'stopLoss',
      price: '1.06000',
      order: { TargetProfitPrice: '1.2' },
    });
    expect(moveNow(target, [{ ...waiting, TargetLossPrice: '1.01' }])).toMatchObject({
      price: '1.06000',
      order: { TargetLossPrice: '1.01' },
    });
    // The same order is the same move, so that nothing is drawn again.
    expect(moveNow(level, orders)).toBe(level);
    expect([moveNow(level, [sell]), moveNow(target, [{ ...waiting, Status: 1 }])]).toEqual([undefined, undefined]);
  });
});
