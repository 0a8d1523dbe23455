import {
  ZERO,
  isAtOrBelow,
  margin,
  minus,
  negate,
  openingFee,
  openingPrice,
  pendingKind,
  profit,
  swapCharge,
} from '@fairlot/domain';
import type { Instrument, Money, Price, Quote, Side } from '@fairlot/domain';
import type { EdgeName } from '../watch/edges.ts';

/**
 * The rules that the engine asks the domain for, gathered in one object so that tests can break one of them on
 * purpose and see that the auditor notices. The product runs with RULEBOOK alone; nothing public takes another.
 */
export interface Rulebook {
  readonly margin: typeof margin;
  readonly openingFee: typeof openingFee;
  readonly profit: typeof profit;
  readonly swapCharge: typeof swapCharge;
  readonly isAtOrBelow: typeof isAtOrBelow;
  readonly pendingKind: typeof pendingKind;
  /** What a moved order holds beyond what it held: below zero, it gives money back. */
  reserveChange(needed: Money, held: Money): Money;
  /** The price at which a pending order is filled on the quote that reached its target. */
  pendingFillPrice(quote: Quote, side: Side, target: Price): Price;
  /** The edge of the market that sets off a stop-loss of this side. */
  stopLossEdge(side: Side): EdgeName;
  /** Nights that a rollover counts on a day of the New York week. */
  nights(terms: Instrument, weekday: number): number;
  /** How much of the widest stop-out band that is safe gets used: a little less than all of it. */
  readonly bandShare: number;
  /** What the house pays to an account without positions whose own money is this much. */
  cover(ownMoney: Money): Money;
}

const TRIPLE_NIGHTS = 3;
/** Floating point is off by far less than the millionth that is missing. */
const BAND_SHARE = 1 - 1e-6;

export const RULEBOOK: Rulebook = {
  margin,
  openingFee,
  profit,
  swapCharge,
  isAtOrBelow,
  pendingKind,
  reserveChange: minus,
  pendingFillPrice: openingPrice,
  stopLossEdge: (side) => (side === 'buy' ? 'bidBelow' : 'askAbove'),
  nights: (terms, weekday) => (weekday === terms.swap.tripleWeekday ? TRIPLE_NIGHTS : 1),
  bandShare: BAND_SHARE,
  cover: (ownMoney) => (ownMoney < 0n ? negate(ownMoney) : ZERO),
};
