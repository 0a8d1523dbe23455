import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { margin, openingFee, profit } from './charges.ts';
import { DOLLAR } from './conversion.ts';
import type { Instrument } from './instrument.ts';
import { compare, fraction, scaled, times } from './oracle.test-support.ts';
import { largestVolume, moneyAtRisk, percentOf, smallestVolume } from './sizing.ts';
import { type Lots, type Money, asLots, asMoney, asPrice, asRate, lots, rate } from './units.ts';

const terms = fc
  .record({
    step: fc.constantFrom(1n, 100n, 250n, 1_000n, 10_000n),
    least: fc.bigInt({ min: 1n, max: 30_000n }),
    range: fc.bigInt({ min: 0n, max: 3_000_000n }),
  })
  .map(({ step, least, range }) => ({
    lotStep: asLots(step),
    minLots: asLots(least),
    maxLots: asLots(least + range),
  }));

const instrument = fc
  .record({
    terms,
    units: fc.constantFrom(1n, 100n, 100_000n),
    fee: fc.bigInt({ min: 0n, max: 10n ** 9n }).map(asRate),
  })
  .map(({ terms: bounds, units, fee }): Instrument => ({
    ...bounds,
    id: 1,
    code: 'TEST',
    quoteCurrency: 'USD',
    pricePrecision: 5,
    unitsPerLot: units,
    marginMode: 'leveraged',
    leverages: [100],
    feeRate: fee,
    swap: { mode: 'points', long: rate('0'), short: rate('0'), tripleWeekday: 3 },
    conversion: null,
    staleAfterMs: 10_000,
  }));

const scene = fc.record({
  instrument,
  side: fc.constantFrom('buy' as const, 'sell' as const),
  mode: fc.constantFrom('perLot' as const, 'ofMargin' as const),
  open: fc.bigInt({ min: 10n ** 7n, max: 10n ** 12n }).map(asPrice),
  distance: fc.bigInt({ min: 0n, max: 9_999_000n }),
  budget: fc.bigInt({ min: 0n, max: 10n ** 12n }).map(asMoney),
});

describe('the largest volume within a risk', () => {
  it('never risks more than asked, is tradable, and one step more would risk more or be too large', () => {
    const outcomes = new Set<string>();
    fc.assert(
      fc.property(scene, ({ instrument: traded, side, mode, open, distance, budget }) => {
        const stop = asPrice(side === 'buy' ? open - distance : open + distance);
        const riskOf = (volume: Lots): Money => {
          const fee = openingFee(mode, traded, volume, margin(traded, volume, open, 100, DOLLAR));
          return moneyAtRisk(profit(traded, side, volume, open, stop, DOLLAR), fee);
        };
        const volume = largestVolume(traded, budget, riskOf);
        const { lotStep: step, minLots, maxLots } = traded;
        if (volume === undefined) {
          const least = smallestVolume(traded);
          outcomes.add(least === undefined ? 'no volume' : 'too small');
          if (least === undefined) {
            // No multiple of the step lies within the bounds.
            expect(maxLots - (maxLots % step)).toBeLessThan(minLots);
          } else {
            expect(riskOf(least)).toBeGreaterThan(budget);
            expect(least - step).toBeLessThan(minLots);
          }
          return;
        }
        expect(volume % step).toBe(0n);
        expect(volume >= minLots && volume <= maxLots).toBe(true);
        expect(riskOf(volume) <= budget).toBe(true);
        const next = asLots(volume + step);
        outcomes.add(next > maxLots ? 'the maximum' : 'within');
        expect(next > maxLots || riskOf(next) > budget).toBe(true);
      }),
      { numRuns: 2_000, seed: 5 },
    );
    // A generator that never reaches an outcome would prove nothing about it.
    expect([...outcomes].sort()).toEqual(['no volume', 'the maximum', 'too small', 'within']);
  });

  it('asks for the cost of few volumes, however wide the bounds are', () => {
    let asked = 0;
    const wide = { lotStep: asLots(1n), minLots: asLots(1n), maxLots: lots('1000000000') };
    largestVolume(wide, asMoney(777_777_777n), (volume) => {
      asked += 1;
      return asMoney(volume * 3n);
    });
    expect(asked).toBeLessThan(50);
  });
});

it('a share of an amount is the largest micro-dollar within it', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: 0n, max: 10n ** 15n }).map(asMoney),
      fc.bigInt({ min: 0n, max: 10n ** 10n }).map(asRate),
      (amount, percent) => {
        const exact = times(scaled(amount, 6), scaled(percent, 8), fraction(1n, 100n));
        const share = percentOf(amount, percent);
        expect(compare(scaled(share, 6), exact)).toBeLessThanOrEqual(0);
        expect(compare(scaled(share + 1n, 6), exact)).toBe(1);
      },
    ),
  );
  expect(percentOf(asMoney(-5n), rate('50'))).toBe(0n);
});
