import { type CancelReason, type CloseReason, closingPrice } from '@fairlot/domain';
import { type Order, plainQuote } from '../core/state.ts';
import { release, reservedBy, settleWithHouse } from '../core/transfers.ts';
import { floatingProfit, marketOfOrder } from '../core/valuation.ts';
import type { Work } from '../core/work.ts';
import type { StopOutExplanation } from '../event.ts';

/** Closes a position at the last quote and settles its result. The caller has checked that it may close. */
export function closeAtMarket(
  work: Work,
  position: Order,
  reason: CloseReason,
  explanation?: StopOutExplanation,
): void {
  const { account } = position;
  const market = marketOfOrder(work, position);
  const profit = floatingProfit(work, work.rulebook, position);
  work.touch(account);
  work.emit({
    type: 'positionClosed',
    order: position.id,
    account: account.id,
    price: closingPrice(market.quote, position.side),
    profit,
    reason,
    quote: plainQuote(market.raw),
    ...(market.legQuote !== undefined && { conversionQuote: plainQuote(market.legQuote) }),
    ...(explanation !== undefined && { explanation }),
  });
  settleWithHouse(work, account, 'profit', 'realisedProfit', profit, { reference: position.id });
}

/** Cancels a pending order and releases its reserve. */
export function cancelPending(work: Work, order: Order, reason: CancelReason): void {
  work.touch(order.account);
  work.emit({ type: 'orderCancelled', order: order.id, account: order.account.id, reason });
  release(work, order.account, 'orderReserve', reservedBy(order), order.id);
}

/** Cancels all pending orders of an account, by ascending number. */
export function cancelAllPending(work: Work, orders: readonly Order[], reason: CancelReason): void {
  for (const order of orders.filter(({ status }) => status === 'pending')) cancelPending(work, order, reason);
}
