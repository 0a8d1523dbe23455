import {
  type Instrument,
  type Price,
  type Protection,
  type Quote,
  type Side,
  type Trailing,
  closingPrice,
  formatPrice,
  isTrailingDue,
  widestTrailing,
} from '@fairlot/domain';
import type { AmendOrder, SetStops } from '../command.ts';
import type { Order } from '../core/state.ts';
import { dueOf } from '../core/order-edges.ts';
import type { Rulebook } from '../core/rulebook.ts';
import { marketOfOrder } from '../core/valuation.ts';
import type { Work } from '../core/work.ts';
import type { Outcome, Refusal } from '../outcome.ts';
import { gridRefusal } from './dealing.ts';
import { protectionOf } from './levels.ts';
import { refuse } from './outcomes.ts';

/** The trailing distance for an event or a record, which has none when it is off. */
export function trailingOf({ trailing }: Trailing): Trailing {
  return trailing === undefined ? {} : { trailing };
}

/** The trailing distance after a change of levels. A stop-loss that is switched off ends it. */
export function trailingAfter(order: Order, change: SetStops | AmendOrder, levels: Protection): Trailing {
  if (change.type === 'setStops' && change.trailing !== undefined)
    return change.trailing === 0n ? {} : { trailing: change.trailing };
  return order.stopLoss !== undefined && levels.stopLoss === undefined ? {} : trailingOf(order);
}

/** The levels of a position at a closing price: its stop-loss is no farther away than the trailing distance. */
export function withTrailing(
  rulebook: Rulebook,
  terms: Instrument,
  side: Side,
  closing: Price,
  levels: Protection & Trailing,
): Protection & Trailing {
  const { trailing } = levels;
  if (trailing === undefined) return protectionOf(levels);
  const stopLoss = rulebook.tighterStop(side, levels.stopLoss, rulebook.trailingLevel(terms, side, closing, trailing));
  return { trailing, ...protectionOf({ ...levels, stopLoss }) };
}

/** Refuses a distance that is not above zero or off the instrument's grid. */
export function distanceRefusal(terms: Instrument, { trailing }: Trailing): Refusal | undefined {
  if (trailing === undefined) return undefined;
  return trailing > 0n ? gridRefusal(terms, [trailing]) : 'price_off_grid';
}

/** Refuses a distance as wide as the price itself, with the widest one. `reference`: as for levels. */
export function widthRefusal(terms: Instrument, reference: Price, { trailing }: Trailing): Outcome | undefined {
  const widest = widestTrailing(terms, reference);
  if (trailing === undefined || trailing <= widest) return undefined;
  return refuse('trailing_too_wide', { widest: formatPrice(widest, terms) });
}

/** True when a quote for the order's account moves the stop of a position. */
export function movesStop(rulebook: Rulebook, order: Order, quote: Quote): boolean {
  const due = dueOf(rulebook, order);
  return due !== undefined && isTrailingDue(order.side, due, closingPrice(quote, order.side));
}

/**
 * Moves the stop of a position to its distance from the closing price. The account's value and margin stay as they are,
 * so it needs no judgement.
 */
export function moveStop(work: Work, order: Order): void {
  const { account, side } = order;
  const { terms, quote } = marketOfOrder(work, order);
  account.changedBy = work.state.seq;
  work.emit({
    type: 'stopsChanged',
    order: order.id,
    account: account.id,
    ...withTrailing(work.rulebook, terms, side, closingPrice(quote, side), order),
  });
}
