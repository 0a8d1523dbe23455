import type { PendingKind } from './triggers.ts';

/** An order's status. `pending` and `open` are alive; `closed` and `cancelled` are final. */
export type OrderStatus = 'pending' | 'open' | 'closed' | 'cancelled';

/** The statuses that may follow each status. */
const NEXT: Readonly<Record<OrderStatus, readonly OrderStatus[]>> = {
  pending: ['open', 'cancelled'],
  open: ['closed'],
  closed: [],
  cancelled: [],
};

/** True when an order may change from one status to another. */
export function mayBecome(from: OrderStatus, to: OrderStatus): boolean {
  return NEXT[from].includes(to);
}

/** The kind of an order: at the market's price, or pending as a limit or stop. */
export type OrderKind = 'market' | PendingKind;

/** The name of an order’s kind: a stop with a limit is a stop-limit order, also when it has been filled. */
export function kindName(kind: OrderKind, limitPrice: bigint | null | undefined): OrderKind | 'stop_limit' {
  return kind === 'stop' && limitPrice !== null && limitPrice !== undefined ? 'stop_limit' : kind;
}

/**
 * The reason why a position was closed. `staff`: the house closed it for the client. `opposite`: it was closed by an
 * opposite position.
 */
export type CloseReason = 'client' | 'staff' | 'opposite' | 'stop_loss' | 'take_profit' | 'stop_out' | 'demo_reset';

/**
 * The reason why a pending order was cancelled. `insufficient_margin`: the market reached its target, but the account
 * lacked the margin. `expired`: the time came until which it was good. `oco`: the order that it is
 * linked with was reached or cancelled.
 */
export type CancelReason =
  'client' | 'staff' | 'insufficient_margin' | 'stop_out' | 'demo_reset' | 'negative_balance' | 'expired' | 'oco';
