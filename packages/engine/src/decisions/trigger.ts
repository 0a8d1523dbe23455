import { type Quote, markedUp, pendingHit, stopLossHit, takeProfitHit } from '@fairlot/domain';
import type { Trigger, TriggerHit } from '../command.ts';
import { InvariantError, invariant } from '../core/invariant.ts';
import type { Rulebook } from '../core/rulebook.ts';
import type { Order } from '../core/state.ts';
import { release, reservedBy } from '../core/transfers.ts';
import { type AccountMarket, marketOfOrder } from '../core/valuation.ts';
import type { Work } from '../core/work.ts';
import type { Outcome } from '../outcome.ts';
import { isHalted } from './dealing.ts';
import { closeAtMarket } from './ending.ts';
import { coverNegativeBalance } from './negative-balance.ts';
import { DONE } from './outcomes.ts';
import { chargesAt, marginRefusal, openPosition } from './place.ts';
import { settleSwaps } from './swap.ts';

/** Fills and closes the orders that a quote hits, in the order of the hits. */
export function trigger(work: Work, command: Trigger): Outcome {
  const instrument = work.state.instruments.get(command.instrument);
  const quote = instrument && work.quoteOf(instrument);
  invariant(
    instrument?.open === true && quote !== undefined,
    () => `a trigger in the closed or unknown market ${command.instrument}`,
  );
  for (const hit of command.hits) {
    // An earlier hit may have removed the order: covering a negative balance cancels pending orders.
    const order = work.state.orders.get(hit.order);
    if (order === undefined) continue;
    const market = marketOfOrder(work, order);
    invariant(
      order.instrument === instrument && isHit(order, hit, quote),
      () => `order ${hit.order} is not hit by its ${hit.cause}`,
    );
    if (hit.cause === 'pending') fillPending(work, order, market);
    else {
      settleSwaps(work, order.account);
      closeAtMarket(work, order, hit.cause === 'stopLoss' ? 'stop_loss' : 'take_profit');
    }
    coverNegativeBalance(work, order.account);
  }
  return DONE;
}

/**
 * Exact check of a quote against an order; undefined when it does not hit, or the mode of the instrument, or a halt of
 * the one that it converts through, lets it wait.
 */
export function causeOf(rulebook: Rulebook, order: Order, quote: Quote): TriggerHit['cause'] | undefined {
  const { mode } = order.instrument;
  if (isHalted(order.instrument)) return undefined;
  if (order.status === 'pending')
    return rulebook.opens(mode) && isHit(order, { order: order.id, cause: 'pending' }, quote) ? 'pending' : undefined;
  if (isHit(order, { order: order.id, cause: 'stopLoss' }, quote)) return 'stopLoss';
  return isHit(order, { order: order.id, cause: 'takeProfit' }, quote) ? 'takeProfit' : undefined;
}

function isHit(order: Order, { cause }: TriggerHit, raw: Quote): boolean {
  const { side, kind, target, stopLoss, takeProfit, instrument } = order;
  const quote = instrument.terms === undefined ? raw : markedUp(instrument.terms, raw, order.markup);
  if (cause === 'pending')
    return (
      order.status === 'pending' && kind !== 'market' && target !== undefined && pendingHit(kind, side, target, quote)
    );
  if (order.status !== 'open') return false;
  if (cause === 'stopLoss') return stopLoss !== undefined && stopLossHit(side, stopLoss, quote);
  return takeProfit !== undefined && takeProfitHit(side, takeProfit, quote);
}

/** Releases the reserve and fills the order, or cancels it when the free margin does not suffice at the fill price. */
export function fillPending(work: Work, order: Order, market: AccountMarket): void {
  const { account, target } = order;
  if (target === undefined) throw new InvariantError(`pending order ${order.id} has no target`);
  release(work, account, 'orderReserve', reservedBy(order), order.id);
  const at = work.rulebook.pendingFillPrice(market.quote, order.side, target);
  const { margin, fee } = chargesAt(work, market, order, at);
  const charges = { margin, fee: work.rulebook.fillFee(order.fee, fee) };
  if (marginRefusal(work, account, market, order, charges) === undefined) {
    openPosition(work, account, order, { order: order.id, kind: order.kind, target }, market, at, charges);
    return;
  }
  work.touch(account);
  work.emit({ type: 'orderCancelled', order: order.id, account: account.id, reason: 'insufficient_margin' });
}
