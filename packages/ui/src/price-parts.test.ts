import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { moved, priceParts } from './price-parts.ts';

describe('priceParts', () => {
  it.each([
    ['1.08542', '1.08', '54', '2'],
    ['151.234', '151.', '23', '4'],
    ['2034.56', '2034.', '56', ''],
    ['17845.3', '178', '45', '.3'],
    ['64250', '642', '50', ''],
    ['7', '', '7', ''],
  ])('splits %s into %s, %s and %s', (text, head, big, tail) => {
    expect(priceParts(text)).toEqual({ head, big, tail });
  });

  it('loses no digit, and keeps the part lengths for a fixed number of decimals', () => {
    fc.assert(
      fc.property(fc.integer({ min: 100, max: 9_999_999 }), fc.integer({ min: 0, max: 6 }), (whole, decimals) => {
        const text = (whole / 10 ** decimals).toFixed(decimals);
        const { head, big, tail } = priceParts(text);
        expect(head + big + tail).toBe(text);
        expect(tail.length).toBe(priceParts((100 / 10 ** decimals).toFixed(decimals)).tail.length);
      }),
    );
  });
});

describe('moved', () => {
  it('compares figures, not texts', () => {
    expect(moved('9.9', '10.1')).toBe(1);
    expect(moved('10.10', '10.1')).toBe(0);
    expect(moved('1.2', '1.1')).toBe(-1);
    expect(moved(undefined, '1')).toBe(0);
  });
});
