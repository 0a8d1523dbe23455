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
import { endPartner } from './oco.ts';
import { DONE } from './outcomes.ts';
import { closeAtLevel, reachedLevel } from './partial-levels.ts';
import { chargesAt, marginRefusal, openPosition } from './place.ts';
import { becomesLimit } from './stop-limit.ts';
import { settleSwaps } from './swap.ts';
import { moveStop, movesStop } from './trailing.ts';

/** Fills and closes the orders that a quote hits, and moves the stops that follow it, in the order of the hits. */
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
      order.instrument === instrument && isHit(work.rulebook, order, hit, quote),
      () => `order ${hit.order} is not hit by its ${hit.cause}`,
    );
    if (hit.cause === 'trailing') {
      moveStop(work, order);
      continue;
    }
    if (hit.cause === 'pending') fillPending(work, order, market);
    else if (hit.cause === 'partial') closeAtLevel(work, order, market);
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
    return rulebook.opens(mode) && isHit(rulebook, order, { cause: 'pending' }, quote) ? 'pending' : undefined;
  return POSITION_CAUSES.find((cause) => isHit(rulebook, order, { cause }, quote));
}

/** The levels of the whole position come before those of its parts; its stop moves when nothing closes. */
const POSITION_CAUSES = ['stopLoss', 'takeProfit', 'partial', 'trailing'] as const;

function isHit(rulebook: Rulebook, order: Order, { cause }: Pick<TriggerHit, 'cause'>, raw: Quote): boolean {
  const { side, kind, target, stopLoss, takeProfit, instrument, expiresAt } = order;
  const quote = instrument.terms === undefined ? raw : markedUp(instrument.terms, raw, order.markup);
  if (cause === 'pending')
    return (
      order.status === 'pending' &&
      kind !== 'market' &&
      target !== undefined &&
      !rulebook.isExpired(expiresAt, raw.time) &&
      pendingHit(kind, side, target, quote)
    );
  if (order.status !== 'open') return false;
  if (cause === 'partial') return reachedLevel(order, quote) !== undefined;
  if (cause === 'trailing') return movesStop(rulebook, order, quote);
  if (cause === 'stopLoss') return stopLoss !== undefined && stopLossHit(side, stopLoss, quote);
  return takeProfit !== undefined && takeProfitHit(side, takeProfit, quote);
}

/** Ends the order's partner, releases the reserve and fills the order, or cancels it when the free margin does not suffice at the fill price. */
export function fillPending(work: Work, order: Order, market: AccountMarket): void {
  const { account, target } = order;
  if (target === undefined) throw new InvariantError(`pending order ${order.id} has no target`);
  if (becomesLimit(work, order, market)) return;
  endPartner(work, order);
  release(work, account, 'orderReserve', reservedBy(order), order.id);
  const at = work.rulebook.pendingFillPrice(market.quote, order.side, target);
  const { margin, fee } = chargesAt(work, market, order, at);
  const charges = { margin, fee: work.rulebook.fillFee(order.fee, fee) };
  if (marginRefusal(work, account, market, order, charges) === undefined) {
    openPosition(
      work,
      account,
      order,
      { order: order.id, kind: order.kind, target, premium: order.premium },
      market,
      at,
      charges,
    );
    return;
  }
  work.touch(account);
  work.emit({ type: 'orderCancelled', order: order.id, account: account.id, reason: 'insufficient_margin' });
}
