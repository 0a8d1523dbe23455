import {
  type Instrument,
  type Money,
  type Price,
  type Quote,
  type Side,
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
import type { EdgeName } from '../watch/edges.ts';

/**
 * The domain's rules that the engine uses, in one object, so that tests can break one of them and check that the
 * auditor notices. The product always runs with RULEBOOK; no public function accepts another.
 */
export interface Rulebook {
  readonly margin: typeof margin;
  readonly openingFee: typeof openingFee;
  readonly profit: typeof profit;
  readonly swapCharge: typeof swapCharge;
  readonly isAtOrBelow: typeof isAtOrBelow;
  readonly pendingKind: typeof pendingKind;
  /** Additional reserve of an amended order. Below zero, money is released. */
  reserveChange(needed: Money, held: Money): Money;
  /** The fill price of a pending order on the quote that reached its target. */
  pendingFillPrice(quote: Quote, side: Side, target: Price): Price;
  /** The market edge that triggers a stop-loss of this side. */
  stopLossEdge(side: Side): EdgeName;
  /** Nights charged by a rollover on a day of the New York week. */
  nights(terms: Instrument, weekday: number): number;
  /** Share of the widest safe stop-out band that is used, slightly below 1. */
  readonly bandShare: number;
  /** The house's payment to an account without positions that owns this much. */
  cover(ownMoney: Money): Money;
}

const TRIPLE_NIGHTS = 3;
/** The error of floating point is far smaller than this safety margin of one millionth. */
const BAND_SHARE = 1 - 1e-6;

/** The product's rules. */
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
