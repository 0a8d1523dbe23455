import type { Order } from '@fairlot/client';
import { parsePrice } from '@fairlot/domain';
import type { Price } from '@fairlot/domain';
import type { LineTouch } from '../../../chart/chart-port.ts';
import type { LevelName } from '../form/levels.ts';

/** The price of an order that a line stands for. */
export type MovePart = LevelName | 'target';

/** A dragged but unsent change of an order's line. */
export interface Move {
  readonly order: Order;
  readonly part: MovePart;
  /** undefined removes the level. */
  readonly price: Price | undefined;
}

const LINE = /^(\d+)(?:-(stopLoss|takeProfit))?$/;

/** Id of the line of an order, or of its stop-loss or take-profit. */
export function lineId(order: number, level?: LevelName): string {
  return level === undefined ? `${order}` : `${order}-${level}`;
}

/**
 * Converts a drag into a move; undefined if the line belongs to no order. Dragging the line of an open position creates
 * the level that belongs on that side of the current closing price.
 */
export function moveOf(
  touch: Pick<LineTouch, 'id' | 'price'>,
  orders: readonly Order[],
  closingNow: (order: Order) => number,
): Move | undefined {
  const [, id, level] = LINE.exec(touch.id) ?? [];
  const order = orders.find((one) => `${one.id}` === id);
  if (order === undefined) return undefined;
  const price = parsePrice(touch.price.toFixed(order.instrument.pricePrecision), order.instrument);
  if (level === 'stopLoss' || level === 'takeProfit') return { order, part: level, price };
  if (order.status === 'pending') return { order, part: 'target', price };
  const gains = touch.price > closingNow(order) === (order.side === 'buy');
  return { order, part: gains ? 'takeProfit' : 'stopLoss', price };
}

/**
 * Applies a move to the current order, which another device may have changed since the drag; sending must not undo
 * that. Undefined if the order has ended, or if a moved target has been filled.
 */
export function moveNow(move: Move, orders: readonly Order[]): Move | undefined {
  const order = orders.find(({ id }) => id === move.order.id);
  if (order === undefined || (move.part === 'target' && order.status !== 'pending')) return undefined;
  return order === move.order ? move : { ...move, order };
}

/** The order after the move. */
export function movedOrder({ order, part, price }: Move): Order {
  return { ...order, [part]: price };
}

/** The price before the move; undefined if there was none. */
export function priceBefore({ order, part }: Move): Price | undefined {
  return order[part];
}
