import {
  MOST_PARTIAL_LEVELS,
  type PartialLevel,
  type Quote,
  formatLots,
  isSameLevel,
  lotsOfLevels,
  sortedLevels,
  stopLossHit,
  takeProfitHit,
} from '@fairlot/domain';
import type { SetPartialLevels } from '../command.ts';
import { InvariantError } from '../core/invariant.ts';
import type { Order, State } from '../core/state.ts';
import { type AccountMarket, marketOfOrder } from '../core/valuation.ts';
import type { Work } from '../core/work.ts';
import type { Outcome, Refusal } from '../outcome.ts';
import { ownOrder } from './close.ts';
import { burstRefusal, gridRefusal, priceRefusal, protectionReference, protectionRefusal } from './dealing.ts';
import { closeAtMarket } from './ending.ts';
import { DONE, refuse } from './outcomes.ts';
import { partOf } from './part.ts';
import { settleSwaps } from './swap.ts';

/**
 * Replaces the partial levels of a position. Allowed while the market is closed or stale, as a change of its stop-loss is.
 * A level that stays where it is is not checked against the market again.
 */
export function setPartialLevels(work: Work, command: SetPartialLevels): Outcome {
  const order = ownOrder(work, command);
  if (typeof order === 'string') return refuse(order);
  if (order.status !== 'open') return refuse('order_not_open');
  const refusal = burstRefusal(work, order.instrument);
  if (refusal !== undefined) return refuse(refusal);
  const { terms, quote } = marketOfOrder(work, order);
  const { levels } = command;
  const moved = levels.filter((level) => order.partial?.levels.some((each) => isSameLevel(each, level)) !== true);
  const badPrice = priceRefusal(
    terms,
    quote,
    moved.map(({ price }) => price),
  );
  if (badPrice !== undefined) return refuse(badPrice);
  if (lotsOfLevels(levels, 'stopLoss') > order.lots || lotsOfLevels(levels, 'takeProfit') > order.lots)
    return refuse('levels_above_position', { lots: formatLots(order.lots) });
  for (const { level, price } of moved) {
    const wrong = protectionRefusal(terms, order.side, protectionReference(quote, order.side), { [level]: price });
    if (wrong !== undefined) return wrong;
  }
  replaceLevels(work, order, sortedLevels(order.side, levels));
  return DONE;
}

/** Refuses a list that is too long, or a level with lots or a price that its instrument never allows. */
export function partialLevelsRefusal(
  state: State,
  { account, order: id, levels }: SetPartialLevels,
): Refusal | undefined {
  if (levels.length > MOST_PARTIAL_LEVELS) return 'too_many_levels';
  const order = state.orders.get(id);
  const terms = order?.instrument.terms;
  if (terms === undefined || order?.account.id !== account) return undefined;
  if (levels.some(({ lots }) => lots < terms.minLots)) return 'lots_below_minimum';
  if (levels.some(({ lots }) => lots % terms.lotStep !== 0n)) return 'lots_off_step';
  return gridRefusal(
    terms,
    levels.map(({ price }) => price),
  );
}

/** The first of a position's partial levels that a quote for its account reaches. */
export function reachedLevel({ partial, side }: Order, quote: Quote): PartialLevel | undefined {
  return partial?.levels.find(({ level, price }) =>
    level === 'stopLoss' ? stopLossHit(side, price, quote) : takeProfitHit(side, price, quote),
  );
}

/**
 * Closes the lots of the partial level that was reached. A gap may have reached several: each is a hit of its own, in
 * the next round of the quote.
 */
export function closeAtLevel(work: Work, order: Order, { terms, quote }: AccountMarket): void {
  const reached = reachedLevel(order, quote);
  if (reached === undefined) throw new InvariantError(`no partial level of position ${order.id} is reached`);
  settleSwaps(work, order.account);
  const lots = work.rulebook.lotsToClose(terms, order.lots, reached.lots);
  if (lots < order.lots)
    replaceLevels(
      work,
      order,
      (order.partial?.levels ?? []).filter((level) => level !== reached),
    );
  closeAtMarket(work, partOf(work, order, lots), reached.level === 'stopLoss' ? 'stop_loss' : 'take_profit');
}

function replaceLevels(work: Work, order: Order, levels: readonly PartialLevel[]): void {
  work.touch(order.account);
  work.emit({ type: 'partialLevelsChanged', order: order.id, account: order.account.id, levels });
}
