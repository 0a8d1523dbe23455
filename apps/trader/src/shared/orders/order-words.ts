import type { Order } from '@fairlot/client';
import type { OrderKind, Side } from '@fairlot/domain';

const REASONS = [
  'client',
  'staff',
  'stop_loss',
  'take_profit',
  'stop_out',
  'demo_reset',
  'insufficient_margin',
  'negative_balance',
] as const;
type ReasonKey = `orders.reason.${(typeof REASONS)[number] | 'unknown'}`;

/** Catalogue key for the reason that ended an order. Unknown reasons map to `unknown`. */
export function reasonKey(reason: string | null): ReasonKey {
  return `orders.reason.${REASONS.find((known) => known === reason) ?? 'unknown'}`;
}

/** Catalogue key for an order's name: its side and, while pending, its kind. */
export type OrderNameKey =
  'orders.buy' | 'orders.sell' | 'orders.buyLimit' | 'orders.sellLimit' | 'orders.buyStop' | 'orders.sellStop';

/** Catalogue key for an order being written. A target equal to the market price gives a plain buy or sell. */
export function pendingNameKey(side: Side, kind: OrderKind | undefined): OrderNameKey {
  if (kind === undefined || kind === 'market') return `orders.${side}`;
  return `orders.${side}${kind === 'limit' ? 'Limit' : 'Stop'}`;
}

/** Catalogue key for an order's name: its side and, while pending, its kind. */
export function orderNameKey({ side, kind, openPrice }: Pick<Order, 'side' | 'kind' | 'openPrice'>): OrderNameKey {
  // An opened order is a position, whatever its kind was.
  return pendingNameKey(side, openPrice === undefined ? kind : undefined);
}
