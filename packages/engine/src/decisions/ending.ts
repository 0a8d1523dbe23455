import { type CancelReason, type CloseReason, type Price, closingPrice, negate } from '@fairlot/domain';
import { type Order, plainQuote } from '../core/state.ts';
import { release, reservedBy, settleWithHouse } from '../core/transfers.ts';
import { type Market, closingPriceOf, floatingProfit, marketOfOrder } from '../core/valuation.ts';
import type { Work } from '../core/work.ts';
import type { PositionClosed, StopOutExplanation } from '../event.ts';
import { usedGuarantee } from './guarantee.ts';

/** Closes a position at the last quote and settles its result. The caller has checked that it may close. */
export function closeAtMarket(
  work: Work,
  position: Order,
  reason: CloseReason,
  explanation?: StopOutExplanation,
): void {
  const market = marketOfOrder(work, position);
  const profit = floatingProfit(work, work.rulebook, position);
  const price = closingPriceOf(work.rulebook, position, market.quote);
  const without = closingPrice(market.quote, position.side);
  closeAt(work, position, market, { price, without, profit, reason, explanation });
}

/** The price and result of a close, its price without a guarantee, and its reason. */
interface Close extends Pick<PositionClosed, 'price' | 'profit' | 'reason' | 'explanation'> {
  readonly without: Price;
}

/** Closes a position on the last quote at a price, and settles its result. */
export function closeAt(work: Work, position: Order, market: Market, close: Close): void {
  const { account } = position;
  const { price, profit, reason, explanation } = close;
  const guarantee = usedGuarantee(work, position, market, close);
  work.touch(account);
  work.emit({
    type: 'positionClosed',
    order: position.id,
    account: account.id,
    price,
    profit,
    reason,
    quote: plainQuote(market.raw),
    ...(market.legQuote !== undefined && { conversionQuote: plainQuote(market.legQuote) }),
    ...(explanation !== undefined && { explanation }),
    ...(guarantee !== undefined && { guarantee }),
  });
  settleWithHouse(work, account, 'profit', 'realisedProfit', profit, { reference: position.id });
  if (guarantee !== undefined)
    settleWithHouse(work, account, 'guarantees', 'guaranteePremium', negate(guarantee.premium), {
      reference: position.id,
    });
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
