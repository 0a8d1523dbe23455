import { MOST_EXPIRY_MS, isExpired } from '@fairlot/domain';
import type { AmendOrder, Expire } from '../command.ts';
import { invariant } from '../core/invariant.ts';
import { orderOf } from '../core/fold.ts';
import type { Order } from '../core/state.ts';
import type { Work } from '../core/work.ts';
import type { Outcome, Refusal } from '../outcome.ts';
import { burstRefusal } from './dealing.ts';
import { cancelPending } from './ending.ts';
import { DONE, refuse } from './outcomes.ts';
import { limitAfter } from './stop-limit.ts';

/** Ends pending orders whose expiry has come. */
export function expire(work: Work, { orders }: Expire): Outcome {
  for (const id of orders) {
    const order = orderOf(work.state, id);
    invariant(
      order.status === 'pending' && isExpired(order.expiresAt, work.time),
      () => `order ${id} ends before its expiry`,
    );
    cancelPending(work, order, 'expired');
  }
  return DONE;
}

/** Refuses an expiry that has passed, or that is more than a year away. */
export function expiryRefusal(work: Work, expiresAt: number | undefined): Refusal | undefined {
  if (expiresAt === undefined) return undefined;
  if (isExpired(expiresAt, work.time)) return 'expiry_passed';
  return expiresAt > work.time + MOST_EXPIRY_MS ? 'expiry_too_far' : undefined;
}

/** The refusal of an amendment for the expiry of the order, or for the wished one. */
export function amendedExpiryRefusal(work: Work, order: Order, { expiresAt }: AmendOrder): Refusal | undefined {
  if (isExpired(order.expiresAt, work.time)) return 'order_not_pending';
  return expiresAt === 0 ? undefined : expiryRefusal(work, expiresAt);
}

/** True for an amendment that changes nothing but the expiry. */
export function changesOnlyExpiry(order: Order, command: AmendOrder): boolean {
  const { target, kind, stops, expiresAt } = command;
  const limit = order.kind === 'stop' ? order.limitPrice : undefined;
  const moves =
    target !== order.target || (kind !== undefined && kind !== order.kind) || limitAfter(order, command) !== limit;
  return expiresAt !== undefined && !moves && stops === 'kept';
}

/** Replaces the expiry alone. Allowed while the market is closed, but not in a burst, which may have reached the order. */
export function changeExpiry(work: Work, order: Order, command: AmendOrder): Outcome {
  const refusal = burstRefusal(work, order.instrument);
  if (refusal !== undefined) return refuse(refusal);
  replaceExpiry(work, order, command);
  return DONE;
}

/** Replaces the expiry of an order, if the command names one. */
export function replaceExpiry(work: Work, order: Order, { expiresAt }: AmendOrder): void {
  if (expiresAt === undefined) return;
  work.touch(order.account);
  work.emit({
    type: 'expiryChanged',
    order: order.id,
    account: order.account.id,
    ...(expiresAt !== 0 && { expiresAt }),
  });
}
