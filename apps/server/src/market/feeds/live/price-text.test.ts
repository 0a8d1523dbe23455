import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { priceFromText } from './price-text.ts';

describe('a price in text', () => {
  it('is exact at every scale that holds its digits', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 15n - 1n }), fc.integer({ min: 1, max: 15 }), (value, scale) => {
        const digits = String(value).padStart(scale + 1, '0');
        const text = `${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
        expect(priceFromText(text, scale, 'bid')).toBe(value);
        expect(priceFromText(text, scale, 'ask')).toBe(value);
        expect(priceFromText(`${text}000`, scale, 'ask')).toBe(value);
      }),
    );
  });

  it('with finer digits is widened, never in the client’s favour', () => {
    expect(priceFromText('1.123456789', 8, 'bid')).toBe(112_345_678n);
    expect(priceFromText('1.123456781', 8, 'ask')).toBe(112_345_679n);
    expect(priceFromText('7', 8, 'ask')).toBe(700_000_000n);
    // A double has no such number.
    expect(priceFromText('900719.9254740993', 10, 'bid')).toBe(9_007_199_254_740_993n);
  });

  it.each([
    '',
    ' 1.1',
    '1.1 ',
    '-1.1',
    '+1.1',
    '1e5',
    '1,1',
    '.5',
    '5.',
    '1.2.3',
    '0x10',
    'NaN',
    '1'.repeat(16),
    `1.${'1'.repeat(26)}`,
  ])('is not read from %j', (text) => {
    expect(priceFromText(text, 8, 'bid')).toBeUndefined();
  });
});
