import {
  asLots,
  asMoney,
  asPrice,
  asRate,
  formatLots,
  formatMoney,
  formatPrice,
  formatRate,
  pricePoint,
} from '@fairlot/domain';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countOf, knownPriceOf, lotsOf, moneyOf, priceOf, rateOf } from './units.ts';

const amounts = fc.bigInt({ min: -(10n ** 16n), max: 10n ** 16n });
const sizes = fc.bigInt({ min: 1n, max: 10n ** 12n - 1n });
const precisions = fc.integer({ min: 0, max: 15 });
const USUAL = { pricePrecision: 5 };

describe('figures of records', () => {
  it('are read exactly as they are written', () => {
    fc.assert(fc.property(amounts.map(asMoney), (money) => moneyOf(formatMoney(money)) === money));
    fc.assert(fc.property(amounts.map(asRate), (rate) => rateOf(formatRate(rate)) === rate));
    fc.assert(fc.property(sizes.map(asLots), (lots) => lotsOf(formatLots(lots)) === lots));
    fc.assert(
      fc.property(sizes.map(asPrice), precisions, (price, pricePrecision) => {
        const terms = { pricePrecision };
        const onGrid = asPrice(price * pricePoint(terms));
        expect(knownPriceOf(formatPrice(onGrid, terms), terms)).toBe(onGrid);
        expect(priceOf(formatPrice(onGrid, terms), terms)).toBe(onGrid);
      }),
    );
    fc.assert(fc.property(sizes, (count) => countOf(String(count)) === count));
  });

  it('read a price of zero as undefined', () => {
    expect([priceOf('0', USUAL), priceOf('0.00000', USUAL), priceOf(null, USUAL)]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it.each([
    () => moneyOf(''),
    () => moneyOf('1e3'),
    () => moneyOf('1.1234567'),
    () => lotsOf('0.00001'),
    () => knownPriceOf('0', USUAL),
    () => knownPriceOf('0.000000001', USUAL),
    () => knownPriceOf('1000000000000', USUAL),
    () => knownPriceOf('-1.1', USUAL),
    () => priceOf('-1.1', USUAL),
    () => countOf('1.5'),
  ])('are rejected if invalid: %s', (read) => expect(read).toThrow(RangeError));
});
