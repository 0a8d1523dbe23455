/**
 * Exact decimal arithmetic on scaled bigints. A value of scale `s` stands for `value / 10^s`. This module knows no
 * units; units.ts adds them.
 */

/** Rounding of a division with a remainder: `up` is away from zero, `down` towards zero. */
export type Rounding = 'up' | 'down' | 'halfEven';

const POWERS: readonly bigint[] = Array.from({ length: 41 }, (_, exponent) => 10n ** BigInt(exponent));

/** 10^exponent for 0 ≤ exponent ≤ 40. */
export function pow10(exponent: number): bigint {
  const power = POWERS[exponent];
  if (power === undefined) throw new RangeError(`pow10: exponent ${exponent} is outside 0..40`);
  return power;
}

/** The quotient numerator ÷ denominator as a rounded integer. The denominator must not be zero. */
export function divide(numerator: bigint, denominator: bigint, rounding: Rounding): bigint {
  const quotient = numerator / denominator;
  const remainder = numerator - quotient * denominator;
  if (remainder === 0n || rounding === 'down') return quotient;
  const awayFromZero = numerator < 0n === denominator < 0n ? 1n : -1n;
  if (rounding === 'up') return quotient + awayFromZero;
  const twice = 2n * absolute(remainder);
  const size = absolute(denominator);
  const roundAway = twice > size || (twice === size && quotient % 2n !== 0n);
  return roundAway ? quotient + awayFromZero : quotient;
}

/** The absolute value, in the same unit. */
export function absolute<T extends bigint>(value: T): T {
  return value < 0n ? ((0n - value) as T) : value;
}

/** a + b, in their common unit. */
export function plus<T extends bigint>(a: T, b: T): T {
  return (a + b) as T;
}

/** a − b, in their common unit. */
export function minus<T extends bigint>(a: T, b: T): T {
  return ((a as bigint) - (b as bigint)) as T;
}

/** −a, in the same unit. */
export function negate<T extends bigint>(a: T): T {
  return (0n - a) as T;
}

/** The smaller of two values of one unit. */
export function smaller<T extends bigint>(a: T, b: T): T {
  return a < b ? a : b;
}

/** The larger of two values of one unit. */
export function larger<T extends bigint>(a: T, b: T): T {
  return a > b ? a : b;
}

const DECIMAL = /^(-?)(\d{1,24})(?:\.(\d{1,24}))?$/;

/**
 * Reads a plain decimal such as "-12.5" into an integer of the given scale.
 * Returns undefined for anything else: exponents, blanks, signs other than a leading minus,
 * or more significant decimals than the scale holds.
 */
export function parseDecimal(text: string, scale: number): bigint | undefined {
  const match = DECIMAL.exec(text);
  if (match === null) return undefined;
  const [, sign, whole = '', given = ''] = match;
  const fraction = given.replace(/0+$/, '');
  if (fraction.length > scale) return undefined;
  const value = BigInt(whole + fraction.padEnd(scale, '0'));
  return sign === '-' ? -value : value;
}

/**
 * Formats an integer of the given scale as a plain decimal with exactly `decimals` places (default: the scale). Rounds
 * half-even to fewer places than the scale.
 */
export function formatDecimal(value: bigint, scale: number, decimals: number = scale): string {
  const kept = decimals >= scale ? value * pow10(decimals - scale) : divide(value, pow10(scale - decimals), 'halfEven');
  const digits = absolute(kept)
    .toString()
    .padStart(decimals + 1, '0');
  const sign = kept < 0n ? '-' : '';
  if (decimals === 0) return sign + digits;
  return `${sign}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}
