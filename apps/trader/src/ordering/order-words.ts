import type { OrderRecord } from '@fairlot/client';

const REASONS = ['client', 'stop_loss', 'take_profit', 'stop_out', 'demo_reset', 'insufficient_margin', 'negative_balance'] as const;
type ReasonKey = `orders.reason.${(typeof REASONS)[number] | 'unknown'}`;

/** The catalogue's key for why an order ended. A reason that this version does not know is said to be another one. */
export function reasonKey(reason: string | null): ReasonKey {
  return `orders.reason.${REASONS.find((known) => known === reason) ?? 'unknown'}`;
}

type SideKey = 'orders.buy' | 'orders.sell' | 'orders.buyLimit' | 'orders.sellLimit' | 'orders.buyStop' | 'orders.sellStop';

/** The catalogue's key for what an order is: its side and, while it waits for its price, its kind. */
export function orderNameKey(order: Pick<OrderRecord, 'OrderType' | 'Kind' | 'Price'>): SideKey {
  const side = order.OrderType === 1 ? 'buy' : 'sell';
  // An order that never opened has no price; one that did is a position, whatever it began as.
  if (order.Kind === 'market' || /[1-9]/.test(order.Price)) return `orders.${side}`;
  return `orders.${side}${order.Kind === 'limit' ? 'Limit' : 'Stop'}`;
}
