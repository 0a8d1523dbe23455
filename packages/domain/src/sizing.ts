import { absolute, divide, plus, pow10 } from './decimal.ts';
import type { Instrument } from './instrument.ts';
import { type Lots, type Money, RATE_SCALE, type Rate, asLots, asMoney } from './units.ts';

/** The step and the bounds of an instrument's volumes. */
export type LotTerms = Pick<Instrument, 'lotStep' | 'minLots' | 'maxLots'>;

/** The smallest volume on the step that may be traded; undefined if there is none. */
export function smallestVolume({ lotStep, minLots, maxLots }: LotTerms): Lots | undefined {
  const least = asLots(divide(minLots, lotStep, 'up') * lotStep);
  return least > maxLots ? undefined : least;
}

/**
 * The largest volume on the step, within the bounds, whose cost is within the budget; undefined if even the smallest one
 * costs more. `costOf` must not fall as the volume grows, as margins, fees and losses don't: the search halves the range.
 */
export function largestVolume(terms: LotTerms, budget: Money, costOf: (volume: Lots) => Money): Lots | undefined {
  const least = smallestVolume(terms);
  if (least === undefined || costOf(least) > budget) return undefined;
  let within = least / terms.lotStep;
  let beyond = terms.maxLots / terms.lotStep + 1n;
  while (beyond - within > 1n) {
    const middle = (within + beyond) / 2n;
    if (costOf(asLots(middle * terms.lotStep)) > budget) beyond = middle;
    else within = middle;
  }
  return asLots(within * terms.lotStep);
}

/** Dollars that a position loses if it closes at its stop: the loss of its price, and the fee. `result`: at the stop. */
export function moneyAtRisk(result: Money, fee: Money): Money {
  return plus(absolute(result), fee);
}

const PERCENT = 100n * pow10(RATE_SCALE);

/** A percentage of an amount, rounded down, so that it is never more than the share. Zero for an amount below zero. */
export function percentOf(amount: Money, percent: Rate): Money {
  return asMoney(amount <= 0n ? 0n : divide(amount * percent, PERCENT, 'down'));
}
