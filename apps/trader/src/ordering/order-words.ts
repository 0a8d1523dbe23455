import type { OrderRecord } from '@fairlot/client';
import type { OrderKind, Side } from '@fairlot/domain';

const REASONS = [
  'client',
  'stop_loss',
  'take_profit',
  'stop_out',
  'demo_reset',
  'insufficient_margin',
  'negative_balance',
] as const;
type ReasonKey = `orders.reason.${(typeof REASONS)[number] | 'unknown'}`;

/** The catalogue's key for why an order ended. A reason that this version does not know is said to be another one. */
export function reasonKey(reason: string | null): ReasonKey {
  return `orders.reason.${REASONS.find((known) => known === reason) ?? 'unknown'}`;
}

/** A key that names an order by its side and, while it waits, its kind. */
export type OrderNameKey =
  'orders.buy' | 'orders.sell' | 'orders.buyLimit' | 'orders.sellLimit' | 'orders.buyStop' | 'orders.sellStop';

/** The catalogue's key for a pending order that is being written; one that equals the market is plainly a buy or a sell. */
export function pendingNameKey(side: Side, kind: OrderKind | undefined): OrderNameKey {
  if (kind === undefined || kind === 'market') return `orders.${side}`;
  return `orders.${side}${kind === 'limit' ? 'Limit' : 'Stop'}`;
}

/** The catalogue's key for what an order is: its side and, while it waits for its price, its kind. */
export function orderNameKey(order: Pick<OrderRecord, 'OrderType' | 'Kind' | 'Price'>): OrderNameKey {
  const side = order.OrderType === 1 ? 'buy' : 'sell';
  // An order that never opened has no price; one that did is a position, whatever it began as.
  return pendingNameKey(side, /[1-9]/.test(order.Price) ? undefined : order.Kind);
}
