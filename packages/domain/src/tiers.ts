import { divide, larger, minus, plus } from './decimal.ts';
import { type Money, ZERO, asMoney } from './units.ts';

/** A tier of leverage: the part of an exposure from `from` dollars up to the next tier has at most this leverage. */
export interface LeverageTier {
  readonly from: Money;
  /** A whole number from 1. */
  readonly leverage: number;
}

/** Open positions in one instrument, or one of them: the margin that they have bound, and their exposure in dollars. */
export interface Holding {
  readonly margin: Money;
  readonly exposure: Money;
}

/** Nothing held. */
export const NO_HOLDING: Holding = { margin: ZERO, exposure: ZERO };

/** Tiers of one instrument. */
export const MOST_TIERS = 20;

const MOST_LEVERAGE = 1_000_000;

/** True for tiers by ascending exposure, the first from zero, each with less leverage than the one before it. */
export function areTiers(tiers: readonly LeverageTier[]): boolean {
  if (tiers.length > MOST_TIERS) return false;
  return tiers.every(({ from, leverage }, at) => {
    const before = tiers[at - 1];
    if (!Number.isSafeInteger(leverage) || leverage < 1 || leverage > MOST_LEVERAGE) return false;
    return before === undefined ? from === 0n : from > before.from && leverage < before.leverage;
  });
}

/**
 * The exposure of a position or an order in dollars: its margin × its leverage. This is its notional at the price and the
 * conversion at which the margin was bound, so it does not move with the market. Rounded as the margin is: up, by less than
 * its leverage in micro-dollars.
 */
export function exposureOf(margin: Money, leverage: number): Money {
  return asMoney(margin * BigInt(leverage));
}

/** Adds a position to a holding. */
export function holdingWith(held: Holding, margin: Money, leverage: number): Holding {
  return { margin: plus(held.margin, margin), exposure: plus(held.exposure, exposureOf(margin, leverage)) };
}

/** Takes a position out of a holding. */
export function holdingWithout(held: Holding, margin: Money, leverage: number): Holding {
  return { margin: minus(held.margin, margin), exposure: minus(held.exposure, exposureOf(margin, leverage)) };
}

/**
 * The margin that tiers require for an exposure, in dollars: each slice of the exposure ÷ the leverage of its own tier, and
 * the sum rounded up once.
 */
export function tierRequirement(tiers: readonly LeverageTier[], exposure: Money): Money {
  let numerator = 0n;
  let denominator = 1n;
  for (let at = 0; at < tiers.length; at += 1) {
    const { from, leverage } = tiers[at] as LeverageTier;
    if (exposure <= from) break;
    const next = tiers[at + 1]?.from ?? exposure;
    const slice = (next < exposure ? next : exposure) - from;
    const factor = BigInt(leverage);
    numerator = numerator * factor + slice * denominator;
    denominator *= factor;
  }
  return asMoney(divide(numerator, denominator, 'up'));
}

/**
 * Used margin of one instrument: the sum of its positions' own margins, or what the tiers require for their exposure, if
 * that is more.
 */
export function usedMarginOf(tiers: readonly LeverageTier[], { margin, exposure }: Holding): Money {
  return larger(margin, tierRequirement(tiers, exposure));
}
