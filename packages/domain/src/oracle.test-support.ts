/**
 * Exact fractions of bigints: a slow oracle for the product's scaled integers. The oracle shares no code with the
 * product.
 */
export interface Fraction {
  readonly n: bigint;
  readonly d: bigint;
}

/** The fraction n/d, with the sign in the numerator. */
export function fraction(n: bigint, d: bigint = 1n): Fraction {
  return d < 0n ? { n: -n, d: -d } : { n, d };
}

export const times = (...parts: Fraction[]): Fraction => parts.reduce((a, b) => fraction(a.n * b.n, a.d * b.d));
export const over = (a: Fraction, b: Fraction): Fraction => fraction(a.n * b.d, a.d * b.n);
export const less = (a: Fraction, b: Fraction): Fraction => fraction(a.n * b.d - b.n * a.d, a.d * b.d);

/** Compares a with b: −1 below, 0 equal, 1 above. */
export function compare(a: Fraction, b: Fraction): number {
  const difference = a.n * b.d - b.n * a.d;
  return difference === 0n ? 0 : difference > 0n ? 1 : -1;
}

/** Converts a scaled integer to the fraction that it stands for. */
export const scaled = (value: bigint, scale: number): Fraction => fraction(value, 10n ** BigInt(scale));

/** True when a scaled integer is the half-even rounding of an exact value. */
export function isHalfEven(value: bigint, scale: number, exact: Fraction): boolean {
  const unit = fraction(1n, 2n * 10n ** BigInt(scale));
  const gap = less(scaled(value, scale), exact);
  const distance = gap.n < 0n ? fraction(-gap.n, gap.d) : gap;
  const order = compare(distance, unit);
  return order < 0 || (order === 0 && value % 2n === 0n);
}

/** True when a scaled integer is the smallest one at or above a non-negative exact value. */
export function isCeiling(value: bigint, scale: number, exact: Fraction): boolean {
  return compare(scaled(value, scale), exact) >= 0 && compare(scaled(value - 1n, scale), exact) < 0;
}
