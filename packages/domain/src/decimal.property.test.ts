import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { divide, formatDecimal, parseDecimal } from './decimal.ts';
import { compare, fraction, isHalfEven } from './oracle.test-support.ts';

const whole = fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n });
const divisor = whole.filter((value) => value !== 0n);

describe('divide', () => {
  it('rounds down, up or half-even, as its argument says', () => {
    fc.assert(
      fc.property(whole, divisor, (n, d) => {
        const exact = fraction(n, d);
        const down = divide(n, d, 'down');
        const up = divide(n, d, 'up');
        const sign = compare(exact, fraction(0n));
        expect(compare(fraction(down), exact) * sign).toBeLessThanOrEqual(0);
        expect(compare(fraction(up), exact) * sign).toBeGreaterThanOrEqual(0);
        expect(up - down === 0n || up - down === BigInt(sign)).toBe(true);
        expect(n % d === 0n).toBe(up === down);
        expect(isHalfEven(divide(n, d, 'halfEven'), 0, exact)).toBe(true);
      }),
    );
  });

  it('rounds ties to the even neighbour on both sides of zero', () => {
    const ties: [bigint, bigint, bigint][] = [
      [1n, 2n, 0n],
      [3n, 2n, 2n],
      [5n, 2n, 2n],
      [-1n, 2n, 0n],
      [-3n, 2n, -2n],
      [3n, -2n, -2n],
      [-5n, -2n, 2n],
    ];
    for (const [n, d, even] of ties) expect(divide(n, d, 'halfEven')).toBe(even);
  });
});

describe('decimal text', () => {
  it('parses back to the value that was formatted', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }),
        fc.integer({ min: 0, max: 12 }),
        (value, scale) => {
          expect(parseDecimal(formatDecimal(value, scale), scale)).toBe(value);
        },
      ),
    );
  });

  it('is rounded half-even to fewer places than the scale', () => {
    expect([formatDecimal(1_005n, 3, 2), formatDecimal(1_015n, 3, 2), formatDecimal(-1_005n, 3, 2)]).toEqual([
      '1.00',
      '1.02',
      '-1.00',
    ]);
    expect(formatDecimal(-4n, 3, 2)).toBe('0.00');
  });

  it('is parsed only from a plain decimal that fits the scale', () => {
    for (const text of [
      '',
      ' ',
      '1e5',
      '+1',
      '1.',
      '.5',
      '0x1',
      'NaN',
      'Infinity',
      '1,000',
      '--1',
      '1.2.3',
      '١',
      '1 ',
      '1'.repeat(40),
    ]) {
      expect(parseDecimal(text, 6)).toBeUndefined();
    }
    expect(parseDecimal('1.0000001', 6)).toBeUndefined();
    expect(parseDecimal('1.0000000', 6)).toBe(1_000_000n);
    expect(parseDecimal('-0.000001', 6)).toBe(-1n);
  });
});
