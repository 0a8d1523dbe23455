import { divide, pow10 } from './decimal.ts';
import type { InstrumentId } from './instrument.ts';
import { RATE_SCALE, asMoney, asRate } from './units.ts';
import type { Lots, Money, Rate } from './units.ts';

/**
 * The figures of the ranking (product decisions, "Ranking"). Growth is time-weighted: it is measured between the
 * moments at which money came in or went out, so that how much somebody paid in, and when, makes no difference.
 */

/** The statistics cover the last 21 × 24 hours. */
export const THREE_WEEKS_MS = 21 * 24 * 3_600_000;

/** Money that came into an account or went out of it: a deposit, a withdrawal, demo funding, an adjustment. */
export interface BalanceOperation {
  /** Epoch milliseconds of market time. */
  readonly time: number;
  /** What the account was worth just before, floating profit included. */
  readonly before: Money;
  /** What came in; below zero, what went out. */
  readonly amount: Money;
}

/** A growth as an exact fraction: 11/10 is ten per cent up. The numerator is never below zero, the denominator above it. */
export interface Growth {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

/** Neither growth nor loss. */
export const NO_GROWTH: Growth = { numerator: 1n, denominator: 1n };

/**
 * Growth from a worth to a later one with nothing paid in or out between them. Nothing can't grow, so a start at or below
 * zero counts as no growth; an end at or below zero is the loss of everything, and no more than that.
 */
export function growthBetween(start: Money, end: Money): Growth {
  if (start <= 0n) return NO_GROWTH;
  return { numerator: end > 0n ? end : 0n, denominator: start };
}

/** Two growths after each other. */
export function compound(first: Growth, second: Growth): Growth {
  return { numerator: first.numerator * second.numerator, denominator: first.denominator * second.denominator };
}

/**
 * Growth from a worth, through balance operations in their order, to a last worth. Without a start (an account that
 * is younger) the first operation is the start.
 */
export function growthThrough(start: Money | undefined, operations: readonly BalanceOperation[], end: Money): Growth {
  let growth = NO_GROWTH;
  let base = start;
  for (const { before, amount } of operations) {
    if (base !== undefined) growth = compound(growth, growthBetween(base, before));
    base = asMoney(before + amount);
  }
  return base === undefined ? growth : compound(growth, growthBetween(base, end));
}

/** Growth − 1, half-even: 0.1 for ten per cent up, −1 for the loss of everything. */
export function growthRate({ numerator, denominator }: Growth): Rate {
  return asRate(divide((numerator - denominator) * pow10(RATE_SCALE), denominator, 'halfEven'));
}

/** What came of a closed position, or of several together. */
export interface TradeResult {
  /** Result between the two prices. */
  readonly profit: Money;
  readonly fee: Money;
  /** Signed from the client's side. */
  readonly swap: Money;
}

/** Realised result net of fee and swaps; a position is profitable when it is above zero. */
export function netResult({ profit, fee, swap }: TradeResult): Money {
  return asMoney(profit - fee + swap);
}

/** Profitable closed positions ÷ closed positions, half-even; undefined without any. */
export function winRate(wins: number, closed: number): Rate | undefined {
  return closed === 0 ? undefined : asRate(divide(BigInt(wins) * pow10(RATE_SCALE), BigInt(closed), 'halfEven'));
}

/** What was traded in one instrument on one leverage. */
export interface TradedVolume {
  readonly instrument: InstrumentId;
  readonly leverage: number;
  readonly trades: number;
  readonly lots: Lots;
}

/** The instruments of the most trades, at most `most`; among equals the larger volume, then the lower number. */
export function mostTraded(volumes: readonly TradedVolume[], most: number): readonly InstrumentId[] {
  const sums = new Map<InstrumentId, { trades: number; lots: bigint }>();
  for (const { instrument, trades, lots } of volumes) {
    const sum = sums.get(instrument) ?? { trades: 0, lots: 0n };
    sums.set(instrument, { trades: sum.trades + trades, lots: sum.lots + lots });
  }
  return [...sums]
    .sort(([a, left], [b, right]) => right.trades - left.trades || compareSizes(right.lots, left.lots) || a - b)
    .slice(0, most)
    .map(([instrument]) => instrument);
}

/** The usual leverage: the mean of the leverages weighted with the lots traded on them, half-even; undefined without any. */
export function usualLeverage(volumes: readonly TradedVolume[]): Rate | undefined {
  let weight = 0n;
  let weighted = 0n;
  for (const { lots, leverage } of volumes) {
    weight += lots;
    weighted += lots * BigInt(leverage);
  }
  return weight === 0n ? undefined : asRate(divide(weighted * pow10(RATE_SCALE), weight, 'halfEven'));
}

function compareSizes(a: bigint, b: bigint): number {
  return a === b ? 0 : a > b ? 1 : -1;
}
