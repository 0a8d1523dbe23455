import type { AmendOrder, CancelOrder, ClosePosition, SetStops } from '../command.ts';
import type { Order } from '../core/state.ts';
import { closingPriceOf, marketOfOrder } from '../core/valuation.ts';
import type { Work } from '../core/work.ts';
import type { Outcome } from '../outcome.ts';
import { burstRefusal, dealingRefusal, isWorse, priceRefusal, protectionReference } from './dealing.ts';
import { cancelPending, closeAtMarket } from './ending.ts';
import { guaranteeAfter } from './guarantee.ts';
import { levelsAfter, replacing } from './levels.ts';
import { coverNegativeBalance } from './negative-balance.ts';
import { endPartner } from './oco.ts';
import { DONE, refuse } from './outcomes.ts';
import { partOf, refusedPart } from './part.ts';
import { limitedProtectionRefusal } from './stop-limit.ts';
import { settleSwaps } from './swap.ts';
import { trailingAfter, widthRefusal, withTrailing } from './trailing.ts';

/** Closes a position or a part of it at the market, for the client or by staff. */
export function closePosition(work: Work, command: ClosePosition): Outcome {
  const order = ownOrder(work, command);
  if (typeof order === 'string') return refuse(order);
  if (order.status !== 'open') return refuse('order_not_open');
  const market = marketOfOrder(work, order);
  const { lots = order.lots } = command;
  const badPart = refusedPart(market.terms, order.lots, lots);
  if (badPart !== undefined) return badPart;
  const refusal = dealingRefusal(work, order.instrument, market);
  if (refusal !== undefined) return refuse(refusal);
  // A close deals on the other side.
  const side = order.side === 'buy' ? 'sell' : 'buy';
  const price = closingPriceOf(work.rulebook, order, market.quote);
  if (isWorse(command.worst, side, price)) return refuse('price_worse_than_accepted');
  settleSwaps(work, order.account);
  const part = partOf(work, order, lots);
  closeAtMarket(work, part, command.staff === undefined ? 'client' : 'staff');
  coverNegativeBalance(work, order.account);
  return part === order ? DONE : { ok: true, order: part.id };
}

/** Cancels a pending order. Allowed while the market is closed, but not in a burst, which may have reached it. */
export function cancelOrder(work: Work, command: CancelOrder): Outcome {
  const order = ownOrder(work, command);
  if (typeof order === 'string') return refuse(order);
  if (order.status !== 'pending') return refuse('order_not_pending');
  const refusal = burstRefusal(work, order.instrument);
  if (refusal !== undefined) return refuse(refusal);
  cancelPending(work, order, command.staff === undefined ? 'client' : 'staff');
  endPartner(work, order);
  return DONE;
}

/**
 * Replaces one or both levels of a pending order or a position, and its trailing distance and guarantee. Allowed while the market is closed or stale, checked
 * against the last known quote; nothing fills before the session opens. A kept level is not checked again: the market
 * may have passed it, and it must not block a change of the other level.
 */
export function setStops(work: Work, command: SetStops): Outcome {
  const order = ownOrder(work, command);
  if (typeof order === 'string') return refuse(order);
  const refusal = burstRefusal(work, order.instrument);
  if (refusal !== undefined) return refuse(refusal);
  const market = marketOfOrder(work, order);
  const { terms, quote } = market;
  const named = replacing(command);
  const badPrice = priceRefusal(terms, quote, [named.stopLoss, named.takeProfit]);
  if (badPrice !== undefined) return refuse(badPrice);
  const reference =
    order.status === 'pending' && order.target !== undefined ? order.target : protectionReference(quote, order.side);
  const levels = levelsAfter(order, command);
  const trailing = trailingAfter(order, command, levels);
  // A stop-limit order may fill at its limit.
  const limit = order.status === 'pending' && order.kind === 'stop' ? order.limitPrice : undefined;
  const badLevel =
    limitedProtectionRefusal(terms, order.side, reference, limit, named) ??
    (command.trailing === undefined ? undefined : widthRefusal(terms, reference, trailing));
  if (badLevel !== undefined) return badLevel;
  const after = { ...levels, ...trailing };
  const guarantee = guaranteeAfter(work, order, market, command, after);
  if ('ok' in guarantee) return guarantee;
  work.touch(order.account);
  work.emit({
    type: 'stopsChanged',
    order: order.id,
    account: order.account.id,
    // A pending order gets its stop at its fill.
    ...(order.status === 'pending' ? after : withTrailing(work.rulebook, terms, order.side, reference, after)),
    ...guarantee,
  });
  return DONE;
}

/** The order of a command, or the refusal when the account does not have it. */
export function ownOrder(
  work: Work,
  command: Pick<ClosePosition | CancelOrder | SetStops | AmendOrder, 'account' | 'order'>,
): Order | 'unknown_account' | 'unknown_order' {
  if (!work.state.accounts.has(command.account)) return 'unknown_account';
  const order = work.state.orders.get(command.order);
  return order === undefined || order.account.id !== command.account ? 'unknown_order' : order;
}
