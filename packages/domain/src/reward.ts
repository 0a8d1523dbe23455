import { divide } from './decimal.ts';
import type { Money } from './units.ts';

/** A share of fees in whole per cent, rounded down to the micro-dollar. `fees` must not be below zero. */
export function rewardShare(fees: Money, percent: number): Money {
  if (fees < 0n || !Number.isInteger(percent) || percent < 0 || percent > 100)
    throw new RangeError(`no share of ${fees} at ${percent} per cent`);
  return divide(fees * BigInt(percent), 100n, 'down') as Money;
}
