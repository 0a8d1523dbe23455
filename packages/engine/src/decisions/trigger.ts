import { pendingHit, stopLossHit, takeProfitHit } from '@fairlot/domain';
import type { Quote } from '@fairlot/domain';
import type { Trigger, TriggerHit } from '../command.ts';
import { invariant, InvariantError } from '../core/invariant.ts';
import type { Order } from '../core/state.ts';
import { release, reservedBy } from '../core/transfers.ts';
import { knownMarketOf } from '../core/valuation.ts';
import type { Market } from '../core/valuation.ts';
import type { Work } from '../core/work.ts';
import type { Outcome } from '../outcome.ts';
import { closeAtMarket } from './ending.ts';
import { coverNegativeBalance } from './negative-balance.ts';
import { DONE } from './outcomes.ts';
import { chargesAt, marginRefusal, openPosition } from './place.ts';

/** Fills and closes what a quote has reached, in the order of the hits. */
export function trigger(work: Work, command: Trigger): Outcome {
  const listing = work.state.listings.get(command.instrument);
  const quote = listing && work.quoteOf(listing);
  invariant(
    listing?.open === true && quote !== undefined,
    () => `a trigger in the closed or unknown market ${command.instrument}`,
  );
  for (const hit of command.hits) {
    // An earlier hit may have taken the order away: the cover of a negative balance cancels what is pending.
    const order = work.state.orders.get(hit.order);
    if (order === undefined) continue;
    const market = knownMarketOf(work, order.listing);
    invariant(
      order.listing === listing && isHit(order, hit, quote),
      () => `order ${hit.order} is not hit by its ${hit.cause}`,
    );
    if (hit.cause === 'pending') fillPending(work, order, market);
    else closeAtMarket(work, order, hit.cause === 'stopLoss' ? 'stop_loss' : 'take_profit');
    coverNegativeBalance(work, order.account);
  }
  return DONE;
}

/** What a quote does to an order, exactly; undefined when it does nothing. */
export function causeOf(order: Order, quote: Quote): TriggerHit['cause'] | undefined {
  if (order.status === 'pending')
    return isHit(order, { order: order.id, cause: 'pending' }, quote) ? 'pending' : undefined;
  if (isHit(order, { order: order.id, cause: 'stopLoss' }, quote)) return 'stopLoss';
  return isHit(order, { order: order.id, cause: 'takeProfit' }, quote) ? 'takeProfit' : undefined;
}

function isHit(order: Order, { cause }: TriggerHit, quote: Quote): boolean {
  const { side, kind, target, stopLoss, takeProfit } = order;
  if (cause === 'pending')
    return (
      order.status === 'pending' && kind !== 'market' && target !== undefined && pendingHit(kind, side, target, quote)
    );
  if (order.status !== 'open') return false;
  if (cause === 'stopLoss') return stopLoss !== undefined && stopLossHit(side, stopLoss, quote);
  return takeProfit !== undefined && takeProfitHit(side, takeProfit, quote);
}

/** Releases the reserve and fills, when the account can still carry the position at the price of the fill. */
export function fillPending(work: Work, order: Order, market: Market): void {
  const { account, target } = order;
  if (target === undefined) throw new InvariantError(`pending order ${order.id} has no target`);
  release(work, account, 'orderReserve', reservedBy(order), order.id);
  const at = work.rulebook.pendingFillPrice(market.quote, order.side, target);
  const charges = chargesAt(work, market, order, at);
  if (marginRefusal(work, account, charges) === undefined) {
    openPosition(work, account, order, { order: order.id, kind: order.kind, target }, market, at, charges);
    return;
  }
  work.touch(account);
  work.emit({ type: 'orderCancelled', order: order.id, account: account.id, reason: 'insufficient_margin' });
}
