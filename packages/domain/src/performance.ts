import { divide, pow10 } from './decimal.ts';
import type { InstrumentId } from './instrument.ts';
import { DAY_MS } from './time.ts';
import { type Lots, type Money, RATE_SCALE, type Rate, asMoney, asRate } from './units.ts';

/**
 * The figures of the ranking (docs/ranking.md). Growth is time-weighted: it is measured between deposits and
 * withdrawals, so their size and timing have no effect on it.
 */

/** The statistics cover the last 21 × 24 hours. */
export const THREE_WEEKS_MS = 21 * DAY_MS;

/** A flow of money into or out of an account: a deposit, a withdrawal, demo funding or an adjustment. */
export interface BalanceOperation {
  /** Epoch milliseconds of market time. */
  readonly time: number;
  /** Equity just before the operation, floating profit included. */
  readonly before: Money;
  /** Positive for money paid in, negative for money paid out. */
  readonly amount: Money;
}

/**
 * A growth as an exact fraction: 11/10 is ten per cent up. The numerator is at or above zero, the denominator above
 * zero.
 */
export interface Growth {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

/** A growth of 1: no change. */
export const NO_GROWTH: Growth = { numerator: 1n, denominator: 1n };

/**
 * Growth of equity between two moments without money paid in or out. A start at or below zero counts as no growth,
 * because the ratio is undefined; an end at or below zero counts as a loss of 100%.
 */
export function growthBetween(start: Money, end: Money): Growth {
  if (start <= 0n) return NO_GROWTH;
  return { numerator: end > 0n ? end : 0n, denominator: start };
}

/** Chains two consecutive growths. */
export function compound(first: Growth, second: Growth): Growth {
  return { numerator: first.numerator * second.numerator, denominator: first.denominator * second.denominator };
}

/** Growth up to the last balance operation, and the equity right after it; undefined before the first one. */
export interface GrowthSoFar {
  readonly growth: Growth;
  readonly base: Money | undefined;
}

/**
 * Growth of equity from `start` through balance operations, in their order. Without a start (a younger account) the
 * first operation is the start. It does not change until the next operation, so it can be kept.
 */
export function growthSoFar(start: Money | undefined, operations: readonly BalanceOperation[]): GrowthSoFar {
  const steps: Growth[] = [];
  let base = start;
  for (const { before, amount } of operations) {
    if (base !== undefined) steps.push(growthBetween(base, before));
    base = asMoney(before + amount);
  }
  return {
    growth: {
      numerator: productOf(steps.map(({ numerator }) => numerator)),
      denominator: productOf(steps.map(({ denominator }) => denominator)),
    },
    base,
  };
}

/** Growth through further operations. */
export function growthFurther({ growth, base }: GrowthSoFar, operations: readonly BalanceOperation[]): GrowthSoFar {
  const further = growthSoFar(base, operations);
  return { growth: compound(growth, further.growth), base: further.base };
}

/** Growth to the equity `end`. */
export function growthTo({ growth, base }: GrowthSoFar, end: Money): Growth {
  return base === undefined ? growth : compound(growth, growthBetween(base, end));
}

/** Multiplies in pairs: numbers of equal length multiply faster than a long one by a short one, many times. */
function productOf(factors: readonly bigint[]): bigint {
  let level = factors;
  while (level.length > 1)
    level = Array.from(
      { length: Math.ceil(level.length / 2) },
      (_, index) => (level[2 * index] ?? 1n) * (level[2 * index + 1] ?? 1n),
    );
  return level[0] ?? 1n;
}

/** Growth − 1, rounded half-even: 0.1 for ten per cent up, −1 for a total loss. */
export function growthRate({ numerator, denominator }: Growth): Rate {
  return asRate(divide((numerator - denominator) * pow10(RATE_SCALE), denominator, 'halfEven'));
}

/** The money result of one or more closed positions. */
export interface TradeResult {
  /** Result between the opening and closing price, before costs. */
  readonly profit: Money;
  readonly fee: Money;
  /** Signed from the client's side: negative is paid by the client. */
  readonly swap: Money;
  /** The price of a guaranteed stop that was used. */
  readonly premium: Money;
}

/** Realised result net of fee, swap and premium. A position is profitable when it is above zero. */
export function netResult({ profit, fee, swap, premium }: TradeResult): Money {
  return asMoney(profit - fee + swap - premium);
}

/** Profitable closed positions ÷ closed positions, rounded half-even; undefined without closed positions. */
export function winRate(wins: number, closed: number): Rate | undefined {
  return closed === 0 ? undefined : asRate(divide(BigInt(wins) * pow10(RATE_SCALE), BigInt(closed), 'halfEven'));
}

/** Trades and lots in one instrument at one leverage. */
export interface TradedVolume {
  readonly instrument: InstrumentId;
  readonly leverage: number;
  readonly trades: number;
  readonly lots: Lots;
}

/**
 * The instruments with the most trades, at most `most` of them. Ties go to the larger volume, then to the lower number.
 */
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

/** The usual leverage: the mean of leverages weighted by lots, rounded half-even; undefined without trades. */
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
