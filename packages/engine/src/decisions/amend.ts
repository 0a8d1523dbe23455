import { negate, plus } from '@fairlot/domain';
import type { AmendOrder } from '../command.ts';
import { InvariantError } from '../core/invariant.ts';
import { plainQuote } from '../core/state.ts';
import { release, reserve, reservedBy } from '../core/transfers.ts';
import type { Work } from '../core/work.ts';
import type { Outcome } from '../outcome.ts';
import { ownOrder } from './close.ts';
import { dealingMarket, priceRefusal, protectionReference, protectionRefusal } from './dealing.ts';
import { levelsAfter, protectionOf, replacing } from './levels.ts';
import { DONE, refuse } from './outcomes.ts';
import { chargesAt, marginRefusal } from './place.ts';
import { fillPending } from './trigger.ts';

/**
 * Moves a pending order to another target, by the rules of placing it there: it becomes a limit or a stop anew, its margin
 * and fee are those at the new target, and what it holds in reserve counts as free. At the market it fills at once. New
 * levels come with it in one step, for between two steps they could lie on the wrong side. Lots and leverage were judged
 * when it was placed.
 */
export function amendOrder(work: Work, command: AmendOrder): Outcome {
  const order = ownOrder(work, command);
  if (typeof order === 'string') return refuse(order);
  if (order.status !== 'pending') return refuse('order_not_pending');
  const { account, listing, side } = order;
  const { target } = command;
  const replaced = command.stops === 'replaced' ? replacing(command) : {};
  const levels = command.stops === 'replaced' ? levelsAfter(order, command) : protectionOf(order);
  if (listing.terms === undefined) throw new InvariantError(`order ${order.id} is in an instrument without terms`);
  const slip = priceRefusal(listing.terms, work.quoteOf(listing), [target, replaced.stopLoss, replaced.takeProfit]);
  if (slip !== undefined) return refuse(slip);
  const market = dealingMarket(work, listing);
  if (typeof market === 'string') return refuse(market);

  const kind = work.rulebook.pendingKind(side, target, market.quote);
  const fillsNow = kind === 'market';
  const reference = fillsNow ? protectionReference(market.quote, side) : target;
  const misplaced = protectionRefusal(market.terms, side, reference, levels);
  if (misplaced !== undefined) return misplaced;
  const charges = chargesAt(work, market, order, target);
  const short = marginRefusal(work, account, charges, reservedBy(order));
  if (short !== undefined) return short;

  const more = work.rulebook.reserveChange(plus(charges.margin, charges.fee), reservedBy(order));
  work.touch(account);
  work.emit({
    // At the market a limit is what fills: at its target or better.
    type: 'orderAmended',
    order: order.id,
    account: account.id,
    kind: fillsNow ? 'limit' : kind,
    target,
    ...charges,
    quote: plainQuote(market.quote),
  });
  if (command.stops === 'replaced')
    work.emit({ type: 'stopsChanged', order: order.id, account: account.id, ...levels });
  // One of the two moves money, or neither.
  reserve(work, account, 'orderReserve', more, order.id);
  release(work, account, 'orderReserve', negate(more), order.id);
  if (fillsNow) fillPending(work, order, market);
  return DONE;
}
