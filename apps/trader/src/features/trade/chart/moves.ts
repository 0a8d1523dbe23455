import type { OrderRecord } from '@fairlot/client';
import type { LineTouch } from '../../../chart/chart-port.ts';
import type { LevelName } from '../../../ordering/levels.ts';

/** What of an order a line stands for. */
export type MovePart = LevelName | 'target';

/** A line of an order that was dragged: what it would become. Nothing has been sent. */
export interface Move {
  readonly order: OrderRecord;
  readonly part: MovePart;
  /** The new price as a decimal; "0" takes a stop or target away. */
  readonly price: string;
}

const LINE = /^(\d+)(?:-(stopLoss|takeProfit))?$/;

/** The name of an order's own line, or of its stop or target. */
export function lineId(order: number, level?: LevelName): string {
  return level === undefined ? `${order}` : `${order}-${level}`;
}

/**
 * What a drag means; undefined for a line that is no order's. From the line of an open position a stop or target is drawn
 * out, whichever lies on that side of the price at which it would close now.
 */
export function moveOf(
  touch: Pick<LineTouch, 'id' | 'price'>,
  orders: readonly OrderRecord[],
  closingNow: (order: OrderRecord) => number,
): Move | undefined {
  const [, id, level] = LINE.exec(touch.id) ?? [];
  const order = orders.find((one) => `${one.Id}` === id);
  if (order === undefined) return undefined;
  const price = touch.price.toFixed(order.ForexTradeLists.PricePrecision);
  if (level === 'stopLoss' || level === 'takeProfit') return { order, part: level, price };
  if (order.Status === 0) return { order, part: 'target', price };
  const gains = touch.price > closingNow(order) === (order.OrderType === 1);
  return { order, part: gains ? 'takeProfit' : 'stopLoss', price };
}

/**
 * The move on its order as it is now: another device may have changed it since the drag, and what is sent must not undo
 * that. Undefined when the order has gone, or has no price to be moved any more because it was filled.
 */
export function moveNow(move: Move, orders: readonly OrderRecord[]): Move | undefined {
  const order = orders.find(({ Id }) => Id === move.order.Id);
  if (order === undefined || (move.part === 'target' && order.Status !== 0)) return undefined;
  return order === move.order ? move : { ...move, order };
}

/** The order as it would be after the move. */
export function movedOrder({ order, part, price }: Move): OrderRecord {
  if (part === 'target') return { ...order, OriginPrice: price };
  return part === 'stopLoss' ? { ...order, TargetLossPrice: price } : { ...order, TargetProfitPrice: price };
}

/** The price that a move began from; "0" where there was none. */
export function priceBefore({ order, part }: Move): string {
  if (part === 'target') return order.OriginPrice;
  return part === 'stopLoss' ? order.TargetLossPrice : order.TargetProfitPrice;
}
