import { asLots, asMoney, asPrice, asRate, formatLots, formatMoney, formatPrice, formatRate } from '@fairlot/domain';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countOf, knownPriceOf, lotsOf, moneyOf, priceOf, rateOf } from './units.ts';

const amounts = fc.bigInt({ min: -(10n ** 16n), max: 10n ** 16n });
const sizes = fc.bigInt({ min: 1n, max: 10n ** 14n });

describe('figures of records', () => {
  it('are read exactly as they are written', () => {
    fc.assert(fc.property(amounts.map(asMoney), (money) => moneyOf(formatMoney(money)) === money));
    fc.assert(fc.property(amounts.map(asRate), (rate) => rateOf(formatRate(rate)) === rate));
    fc.assert(fc.property(sizes.map(asLots), (lots) => lotsOf(formatLots(lots)) === lots));
    fc.assert(fc.property(sizes.map(asPrice), (price) => knownPriceOf(formatPrice(price, 8)) === price));
    fc.assert(fc.property(sizes.map(asPrice), (price) => priceOf(formatPrice(price, 8)) === price));
    fc.assert(fc.property(sizes, (count) => countOf(String(count)) === count));
  });

  it('read a price of zero as undefined', () => {
    expect([priceOf('0'), priceOf('0.00000'), priceOf(null)]).toEqual([undefined, undefined, undefined]);
  });

  it.each([
    () => moneyOf(''),
    () => moneyOf('1e3'),
    () => moneyOf('1.1234567'),
    () => lotsOf('0.00001'),
    () => knownPriceOf('0'),
    () => knownPriceOf('-1.1'),
    () => priceOf('-1.1'),
    () => countOf('1.5'),
  ])('are rejected if invalid: %s', (read) => expect(read).toThrow(RangeError));
});
