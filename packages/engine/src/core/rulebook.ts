import {
  type DealingFacts,
  type DealingMode,
  type Money,
  type Price,
  type Quote,
  type Side,
  type SwapTerms,
  ZERO,
  commission,
  correctionAmount,
  dealingProblem,
  guaranteedPrice,
  hedgedMarginOf,
  isAtOrBelow,
  isExpired,
  isFresh,
  larger,
  lotsToClose,
  margin,
  marginToOpen,
  minus,
  negate,
  isGuaranteeTooNear,
  openingFee,
  openingPrice,
  oppositePrice,
  placementOf,
  premiumFor,
  profit,
  shareOf,
  smaller,
  swapCharge,
  tighterStop,
  trailingDue,
  trailingLevel,
  trimmedLevels,
  usedMarginOf,
} from '@fairlot/domain';
import type { EdgeName } from '../watch/edges.ts';
import { InvariantError } from './invariant.ts';

/** The present quote of an instrument: none, restored from the tables, or from the source since the start. */
export type KnownQuote = 'none' | 'restored' | 'confirmed';

/**
 * The domain's rules that the engine uses, in one object: a journal row is replayed by the rules that decided it, and
 * tests can break one of them and check that the auditor notices. The product decides by RULEBOOK; no public function
 * accepts another.
 */
export interface Rulebook {
  /** Number of these rules in the journal. */
  readonly version: number;
  readonly margin: typeof margin;
  readonly usedMarginOf: typeof usedMarginOf;
  readonly hedgedMarginOf: typeof hedgedMarginOf;
  readonly marginToOpen: typeof marginToOpen;
  /** The margin that an order must find free at its placing. A pending order needs at least what it reserves. */
  placingMargin(needed: Money, reserved: Money): Money;
  readonly openingFee: typeof openingFee;
  readonly commission: typeof commission;
  readonly profit: typeof profit;
  readonly swapCharge: typeof swapCharge;
  readonly isAtOrBelow: typeof isAtOrBelow;
  readonly placementOf: typeof placementOf;
  readonly dealingProblem: typeof dealingProblem;
  /** True when the engine takes a quote: the last known one is always one that could be dealt on. */
  takesQuote(facts: DealingFacts, known: KnownQuote, now: number): boolean;
  /** The fee of a pending order at its fill. */
  fillFee(reserved: Money, atFill: Money): Money;
  /** Additional reserve of an amended order. Below zero, money is released. */
  reserveChange(needed: Money, held: Money): Money;
  /** The fill price of a pending order on the quote that reached its target. */
  pendingFillPrice(quote: Quote, side: Side, target: Price): Price;
  /** The stop of a trailing distance, and the price from which it moves. */
  readonly trailingLevel: typeof trailingLevel;
  readonly trailingDue: typeof trailingDue;
  readonly tighterStop: typeof tighterStop;
  /** The closing price of a position with a guaranteed stop, and what the client pays for its use. */
  readonly guaranteedPrice: typeof guaranteedPrice;
  readonly premiumFor: typeof premiumFor;
  readonly isGuaranteeTooNear: typeof isGuaranteeTooNear;
  /** True when the premium is also charged where the market's price is the stop, and the gap is that of the closing side. */
  readonly chargesAtMarket: boolean;
  /** The partial levels of a position that has become smaller, and the lots that a level closes. */
  readonly trimmedLevels: typeof trimmedLevels;
  readonly lotsToClose: typeof lotsToClose;
  /** The market edge that triggers a stop-loss of this side. */
  stopLossEdge(side: Side): EdgeName;
  /** True when a position pays owed swaps as it closes. False: only when its account's turn comes. */
  readonly owesSwaps: boolean;
  /** True when nobody deals in an instrument during a burst. */
  readonly burstsBlock: boolean;
  /** True when new positions may open in an instrument of this mode. */
  opens(mode: DealingMode): boolean;
  /** True when a pending order is moved only in an instrument that its group is offered. */
  readonly movesOnlyOffered: boolean;
  /** True when accounts that depend on a halted instrument are not stopped out. */
  readonly haltsStopOuts: boolean;
  /** True when triggers and stop-outs wait while the rate of their instrument is stale, in doubt or in a burst. */
  readonly needsFreshRate: boolean;
  /** True when a rollover is charged at the swaps of its beginning. False: at those of the moment of the charge. */
  readonly keepsSwaps: boolean;
  /** True when reserves of pending orders count in balance and equity. False: they lowered both. */
  readonly reservesCount: boolean;
  /** Nights charged by a rollover on a day of the New York week. */
  nights(swap: SwapTerms, weekday: number): number;
  /** Share of the widest safe stop-out band that is used, slightly below 1. */
  readonly bandShare: number;
  readonly correctionAmount: typeof correctionAmount;
  readonly shareOf: typeof shareOf;
  readonly oppositePrice: typeof oppositePrice;
  /** True when reaching or cancelling one order of a linked pair ends the other. */
  readonly endsPartners: boolean;
  /** True when a stop-limit order must not fill at a price. */
  isBeyondLimit(side: Side, limitPrice: Price, price: Price): boolean;
  /** True when a quote of this time is too late for a pending order: only quotes dated before its expiry fill it. */
  readonly isExpired: typeof isExpired;
  /** The part of a leader's fee that a copier with this much to withdraw is charged. */
  feeTaken(fee: Money, available: Money): Money;
  /** The house's payment to an account without positions that owns this much. */
  cover(ownMoney: Money): Money;
}

const TRIPLE_NIGHTS = 3;
/** The error of floating point is far smaller than this safety margin of one millionth. */
const BAND_SHARE = 1 - 1e-6;

/** The product's rules. */
export const RULEBOOK: Rulebook = {
  version: 7,
  margin,
  usedMarginOf,
  hedgedMarginOf,
  marginToOpen,
  placingMargin: larger,
  openingFee,
  commission,
  profit,
  swapCharge,
  isAtOrBelow,
  placementOf,
  dealingProblem,
  takesQuote: ({ open, quoteTime, staleAfterMs }, known, now) =>
    known === 'none' || (open ? isFresh(quoteTime, now, staleAfterMs) : known === 'restored'),
  fillFee: (reserved) => reserved,
  reserveChange: minus,
  pendingFillPrice: openingPrice,
  trailingLevel,
  trailingDue,
  tighterStop,
  guaranteedPrice,
  premiumFor,
  isGuaranteeTooNear,
  chargesAtMarket: false,
  trimmedLevels,
  lotsToClose,
  stopLossEdge: (side) => (side === 'buy' ? 'bidBelow' : 'askAbove'),
  owesSwaps: true,
  burstsBlock: true,
  keepsSwaps: true,
  reservesCount: true,
  opens: (mode) => mode === 'normal',
  movesOnlyOffered: true,
  haltsStopOuts: true,
  needsFreshRate: true,
  nights: ({ tripleWeekday }, weekday) => (weekday === tripleWeekday ? TRIPLE_NIGHTS : 1),
  bandShare: BAND_SHARE,
  correctionAmount,
  shareOf,
  oppositePrice,
  endsPartners: true,
  isBeyondLimit: (side, limitPrice, price) => (side === 'buy' ? price > limitPrice : price < limitPrice),
  isExpired,
  feeTaken: smaller,
  cover: (ownMoney) => (ownMoney < 0n ? negate(ownMoney) : ZERO),
};

/**
 * The sixth rules. A split also removed partial levels that fitted, where the least lots had been raised above theirs. A
 * pending order could be moved in an instrument that its group was no longer offered. A guaranteed stop was charged also
 * where the market's price was the same. Triggers and stop-outs converted at stale rates.
 */
const SIXTH: Rulebook = {
  ...RULEBOOK,
  version: 6,
  trimmedLevels: (terms, position, levels) =>
    trimmedLevels(terms, position, levels).filter((level) => level.lots >= terms.minLots),
  movesOnlyOffered: false,
  chargesAtMarket: true,
  needsFreshRate: false,
};

/** The fifth rules: a pending order's reserve lowered the equity, and so brought the stop-out nearer. */
const FIFTH: Rulebook = { ...SIXTH, version: 5, reservesCount: false };

/** The fourth rules: no fill was ever corrected. */
const FOURTH: Rulebook = { ...FIFTH, version: 4 };

/** The third rules: no instrument was ever restricted. */
const THIRD: Rulebook = { ...FOURTH, version: 3, opens: () => true, haltsStopOuts: false };

/** The second rules: a change of swaps also changed what was charged for rollovers under way. */
const SECOND: Rulebook = { ...THIRD, version: 2, keepsSwaps: false };

/**
 * The rules of the first release. Rows that they decided are replayed by them, so that later rules leave history
 * verifiable. They dealt on quotes of the future and at restored prices, computed the fee of a pending order anew at its
 * fill, and charged swaps only to positions that were still open at their account's turn.
 */
const FIRST: Rulebook = {
  ...SECOND,
  version: 1,
  dealingProblem: ({ open, quoteTime, staleAfterMs }, now) => {
    if (!open) return 'market_closed';
    return now - quoteTime > staleAfterMs ? 'market_data_stale' : undefined;
  },
  fillFee: (_reserved, atFill) => atFill,
  owesSwaps: false,
};

const RULEBOOKS: ReadonlyMap<number, Rulebook> = new Map(
  [FIRST, SECOND, THIRD, FOURTH, FIFTH, SIXTH, RULEBOOK].map((book) => [book.version, book]),
);

/** The rules of a version. Throws InvariantError when there are none. */
export function rulebookOf(version: number): Rulebook {
  const found = RULEBOOKS.get(version);
  if (found === undefined) throw new InvariantError(`no rules of version ${version}`);
  return found;
}
