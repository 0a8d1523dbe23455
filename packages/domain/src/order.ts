import type { PendingKind } from './triggers.ts';

/** Where an order stands. `pending` and `open` are alive; the others are final. */
export type OrderStatus = 'pending' | 'open' | 'closed' | 'cancelled';

/** Which status may follow which. */
const NEXT: Readonly<Record<OrderStatus, readonly OrderStatus[]>> = {
  pending: ['open', 'cancelled'],
  open: ['closed'],
  closed: [],
  cancelled: [],
};

/** Whether an order may pass from one status to another. */
export function mayBecome(from: OrderStatus, to: OrderStatus): boolean {
  return NEXT[from].includes(to);
}

/** How an order came to ask for its price. */
export type OrderKind = 'market' | PendingKind;

/** Why a position was closed. */
export type CloseReason = 'client' | 'stop_loss' | 'take_profit' | 'stop_out' | 'demo_reset';

/** Why a pending order was cancelled. `insufficient_margin`: its target was met, but the account could not carry it. */
export type CancelReason = 'client' | 'insufficient_margin' | 'stop_out' | 'demo_reset' | 'negative_balance';
