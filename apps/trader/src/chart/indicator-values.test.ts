import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  bollingerBands,
  convergence,
  exponentialAverage,
  relativeStrength,
  simpleAverage,
} from './indicator-values.ts';

/** Closing prices at the scales of real instruments, from five decimals to indices. */
const closes = fc
  .tuple(
    fc.constantFrom(1.08, 151.2, 39_000),
    fc.array(fc.double({ min: -0.01, max: 0.01, noNaN: true }), { minLength: 1, maxLength: 120 }),
  )
  .map(([start, moves]) =>
    moves.reduce<number[]>((all, move) => [...all, (all.at(-1) ?? start) * (1 + move)], [start]),
  );
const period = fc.integer({ min: 1, max: 40 });

const near = (actual: number | undefined, wanted: number, scale: number): void => {
  expect(actual).toBeDefined();
  expect(Math.abs((actual ?? 0) - wanted)).toBeLessThan(scale * 1e-6);
};
const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

// Each oracle is written from the definition, value by value, and shares no code with the implementation.
describe('indicators match their definitions', () => {
  it('SMA: the mean of the window', () => {
    fc.assert(
      fc.property(closes, period, (values, n) => {
        simpleAverage(values, n).forEach((value, at) => {
          if (at < n - 1) expect(value).toBeUndefined();
          else near(value, mean(values.slice(at - n + 1, at + 1)), values[0] ?? 1);
        });
      }),
    );
  });

  it('EMA: weights fall by 1 − 2/(n + 1) per bar, the remaining weight is on the first mean', () => {
    fc.assert(
      fc.property(closes, period, (values, n) => {
        const keep = 1 - 2 / (n + 1);
        exponentialAverage(values, n).forEach((value, at) => {
          if (at < n - 1) {
            expect(value).toBeUndefined();
            return;
          }
          const since = values.slice(n, at + 1);
          const weighted = since.reduce(
            (sum, each, index) => sum + each * (1 - keep) * keep ** (since.length - 1 - index),
            0,
          );
          near(value, weighted + mean(values.slice(0, n)) * keep ** since.length, values[0] ?? 1);
        });
      }),
    );
  });

  it('Bollinger bands: population deviation of the window around its mean', () => {
    fc.assert(
      fc.property(closes, fc.integer({ min: 2, max: 40 }), fc.integer({ min: 1, max: 40 }), (values, n, tenths) => {
        bollingerBands(values, n, tenths / 10).forEach((bands, at) => {
          if (at < n - 1) {
            expect(bands).toBeUndefined();
            return;
          }
          const window = values.slice(at - n + 1, at + 1);
          const deviation = Math.sqrt(mean(window.map((value) => (value - mean(window)) ** 2)));
          near(bands?.middle, mean(window), window[0] ?? 1);
          near(bands?.upper, mean(window) + (deviation * tenths) / 10, window[0] ?? 1);
          near(bands?.lower, mean(window) - (deviation * tenths) / 10, window[0] ?? 1);
        });
      }),
    );
  });

  it('MACD: starts with the slow average, its signal `signal` bars later', () => {
    fc.assert(
      fc.property(closes, period, period, period, (values, fast, slow, signal) => {
        const lines = values.map((_, at) => {
          const [quick, late] = [fast, slow].map((n) => naiveExponential(values.slice(0, at + 1), n));
          return quick === undefined || late === undefined ? undefined : quick - late;
        });
        convergence(values, fast, slow, signal).forEach((value, at) => {
          const line = lines[at];
          if (line === undefined) {
            expect(value).toBeUndefined();
            return;
          }
          near(value?.line, line, values[0] ?? 1);
          const wanted = naiveExponential(
            lines.slice(0, at + 1).filter((each) => each !== undefined),
            signal,
          );
          if (wanted === undefined) expect(value?.histogram).toBeUndefined();
          else near(value?.histogram, line - wanted, values[0] ?? 1);
        });
      }),
      { numRuns: 40 },
    );
  });

  it('RSI: Wilder’s example', () => {
    // The 14-day worked example that textbooks share. Its published answers are rounded.
    const prices = [
      44.34, 44.09, 44.15, 43.61, 44.33, 44.83, 45.1, 45.42, 45.84, 46.08, 45.89, 46.03, 45.61, 46.28, 46.28, 46, 46.03,
      46.41, 46.22, 45.64,
    ];
    const values = relativeStrength(prices, 14);
    expect(values.slice(0, 14).every((value) => value === undefined)).toBe(true);
    expect(values.slice(14).map((value) => value?.toFixed(1))).toEqual([
      '70.5',
      '66.2',
      '66.5',
      '69.3',
      '66.3',
      '57.9',
    ]);
  });

  it('RSI: the ratio of recursive averages, between 0 and 100', () => {
    fc.assert(
      fc.property(closes, fc.integer({ min: 2, max: 30 }), (values, n) => {
        const value = relativeStrength(values, n).at(-1);
        if (values.length <= n) {
          expect(value).toBeUndefined();
          return;
        }
        let gain = 0;
        let loss = 0;
        for (let at = 1; at < values.length; at += 1) {
          const change = (values[at] ?? 0) - (values[at - 1] ?? 0);
          const [up, down] = [change > 0 ? change : 0, change < 0 ? -change : 0];
          [gain, loss] =
            at <= n ? [gain + up / n, loss + down / n] : [(gain * (n - 1) + up) / n, (loss * (n - 1) + down) / n];
        }
        near(value, loss === 0 ? (gain === 0 ? 50 : 100) : 100 - 100 / (1 + gain / loss), 100);
      }),
    );
    expect(relativeStrength([2, 2, 2, 2], 2).at(-1)).toBe(50);
  });
});

/** The textbook recursion, starting from the first mean. */
function naiveExponential(values: readonly number[], n: number): number | undefined {
  if (values.length < n) return undefined;
  return values.slice(n).reduce((last, value) => (2 * value + (n - 1) * last) / (n + 1), mean(values.slice(0, n)));
}
