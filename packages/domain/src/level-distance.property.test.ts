import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compare, fraction, scaled, times } from './oracle.test-support.ts';
import type { Fraction } from './oracle.test-support.ts';
import {
  distanceOfMoney,
  distanceOfPercent,
  distanceOfPips,
  levelAt,
  moneyOfDistance,
  percentOfDistance,
  pipsOfDistance,
} from './level-distance.ts';
import { pricePoint } from './instrument.ts';
import { type Price, asLots, asMoney, asPrice, asRate, price, priceScaleOf, rate } from './units.ts';

const level = fc.constantFrom('stopLoss' as const, 'takeProfit' as const);
const terms = fc.record({ pricePrecision: fc.integer({ min: 0, max: 12 }) });
const conversion = fc.record({
  numerator: fc.bigInt({ min: 1n, max: 10n ** 12n }),
  denominator: fc.bigInt({ min: 1n, max: 10n ** 12n }),
});

/** The distance is on the grid; a stop is the farthest within the exact worth, a target the nearest beyond it. */
function expectRounded(
  { distance, point }: { readonly distance: Price; readonly point: bigint },
  which: 'stopLoss' | 'takeProfit',
  worthOf: (distance: bigint) => Fraction,
  asked: Fraction,
): void {
  expect(distance % point).toBe(0n);
  const against = compare(worthOf(distance), asked);
  if (which === 'stopLoss') {
    expect(against).toBeLessThanOrEqual(0);
    expect(compare(worthOf(distance + point), asked)).toBe(1);
  } else {
    expect(against).toBeGreaterThanOrEqual(0);
    if (distance > 0n) expect(compare(worthOf(distance - point), asked)).toBe(-1);
  }
}

describe('a level entered as a distance', () => {
  it('in money: a stop loses no more, a target wins no less, and one point further would', () => {
    fc.assert(
      fc.property(
        fc.record({
          level,
          terms,
          conversion,
          units: fc.bigInt({ min: 1n, max: 1_000_000n }),
          volume: fc.bigInt({ min: 1n, max: 10_000_000n }).map(asLots),
          amount: fc.bigInt({ min: 0n, max: 10n ** 13n }).map(asMoney),
        }),
        ({ level: which, terms: written, conversion: rates, units, volume, amount }) => {
          const traded = { ...written, unitsPerLot: units };
          const distance = distanceOfMoney(traded, which, volume, amount, rates);
          const worth = (far: bigint): Fraction =>
            times(
              scaled(far, priceScaleOf(traded)),
              scaled(volume, 4),
              fraction(units),
              fraction(rates.numerator, rates.denominator),
            );
          expectRounded({ distance, point: pricePoint(traded) }, which, worth, scaled(amount, 6));
        },
      ),
      { numRuns: 2_000, seed: 6 },
    );
  });

  it('in per cent of the opening price, with the same rounding', () => {
    fc.assert(
      fc.property(
        level,
        terms,
        fc.bigInt({ min: 1n, max: 10n ** 14n }).map(asPrice),
        fc.bigInt({ min: 0n, max: 10n ** 10n }).map(asRate),
        (which, written, open, percent) => {
          const distance = distanceOfPercent(written, which, open, percent);
          const scale = priceScaleOf(written);
          const asked = times(scaled(open, scale), scaled(percent, 8), fraction(1n, 100n));
          expectRounded({ distance, point: pricePoint(written) }, which, (far) => scaled(far, scale), asked);
        },
      ),
      { numRuns: 1_000, seed: 7 },
    );
  });

  it('in pips counts ten points where prices carry a fractional pip', () => {
    expect(distanceOfPips({ pricePrecision: 5 }, 'stopLoss', rate('12.3'))).toBe(price('0.00123'));
    expect(distanceOfPips({ pricePrecision: 2 }, 'stopLoss', rate('150'))).toBe(price('1.5'));
    // Half a point is no distance: a stop is nearer, a target farther.
    expect(distanceOfPips({ pricePrecision: 5 }, 'stopLoss', rate('1.25'))).toBe(price('0.00012'));
    expect(distanceOfPips({ pricePrecision: 5 }, 'takeProfit', rate('1.25'))).toBe(price('0.00013'));
  });

  it('is shown in each unit so that typing what is shown gives the same distance again', () => {
    fc.assert(
      fc.property(
        level,
        fc.constantFrom(0, 2, 3, 5),
        fc.bigInt({ min: 1n, max: 99_999n }),
        fc.bigInt({ min: 1_000n, max: 9_999_999n }),
        (which, pricePrecision, points, openPoints) => {
          const written = { pricePrecision };
          const point = pricePoint(written);
          const [open, distance] = [asPrice(openPoints * point), asPrice(points * point)];
          const traded = { ...written, unitsPerLot: 100_000n };
          const rates = { numerator: 1n, denominator: 151n };
          const [pips, percent] = [
            pipsOfDistance(written, distance),
            percentOfDistance(written, which, open, distance),
          ];
          const money = moneyOfDistance(traded, which, asLots(100n), distance, rates);
          expect(distanceOfPips(written, which, pips)).toBe(distance);
          expect(distanceOfPercent(written, which, open, percent)).toBe(distance);
          expect(distanceOfMoney(traded, which, asLots(100n), money, rates)).toBe(distance);
        },
      ),
      { numRuns: 1_000, seed: 8 },
    );
  });

  it('lies on its own side of the opening price, and above zero', () => {
    const [open, far] = [price('1.10'), price('0.02')];
    expect(levelAt('buy', 'stopLoss', open, far)).toBe(price('1.08'));
    expect(levelAt('buy', 'takeProfit', open, far)).toBe(price('1.12'));
    expect(levelAt('sell', 'stopLoss', open, far)).toBe(price('1.12'));
    expect(levelAt('sell', 'takeProfit', open, far)).toBe(price('1.08'));
    expect(levelAt('buy', 'stopLoss', open, open)).toBeUndefined();
  });
});
