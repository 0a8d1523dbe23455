import type { Order } from '@fairlot/client';
import type { OrderKind, Side } from '@fairlot/domain';

const REASONS = [
  'client',
  'staff',
  'opposite',
  'stop_loss',
  'take_profit',
  'stop_out',
  'demo_reset',
  'insufficient_margin',
  'negative_balance',
  'expired',
  'oco',
] as const;
type ReasonKey = `orders.reason.${(typeof REASONS)[number] | 'unknown'}`;

/** Catalogue key for the reason that ended an order. Unknown reasons map to `unknown`. */
export function reasonKey(reason: string | null): ReasonKey {
  return `orders.reason.${REASONS.find((known) => known === reason) ?? 'unknown'}`;
}

/** Catalogue key for an order's name: its side and, while pending, its kind. */
export type OrderNameKey = `orders.${Side}${'' | 'Limit' | 'Stop' | 'StopLimit'}`;

/**
 * Catalogue key for an order being written. A target equal to the market price gives a plain buy or sell. `limited`: a
 * stop becomes a limit order when it is reached beyond its limit.
 */
export function pendingNameKey(
  side: Side,
  kind: OrderKind | 'stop_limit' | undefined,
  limited = kind === 'stop_limit',
): OrderNameKey {
  if (kind === undefined || kind === 'market') return `orders.${side}`;
  if (kind === 'limit') return `orders.${side}Limit`;
  return limited ? `orders.${side}StopLimit` : `orders.${side}Stop`;
}

/** Catalogue key for an order's name: its side and, while pending, its kind. */
export function orderNameKey({
  side,
  kind,
  openPrice,
  limitPrice,
}: Pick<Order, 'side' | 'kind' | 'openPrice' | 'limitPrice'>): OrderNameKey {
  // An opened order is a position, whatever its kind was.
  return pendingNameKey(side, openPrice === undefined ? kind : undefined, limitPrice !== undefined);
}
