import type { AmendOrder, CancelOrder, ClosePosition, SetStops } from '../command.ts';
import type { Order } from '../core/state.ts';
import { knownMarketOf } from '../core/valuation.ts';
import type { Work } from '../core/work.ts';
import type { Outcome } from '../outcome.ts';
import { dealingRefusal, priceRefusal, protectionReference, protectionRefusal } from './dealing.ts';
import { cancelPending, closeAtMarket } from './ending.ts';
import { coverNegativeBalance } from './negative-balance.ts';
import { DONE, refuse } from './outcomes.ts';
import { levelsAfter, replacing } from './levels.ts';

/** Closes a position at the market, on the client's wish. */
export function closePosition(work: Work, command: ClosePosition): Outcome {
  const order = ownOrder(work, command);
  if (typeof order === 'string') return refuse(order);
  if (order.status !== 'open') return refuse('order_not_open');
  const refusal = dealingRefusal(work, order.listing, knownMarketOf(work, order.listing));
  if (refusal !== undefined) return refuse(refusal);
  closeAtMarket(work, order, 'client');
  coverNegativeBalance(work, order.account);
  return DONE;
}

/** Takes a pending order back; possible while the market is closed, too. */
export function cancelOrder(work: Work, command: CancelOrder): Outcome {
  const order = ownOrder(work, command);
  if (typeof order === 'string') return refuse(order);
  if (order.status !== 'pending') return refuse('order_not_pending');
  cancelPending(work, order, 'client');
  return DONE;
}

/**
 * Replaces the levels of a pending order or a position, both or one. Possible while the market is closed or stale, against
 * the last known quote; nothing fills before the session opens. A level that is kept is not judged again: the market may
 * have passed it since, and is not to stand in the way of the other.
 */
export function setStops(work: Work, command: SetStops): Outcome {
  const order = ownOrder(work, command);
  if (typeof order === 'string') return refuse(order);
  const { terms, quote } = knownMarketOf(work, order.listing);
  const named = replacing(command);
  const slip = priceRefusal(terms, quote, [named.stopLoss, named.takeProfit]);
  if (slip !== undefined) return refuse(slip);
  const reference =
    order.status === 'pending' && order.target !== undefined ? order.target : protectionReference(quote, order.side);
  const misplaced = protectionRefusal(terms, order.side, reference, named);
  if (misplaced !== undefined) return misplaced;
  work.touch(order.account);
  work.emit({ type: 'stopsChanged', order: order.id, account: order.account.id, ...levelsAfter(order, command) });
  return DONE;
}

/** The order that a command is about, or why its sender can't have it. */
export function ownOrder(
  work: Work,
  command: ClosePosition | CancelOrder | SetStops | AmendOrder,
): Order | 'unknown_account' | 'unknown_order' {
  if (!work.state.accounts.has(command.account)) return 'unknown_account';
  const order = work.state.orders.get(command.order);
  return order === undefined || order.account.id !== command.account ? 'unknown_order' : order;
}
