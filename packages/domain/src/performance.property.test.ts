import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Fraction, fraction, isHalfEven, less, over, scaled, times } from './oracle.test-support.ts';
import {
  type BalanceOperation,
  NO_GROWTH,
  type TradedVolume,
  growthBetween,
  growthFurther,
  growthRate,
  growthSoFar,
  growthTo,
  mostTraded,
  netResult,
  usualLeverage,
  winRate,
} from './performance.ts';
import { asLots, asMoney, money } from './units.ts';

const dollars = fc.bigInt({ min: 1n, max: 10n ** 12n }).map(asMoney);
const anyDollars = fc.bigInt({ min: -(10n ** 10n), max: 10n ** 12n }).map(asMoney);
const operations: fc.Arbitrary<readonly BalanceOperation[]> = fc.array(
  fc.record({ time: fc.nat(), before: anyDollars, amount: anyDollars }),
  { maxLength: 12 },
);

/** The oracle: lists the equity before and after each operation and multiplies the ratios. */
function slowRate(start: bigint | undefined, list: readonly BalanceOperation[], end: bigint): Fraction {
  const starts = [...(start === undefined ? [] : [start]), ...list.map(({ before, amount }) => before + amount)];
  const ends = [...list.slice(start === undefined ? 1 : 0).map(({ before }) => before as bigint), end];
  const ratios = starts.map((from, at) => {
    const to = ends[at] ?? end;
    if (from <= 0n) return fraction(1n);
    return over(scaled(to < 0n ? 0n : to, 6), scaled(from, 6));
  });
  return less(times(fraction(1n), ...ratios), fraction(1n));
}

describe('growth between balance operations', () => {
  it('is the product of the ratios, minus 1, rounded once', () => {
    fc.assert(
      fc.property(fc.option(anyDollars, { nil: undefined }), operations, anyDollars, (start, list, end) => {
        expect(isHalfEven(growthRate(growthTo(growthSoFar(start, list), end)), 8, slowRate(start, list, end))).toBe(
          true,
        );
      }),
    );
  });

  it('is the same when it is continued from any operation', () => {
    fc.assert(
      fc.property(fc.option(anyDollars, { nil: undefined }), operations, fc.nat(12), (start, list, at) => {
        const soFar = growthSoFar(start, list.slice(0, at));
        expect(growthFurther(soFar, list.slice(at))).toEqual(growthSoFar(start, list));
      }),
    );
  });

  it('does not depend on the amounts paid in or out', () => {
    fc.assert(
      fc.property(
        dollars,
        fc.array(fc.tuple(fc.integer({ min: 1, max: 300 }), fc.bigInt({ min: 1n, max: 10n ** 9n })), { maxLength: 8 }),
        (start, steps) => {
          // Each step changes the equity by a percentage, then sets it to a new amount.
          let worth = start as bigint;
          let expected = fraction(1n);
          const list = steps.map(([percent, next], time): BalanceOperation => {
            const before = worth * BigInt(percent);
            expected = times(expected, fraction(BigInt(percent)));
            worth = next;
            return { time, before: asMoney(before), amount: asMoney(next - before) };
          });
          expect(
            isHalfEven(growthRate(growthTo(growthSoFar(start, list), asMoney(worth))), 8, less(expected, fraction(1n))),
          ).toBe(true);
        },
      ),
    );
  });

  it('never falls below −100%, and stays there after a total loss', () => {
    fc.assert(
      fc.property(dollars, anyDollars, operations, (start, end, list) => {
        expect(growthRate(growthTo(growthSoFar(start, list), end)) >= -100_000_000n).toBe(true);
        const ruined: BalanceOperation = { time: 0, before: asMoney(-5n), amount: money('1000') };
        expect(growthRate(growthTo(growthSoFar(start, [ruined, ...list]), end))).toBe(-100_000_000n);
      }),
    );
  });

  it('is 0 without operations and for an account that never had money', () => {
    expect(growthRate(growthTo(growthSoFar(undefined, []), money('5')))).toBe(0n);
    expect(
      growthRate(
        growthTo(growthSoFar(undefined, [{ time: 0, before: money('0'), amount: money('100') }]), money('100')),
      ),
    ).toBe(0n);
    expect(growthBetween(money('0'), money('100'))).toBe(NO_GROWTH);
  });

  it('matches a worked example', () => {
    // 1,000 grow to 1,100; deposit 900; 2,000 shrink to 1,800; withdraw 300; 1,500 grow to 1,650: 1.1 × 0.9 × 1.1 − 1 =
    // 8.9%.
    const list = [
      { time: 0, before: money('0'), amount: money('1000') },
      { time: 1, before: money('1100'), amount: money('900') },
      { time: 2, before: money('1800'), amount: money('-300') },
    ];
    expect(growthRate(growthTo(growthSoFar(undefined, list), money('1650')))).toBe(8_900_000n);
  });
});

const volume: fc.Arbitrary<TradedVolume> = fc.record({
  instrument: fc.integer({ min: 1, max: 5 }),
  leverage: fc.constantFrom(1, 10, 50, 100, 500),
  trades: fc.integer({ min: 1, max: 9 }),
  lots: fc.bigInt({ min: 1n, max: 10n ** 8n }).map(asLots),
});

const sum = (parts: readonly Fraction[]): Fraction =>
  parts.reduce((a, b) => less(a, fraction(-b.n, b.d)), fraction(0n));

describe('figures of closed positions', () => {
  it('weight leverage by volume', () => {
    fc.assert(
      fc.property(fc.array(volume, { minLength: 1 }), (volumes) => {
        const units = volumes.map(({ lots, leverage }) => ({
          leverage: fraction(BigInt(leverage)),
          lots: scaled(lots, 4),
        }));
        const mean = over(
          sum(units.map(({ leverage, lots }) => times(leverage, lots))),
          sum(units.map(({ lots }) => lots)),
        );
        expect(isHalfEven(usualLeverage(volumes) ?? -1n, 8, mean)).toBe(true);
      }),
    );
    expect(usualLeverage([])).toBeUndefined();
  });

  it('list the instruments with the most trades first', () => {
    fc.assert(
      fc.property(fc.array(volume), (volumes) => {
        const first = mostTraded(volumes, 3);
        const trades = (id: number): number =>
          volumes.reduce((all, { instrument, trades: count }) => all + (instrument === id ? count : 0), 0);
        const others = [...new Set(volumes.map(({ instrument }) => instrument))].filter((id) => !first.includes(id));
        expect(first.length).toBe(Math.min(3, first.length + others.length));
        for (const other of others) for (const one of first) expect(trades(one)).toBeGreaterThanOrEqual(trades(other));
      }),
    );
  });

  it('count the profit net of fee, swap and premium', () => {
    fc.assert(
      fc.property(anyDollars, dollars, anyDollars, dollars, (profit, fee, swap, premium) => {
        const net = netResult({ profit, fee, swap, premium });
        expect([net + fee - swap + premium, net < profit + swap - premium]).toEqual([profit, true]);
      }),
    );
    expect([winRate(1, 3), winRate(2, 3), winRate(0, 4), winRate(0, 0)]).toEqual([
      33_333_333n,
      66_666_667n,
      0n,
      undefined,
    ]);
  });
});
