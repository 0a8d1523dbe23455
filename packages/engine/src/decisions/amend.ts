import { negate, openingPrice, plus, reservePrice } from '@fairlot/domain';
import type { AmendOrder } from '../command.ts';
import { InvariantError } from '../core/invariant.ts';
import { plainQuote } from '../core/state.ts';
import { release, reserve, reservedBy } from '../core/transfers.ts';
import type { Work } from '../core/work.ts';
import type { Outcome } from '../outcome.ts';
import { ownOrder } from './close.ts';
import { openingMarket, priceRefusal, protectionReference } from './dealing.ts';
import { amendedExpiryRefusal, changeExpiry, changesOnlyExpiry, replaceExpiry } from './expiry.ts';
import { amendedLevels, replacing } from './levels.ts';
import { DONE, refuse } from './outcomes.ts';
import { changedTermsRefusal, chargesAt, marginRefusal, placementFor, stopPassed } from './place.ts';
import { limitAfter, limitedProtectionRefusal } from './stop-limit.ts';
import { trailingAfter } from './trailing.ts';
import { fillPending } from './trigger.ts';

/**
 * Moves a pending order to another target by the rules of placing it there: it is classified as limit or stop again,
 * its margin and fee are computed at the new target, and its own reserve counts as free. A target at the market, and a
 * wished limit beyond it, fill at once. New levels come in the same command, because between two commands they could be on the wrong side. Lots and
 * leverage are not checked again.
 */
export function amendOrder(work: Work, command: AmendOrder): Outcome {
  const order = ownOrder(work, command);
  if (typeof order === 'string') return refuse(order);
  if (order.status !== 'pending') return refuse('order_not_pending');
  const badExpiry = amendedExpiryRefusal(work, order, command);
  if (badExpiry !== undefined) return refuse(badExpiry);
  if (changesOnlyExpiry(order, command)) return changeExpiry(work, order, command);
  const { account, instrument, side } = order;
  if (instrument.terms === undefined) throw new InvariantError(`order ${order.id} is in an instrument without terms`);
  if (work.rulebook.movesOnlyOffered && !account.group.termsOf(instrument.terms).offered)
    return refuse('instrument_not_offered');
  const { target } = command;
  const limitPrice = limitAfter(order, command);
  const replaced = command.stops === 'replaced' ? replacing(command) : {};
  const levels = amendedLevels(order, command);
  const badPrice = priceRefusal(instrument.terms, work.quoteOf(instrument), [
    target,
    limitPrice,
    ...(command.stops === 'moved' ? [levels.stopLoss, levels.takeProfit] : []),
    replaced.stopLoss,
    replaced.takeProfit,
  ]);
  if (badPrice !== undefined) return refuse(badPrice);
  const market = openingMarket(work, account, instrument, order.markup);
  if (typeof market === 'string') return refuse(market);

  const now = openingPrice(market.quote, side);
  const kind = placementFor(work, { kind: command.kind, limitPrice }, side, target, market);
  if (kind === 'passed') return stopPassed(market, now);
  const fillsNow = kind === 'now';
  const reference = fillsNow ? protectionReference(market.quote, side) : target;
  const badLevel = limitedProtectionRefusal(market.terms, side, reference, limitPrice, levels);
  if (badLevel !== undefined) return badLevel;
  const charges = chargesAt(work, market, order, fillsNow ? now : reservePrice(target, limitPrice));
  const refusal =
    changedTermsRefusal(work, account, instrument, command, charges) ??
    marginRefusal(work, account, market, order, charges, { reserves: !fillsNow, returned: reservedBy(order) });
  if (refusal !== undefined) return refusal;

  const trailing = trailingAfter(order, command, levels);
  const more = work.rulebook.reserveChange(plus(charges.margin, charges.fee), reservedBy(order));
  work.touch(account);
  work.emit({
    // A target at the market fills as a limit: at the target or better.
    type: 'orderAmended',
    order: order.id,
    account: account.id,
    kind: fillsNow ? 'limit' : kind,
    target,
    ...(limitPrice !== undefined && { limitPrice }),
    ...charges,
    quote: plainQuote(market.raw),
  });
  if (command.stops !== 'kept')
    work.emit({ type: 'stopsChanged', order: order.id, account: account.id, ...levels, ...trailing });
  if (!fillsNow) replaceExpiry(work, order, command);
  // At most one of the two moves money.
  reserve(work, account, 'orderReserve', more, order.id);
  release(work, account, 'orderReserve', negate(more), order.id);
  if (fillsNow) fillPending(work, order, market);
  return DONE;
}
