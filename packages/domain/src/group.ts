import { divide, pow10 } from './decimal.ts';
import type { Conversion } from './conversion.ts';
import { notionalToMoney, openingFee } from './charges.ts';
import { type FeeMode, type Instrument, type InstrumentId, type SwapTerms, pricePoint } from './instrument.ts';
import type { GuaranteeTerms } from './guarantee.ts';
import type { HedgedMargin } from './hedging.ts';
import type { Quote } from './quote.ts';
import type { LeverageTier } from './tiers.ts';
import { type Lots, type Money, type Price, RATE_SCALE, type Rate, asMoney, asPrice } from './units.ts';

/** The number of a group of accounts. */
export type GroupId = number;

/** The groups of accounts that were never moved to another. Until they are defined, the instruments' own terms apply. */
export const DEFAULT_GROUPS: Readonly<Record<'real' | 'demo', GroupId>> = { real: 1, demo: 2 };

/**
 * The distance of a client's prices from the market's, in the instrument's price scale, on its grid and never below
 * zero: the client's bid is the market's less `bid`, the client's ask the market's plus `ask`.
 */
export interface Markup {
  readonly bid: Price;
  readonly ask: Price;
}

/** No markup: the client deals at the market's prices. */
export const NO_MARKUP: Markup = { bid: asPrice(0n), ask: asPrice(0n) };

/** A fee of a group. `perMillion`: dollars per million dollars of notional; the others as FeeMode. */
export interface Commission {
  readonly mode: FeeMode | 'perMillion';
  readonly rate: Rate;
}

/** The terms of one instrument for the accounts of a group. What is absent is as the instrument itself has it. */
export interface GroupTerms {
  readonly instrument: InstrumentId;
  readonly markup?: Markup | undefined;
  readonly commission?: Commission | undefined;
  readonly swap?: SwapTerms | undefined;
  /** The highest leverage that a new order may choose. */
  readonly maxLeverage?: number | undefined;
  /** Tiers of leverage by exposure (areTiers). Absent or empty: each position binds its own margin and no more. */
  readonly tiers?: readonly LeverageTier[] | undefined;
  /** False: nobody in the group opens anything in the instrument. Closing stays possible. */
  readonly offered?: boolean | undefined;
  /** Absent: stops are not guaranteed. */
  readonly guarantee?: GuaranteeTerms | undefined;
}

/** A group of accounts with terms of its own. */
export interface Group {
  readonly id: GroupId;
  /** Whole per cent; absent: the rule of the whole engine. */
  readonly stopOutPercent?: number | undefined;
  /** Absent: both sides of opposite positions use margin. */
  readonly hedgedMargin?: HedgedMargin | undefined;
  /** By ascending instrument; at most one for each. */
  readonly terms: readonly GroupTerms[];
}

/** True when prices are not shifted. */
export function isUnmarked({ bid, ask }: Markup): boolean {
  return bid === 0n && ask === 0n;
}

/**
 * The quote as a client with a markup sees it: the same number and time, and prices shifted against the client. A bid
 * never falls below one step of the grid.
 */
export function markedUp(instrument: Parameters<typeof pricePoint>[0], quote: Quote, markup: Markup): Quote {
  if (isUnmarked(markup)) return quote;
  const lowest = pricePoint(instrument);
  const bid = quote.bid - markup.bid;
  return { ...quote, bid: asPrice(bid < lowest ? lowest : bid), ask: asPrice(quote.ask + markup.ask) };
}

const MILLION = 1_000_000n;

/**
 * The commission of a group for opening a volume at a price, in dollars, rounded half-even. `perMillion`: rate × lots ×
 * unitsPerLot × price × conversion ÷ 1,000,000. `bound`: the order's margin, which `ofMargin` is a share of.
 */
export function commission(
  { mode, rate }: Commission,
  instrument: Instrument,
  volume: Lots,
  at: Price,
  bound: Money,
  conversion: Conversion,
): Money {
  if (mode !== 'perMillion') return openingFee(mode, { ...instrument, feeRate: rate }, volume, bound);
  const notional = volume * instrument.unitsPerLot * at * conversion.numerator;
  const scale = notionalToMoney(instrument) * conversion.denominator * pow10(RATE_SCALE) * MILLION;
  return asMoney(divide(notional * rate, scale, 'halfEven'));
}
