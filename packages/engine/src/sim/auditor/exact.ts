/**
 * The auditor's own arithmetic: plain fractions of bigints. It shares no code with the domain, so that a mistake in one
 * can't hide in the other.
 */
export interface Fraction {
  readonly over: bigint;
  /** Always above zero. */
  readonly under: bigint;
}

const MICRO = 1_000_000n;

export function fraction(over: bigint, under = 1n): Fraction {
  return under < 0n ? { over: -over, under: -under } : { over, under };
}

/** Rates and the prices of conversion legs have eight decimals, lots four. */
export const fromEight = (scaled: bigint): Fraction => fraction(scaled, 100_000_000n);
/** The decimals of the integers of an instrument's prices. */
export const decimalsOf = (terms: { pricePrecision: number; priceScale?: number }): number =>
  terms.priceScale ?? (terms.pricePrecision > 8 ? terms.pricePrecision : 8);
export const fromPrice = (scaled: bigint, terms: { pricePrecision: number; priceScale?: number }): Fraction =>
  fraction(scaled, 10n ** BigInt(decimalsOf(terms)));
export const fromLots = (scaled: bigint): Fraction => fraction(scaled, 10_000n);
export const fromDollars = (micro: bigint): Fraction => fraction(micro, MICRO);

export function product(...factors: readonly Fraction[]): Fraction {
  let over = 1n;
  let under = 1n;
  for (const factor of factors) {
    over *= factor.over;
    under *= factor.under;
  }
  return fraction(over, under);
}

export function sum(parts: readonly Fraction[]): Fraction {
  let total = fraction(0n);
  for (const { over, under } of parts) total = fraction(total.over * under + over * total.under, total.under * under);
  return total;
}

export function inverse({ over, under }: Fraction): Fraction {
  return fraction(under, over);
}

/** Micro-dollars, rounded half-even. */
export function nearestMicro(dollars: Fraction): bigint {
  const { over, under } = product(dollars, fraction(MICRO));
  const below = floor(over, under);
  const rest = 2n * (over - below * under);
  if (rest < under) return below;
  if (rest > under) return below + 1n;
  return below % 2n === 0n ? below : below + 1n;
}

/** Micro-dollars, rounded up. The amount must not be below zero. */
export function ceilingMicro(dollars: Fraction): bigint {
  const { over, under } = product(dollars, fraction(MICRO));
  return -floor(-over, under);
}

function floor(over: bigint, under: bigint): bigint {
  const cut = over / under;
  return over < 0n && cut * under !== over ? cut - 1n : cut;
}

/** Formats an integer with this many decimals. */
export function decimal(value: bigint, decimals: number): string {
  const digits = (value < 0n ? -value : value).toString().padStart(decimals + 1, '0');
  const text =
    decimals === 0 ? digits : `${digits.slice(0, digits.length - decimals)}.${digits.slice(digits.length - decimals)}`;
  return value < 0n ? `-${text}` : text;
}
