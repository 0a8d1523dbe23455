import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { margin, openingFee, profit, swapCharge } from './charges.ts';
import { type Conversion, conversionFrom } from './conversion.ts';
import type { Instrument } from './instrument.ts';
import { fraction, isCeiling, isHalfEven, less, over, scaled, times } from './oracle.test-support.ts';
import type { Quote } from './quote.ts';
import { type PriceTerms, asLots, asMoney, asPrice, asRate } from './units.ts';

const lotsValue = fc.bigInt({ min: 1n, max: 1_000_0000n }).map(asLots);
const priceValue = fc.bigInt({ min: 1n, max: 99_999_999_999_999n }).map(asPrice);
const side = fc.constantFrom('buy', 'sell');
const rateValue = fc.bigInt({ min: -(10n ** 10n), max: 10n ** 10n }).map(asRate);

const conversion: fc.Arbitrary<Conversion> = fc
  .record({ bid: priceValue, spread: fc.bigInt({ min: 0n, max: 10n ** 6n }), inverse: fc.boolean() })
  .map(({ bid, spread, inverse }) => {
    const quote: Quote = { instrument: 1, seq: 1, time: 0, bid, ask: asPrice(bid + spread) };
    return conversionFrom({ instrument: 1, inverse }, quote);
  });

/** Every precision, with the usual scale and with each scale of its own. */
const written: fc.Arbitrary<PriceTerms> = fc
  .record({ pricePrecision: fc.integer({ min: 0, max: 15 }), own: fc.option(fc.integer({ min: 3, max: 15 })) })
  .map(({ pricePrecision, own }) =>
    own === null ? { pricePrecision } : { pricePrecision, priceScale: Math.max(own, pricePrecision) },
  );
const scaleOf = ({ pricePrecision, priceScale }: PriceTerms): number =>
  priceScale ?? (pricePrecision > 8 ? pricePrecision : 8);

const instrument: fc.Arbitrary<Instrument> = fc
  .record({
    written,
    units: fc.bigInt({ min: 1n, max: 1_000_000n }),
    fee: fc.bigInt({ min: 0n, max: 10n ** 9n }).map(asRate),
    mode: fc.constantFrom('points' as const, 'annualPercent' as const),
    long: rateValue,
    short: rateValue,
  })
  .map(({ written: terms, units, fee, mode, long, short }) => ({
    id: 1,
    code: 'TEST',
    quoteCurrency: 'EUR',
    ...terms,
    lotStep: asLots(1n),
    minLots: asLots(1n),
    maxLots: asLots(10n ** 8n),
    unitsPerLot: units,
    marginMode: 'leveraged',
    leverages: [100],
    feeRate: fee,
    swap: { mode, long, short, tripleWeekday: 3 },
    conversion: { instrument: 2, inverse: false },
    staleAfterMs: 10_000,
  }));

describe('margin', () => {
  it('is lots × units × price × conversion ÷ leverage, rounded up to a micro-dollar', () => {
    fc.assert(
      fc.property(
        instrument,
        lotsValue,
        priceValue,
        fc.integer({ min: 1, max: 1000 }),
        conversion,
        (terms, volume, at, leverage, rate) => {
          const exact = over(
            times(
              scaled(volume, 4),
              fraction(terms.unitsPerLot),
              scaled(at, scaleOf(terms)),
              fraction(rate.numerator, rate.denominator),
            ),
            fraction(BigInt(leverage)),
          );
          expect(isCeiling(margin(terms, volume, at, leverage, rate), 6, exact)).toBe(true);
        },
      ),
    );
  });

  it('is lots × units dollars in fixed mode, independent of price and leverage', () => {
    fc.assert(
      fc.property(instrument, lotsValue, priceValue, conversion, (terms, volume, at, rate) => {
        const fixed: Instrument = { ...terms, marginMode: 'fixed' };
        expect(margin(fixed, volume, at, 50, rate)).toBe(asMoney(volume * terms.unitsPerLot * 100n));
      }),
    );
  });
});

describe('openingFee', () => {
  it('is lots × rate per lot, or margin × rate, half-even', () => {
    fc.assert(
      fc.property(
        instrument,
        lotsValue,
        fc.bigInt({ min: 0n, max: 10n ** 15n }).map(asMoney),
        (terms, volume, bound) => {
          const rate = scaled(terms.feeRate, 8);
          expect(isHalfEven(openingFee('perLot', terms, volume, bound), 6, times(scaled(volume, 4), rate))).toBe(true);
          expect(isHalfEven(openingFee('ofMargin', terms, volume, bound), 6, times(scaled(bound, 6), rate))).toBe(true);
        },
      ),
    );
  });
});

describe('profit', () => {
  it('is (close − open) × side × lots × units × conversion, half-even, and the two sides mirror each other', () => {
    fc.assert(
      fc.property(
        instrument,
        side,
        lotsValue,
        priceValue,
        priceValue,
        conversion,
        (terms, of, volume, open, close, rate) => {
          const exact = times(
            less(scaled(close, scaleOf(terms)), scaled(open, scaleOf(terms))),
            scaled(volume, 4),
            fraction(terms.unitsPerLot),
            fraction(rate.numerator, rate.denominator),
            fraction(of === 'buy' ? 1n : -1n),
          );
          const result = profit(terms, of, volume, open, close, rate);
          expect(isHalfEven(result, 6, exact)).toBe(true);
          expect(profit(terms, of === 'buy' ? 'sell' : 'buy', volume, open, close, rate)).toBe(0n - result);
        },
      ),
    );
  });
});

describe('swapCharge', () => {
  it('follows the formula of its mode for any number of nights', () => {
    fc.assert(
      fc.property(
        instrument,
        side,
        lotsValue,
        priceValue,
        conversion,
        fc.integer({ min: 1, max: 3 }),
        (terms, of, volume, at, rate, nights) => {
          const perNight = scaled(of === 'buy' ? terms.swap.long : terms.swap.short, 8);
          const common = times(
            perNight,
            fraction(BigInt(nights)),
            scaled(volume, 4),
            fraction(terms.unitsPerLot),
            fraction(rate.numerator, rate.denominator),
          );
          const exact =
            terms.swap.mode === 'points'
              ? over(common, fraction(10n ** BigInt(terms.pricePrecision)))
              : over(times(common, scaled(at, scaleOf(terms))), fraction(36_500n));
          expect(isHalfEven(swapCharge(terms, of, volume, at, rate, nights), 6, exact)).toBe(true);
        },
      ),
    );
  });
});
