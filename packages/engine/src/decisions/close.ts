import { closingPrice } from '@fairlot/domain';
import type { AmendOrder, CancelOrder, ClosePosition, SetStops } from '../command.ts';
import type { Order } from '../core/state.ts';
import { marketOfOrder } from '../core/valuation.ts';
import type { Work } from '../core/work.ts';
import type { Outcome } from '../outcome.ts';
import {
  burstRefusal,
  dealingRefusal,
  isWorse,
  priceRefusal,
  protectionReference,
  protectionRefusal,
} from './dealing.ts';
import { cancelPending, closeAtMarket } from './ending.ts';
import { levelsAfter, replacing } from './levels.ts';
import { coverNegativeBalance } from './negative-balance.ts';
import { DONE, refuse } from './outcomes.ts';
import { settleSwaps } from './swap.ts';

/** Closes a position at the market, for the client or by staff. */
export function closePosition(work: Work, command: ClosePosition): Outcome {
  const order = ownOrder(work, command);
  if (typeof order === 'string') return refuse(order);
  if (order.status !== 'open') return refuse('order_not_open');
  const market = marketOfOrder(work, order);
  const refusal = dealingRefusal(work, order.instrument, market);
  if (refusal !== undefined) return refuse(refusal);
  // A close deals on the other side.
  const side = order.side === 'buy' ? 'sell' : 'buy';
  if (isWorse(command.worst, side, closingPrice(market.quote, order.side))) return refuse('price_worse_than_accepted');
  settleSwaps(work, order.account);
  closeAtMarket(work, order, command.staff === undefined ? 'client' : 'staff');
  coverNegativeBalance(work, order.account);
  return DONE;
}

/** Cancels a pending order. Allowed while the market is closed, but not in a burst, which may have reached it. */
export function cancelOrder(work: Work, command: CancelOrder): Outcome {
  const order = ownOrder(work, command);
  if (typeof order === 'string') return refuse(order);
  if (order.status !== 'pending') return refuse('order_not_pending');
  const refusal = burstRefusal(work, order.instrument);
  if (refusal !== undefined) return refuse(refusal);
  cancelPending(work, order, command.staff === undefined ? 'client' : 'staff');
  return DONE;
}

/**
 * Replaces one or both levels of a pending order or a position. Allowed while the market is closed or stale, checked
 * against the last known quote; nothing fills before the session opens. A kept level is not checked again: the market
 * may have passed it, and it must not block a change of the other level.
 */
export function setStops(work: Work, command: SetStops): Outcome {
  const order = ownOrder(work, command);
  if (typeof order === 'string') return refuse(order);
  const refusal = burstRefusal(work, order.instrument);
  if (refusal !== undefined) return refuse(refusal);
  const { terms, quote } = marketOfOrder(work, order);
  const named = replacing(command);
  const badPrice = priceRefusal(terms, quote, [named.stopLoss, named.takeProfit]);
  if (badPrice !== undefined) return refuse(badPrice);
  const reference =
    order.status === 'pending' && order.target !== undefined ? order.target : protectionReference(quote, order.side);
  const badLevel = protectionRefusal(terms, order.side, reference, named);
  if (badLevel !== undefined) return badLevel;
  work.touch(order.account);
  work.emit({ type: 'stopsChanged', order: order.id, account: order.account.id, ...levelsAfter(order, command) });
  return DONE;
}

/** The order of a command, or the refusal when the account does not have it. */
export function ownOrder(
  work: Work,
  command: ClosePosition | CancelOrder | SetStops | AmendOrder,
): Order | 'unknown_account' | 'unknown_order' {
  if (!work.state.accounts.has(command.account)) return 'unknown_account';
  const order = work.state.orders.get(command.order);
  return order === undefined || order.account.id !== command.account ? 'unknown_order' : order;
}
