import { negate } from './decimal.ts';
import { type Money, ZERO, asMoney } from './units.ts';

/** A corrected price is at most this many times the fill's, and at least one such part of it. */
const FAR_FACTOR = 2n;

/** True when a price is too far from the one of the fill that it would correct. */
export function isFarFromFill(price: bigint, filled: bigint): boolean {
  return price * FAR_FACTOR < filled || price > filled * FAR_FACTOR;
}

/**
 * The booked part of a correction, from the value of the changed price, the sum that the house has waived for the order
 * before or covered, and the most that the account can pay. All are dollars, the value with the client's sign.
 */
export function correctionAmount(difference: Money, waived: Money, payable: Money): Money {
  if (difference > waived) return asMoney(difference - waived);
  if (difference >= 0n) return ZERO;
  return difference + payable < 0n ? negate(payable) : difference;
}
