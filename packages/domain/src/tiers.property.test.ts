import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Fraction, fraction, isCeiling } from './oracle.test-support.ts';
import {
  type LeverageTier,
  MOST_TIERS,
  NO_HOLDING,
  areTiers,
  exposureOf,
  holdingWith,
  holdingWithout,
  tierRequirement,
  usedMarginOf,
} from './tiers.ts';
import { asMoney, money } from './units.ts';

const add = (one: Fraction, other: Fraction): Fraction => fraction(one.n * other.d + other.n * one.d, one.d * other.d);

/** The requirement by differences: all of the exposure at the first tier, and what each later tier asks more. */
function oracle(tiers: readonly LeverageTier[], exposure: bigint): Fraction {
  const million = 1_000_000n;
  let sum = fraction(0n);
  let last = fraction(0n);
  for (const { from, leverage } of tiers) {
    const share = fraction(1n, BigInt(leverage));
    const above = exposure > from ? exposure - from : 0n;
    sum = add(sum, fraction(above * (share.n * last.d - last.n * share.d), million * share.d * last.d));
    last = share;
  }
  return sum;
}

const tiers: fc.Arbitrary<readonly LeverageTier[]> = fc
  .tuple(
    fc.uniqueArray(fc.bigInt({ min: 1n, max: 10n ** 13n }), { maxLength: 6 }),
    fc.uniqueArray(fc.integer({ min: 1, max: 1000 }), { minLength: 7, maxLength: 7 }),
  )
  .map(([steps, leverages]) => {
    const ascending = [0n, ...steps.toSorted((a, b) => (a < b ? -1 : 1))];
    const descending = leverages.toSorted((a, b) => b - a);
    return ascending.map((from, at) => ({ from: asMoney(from), leverage: descending[at] ?? 1 }));
  });
const margin = fc.bigInt({ min: 0n, max: 10n ** 12n }).map(asMoney);
const position = fc.tuple(margin, fc.integer({ min: 1, max: 1000 }));
const held = fc
  .array(position, { maxLength: 6 })
  .map((positions) => positions.reduce((sum, [bound, leverage]) => holdingWith(sum, bound, leverage), NO_HOLDING));

describe('the requirement of tiers', () => {
  it('is each slice of the exposure at the leverage of its own tier, rounded up once', () => {
    fc.assert(
      fc.property(tiers, fc.bigInt({ min: 1n, max: 10n ** 14n }), (list, exposure) => {
        expect(isCeiling(tierRequirement(list, asMoney(exposure)), 6, oracle(list, exposure))).toBe(true);
      }),
    );
  });

  it('follows a table by hand', () => {
    const list = [
      { from: money('0'), leverage: 100 },
      { from: money('1000000'), leverage: 50 },
      { from: money('5000000'), leverage: 3 },
    ];
    const required = (exposure: string): bigint => tierRequirement(list, money(exposure));
    expect(required('0')).toBe(0n);
    expect(required('999999.99')).toBe(money('9999.9999'));
    expect(required('1000000')).toBe(money('10000'));
    expect(required('1000000.000001')).toBe(money('10000.000001'));
    expect(required('5000000')).toBe(money('90000'));
    expect(required('5000001')).toBe(money('90000.333334'));
    expect(tierRequirement([], money('5000000'))).toBe(0n);
  });
});

describe('used margin', () => {
  it('is never below the own margins, which alone count without tiers, and never falls as positions are added', () => {
    fc.assert(
      fc.property(tiers, held, position, (list, before, [bound, leverage]) => {
        const after = holdingWith(before, bound, leverage);
        expect(after.exposure - before.exposure).toBe(exposureOf(bound, leverage));
        expect(holdingWithout(after, bound, leverage)).toEqual(before);
        expect(usedMarginOf([], after)).toBe(after.margin);
        expect(usedMarginOf(list, after)).toBeGreaterThanOrEqual(after.margin);
        expect(usedMarginOf(list, after)).toBeGreaterThanOrEqual(usedMarginOf(list, before));
      }),
    );
  });
});

const isList = (...parts: readonly (readonly [bigint, number])[]): boolean =>
  areTiers(parts.map(([from, leverage]) => ({ from: asMoney(from), leverage })));

describe('a list of tiers', () => {
  it('begins at zero, ascends in exposure and descends in leverage', () => {
    fc.assert(fc.property(tiers, (sound) => areTiers(sound)));
    expect(isList()).toBe(true);
    expect(isList([1n, 100])).toBe(false);
    expect(isList([0n, 100], [0n, 50])).toBe(false);
    expect(isList([0n, 100], [5n, 50], [4n, 20])).toBe(false);
    expect(isList([0n, 100], [5n, 100])).toBe(false);
    expect(isList([0n, 0.5])).toBe(false);
    expect(isList([0n, 1.5])).toBe(false);
    expect(isList([0n, Number.NaN])).toBe(false);
    expect(isList(...Array.from({ length: MOST_TIERS + 1 }, (_, at) => [BigInt(at), 100 - at] as const))).toBe(false);
  });
});
