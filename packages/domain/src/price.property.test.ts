import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isOnPriceGrid, pricePoint } from './instrument.ts';
import { PRICE_LIMIT, type PriceTerms, asPrice, formatPrice, parsePrice, priceScaleOf } from './units.ts';

/** Every precision, with the usual scale and with each scale of its own. */
const terms: fc.Arbitrary<PriceTerms> = fc
  .record({ pricePrecision: fc.integer({ min: 0, max: 15 }), own: fc.option(fc.integer({ min: 3, max: 15 })) })
  .map(({ pricePrecision, own }) =>
    own === null ? { pricePrecision } : { pricePrecision, priceScale: Math.max(own, pricePrecision) },
  );
const BTCIDR: PriceTerms = { pricePrecision: 0, priceScale: 3 };
const BTCJPY: PriceTerms = { pricePrecision: 2, priceScale: 6 };
const SHIBUSD: PriceTerms = { pricePrecision: 14 };
const EURUSD: PriceTerms = { pricePrecision: 5 };

describe('a price', () => {
  it('is written with the instrument’s decimals and read back exactly', () => {
    fc.assert(
      fc.property(terms, fc.bigInt({ min: 1n, max: PRICE_LIMIT - 1n }), (of, value) => {
        const onGrid = asPrice(value - (value % pricePoint(of)));
        fc.pre(onGrid > 0n);
        const text = formatPrice(onGrid, of);
        expect(parsePrice(text, of)).toBe(onGrid);
        expect(text.split('.')[1]?.length ?? 0).toBe(of.pricePrecision);
        expect(isOnPriceGrid(of, onGrid)).toBe(true);
      }),
    );
  });

  it('has the same text at every scale that holds it', () => {
    const steps = fc.bigInt({ min: 1n, max: 10n ** 12n });
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 15 }),
        fc.integer({ min: 3, max: 15 }),
        steps,
        (pricePrecision, own, count) => {
          const [usual, other] = [{ pricePrecision }, { pricePrecision, priceScale: Math.max(own, pricePrecision) }];
          const text = formatPrice(asPrice(count * pricePoint(usual)), usual);
          expect(formatPrice(asPrice(count * pricePoint(other)), other)).toBe(text);
        },
      ),
    );
  });

  it('keeps ten significant digits from 0.00001 to a trillion', () => {
    for (const [text, of] of [
      ['999999999999', BTCIDR],
      ['1600000000', BTCIDR],
      ['14000000.25', BTCJPY],
      ['1.08652', EURUSD],
      ['0.00001234567890', SHIBUSD],
      ['9.99999999999999', SHIBUSD],
    ] as const) {
      const price = parsePrice(text, of) ?? expect.fail(text);
      expect(formatPrice(price, of)).toBe(text);
      expect(price).toBeLessThan(PRICE_LIMIT);
      expect(Number.isSafeInteger(Number(price))).toBe(true);
    }
  });

  it('is refused with more decimals than the scale, at zero and from a trillion', () => {
    expect(parsePrice('1.123456789', EURUSD)).toBeUndefined();
    expect(parsePrice('1600000000.0001', BTCIDR)).toBeUndefined();
    for (const text of ['0', '-1', '1000000000000', '1e3', '']) {
      expect([EURUSD, BTCIDR, SHIBUSD].map((of) => parsePrice(text, of))).toEqual([undefined, undefined, undefined]);
    }
  });

  it('has scale 8 without one of its own, as all prices had before', () => {
    for (let pricePrecision = 0; pricePrecision <= 8; pricePrecision += 1)
      expect(priceScaleOf({ pricePrecision })).toBe(8);
    expect(parsePrice('1.1', EURUSD)).toBe(110_000_000n);
  });
});
