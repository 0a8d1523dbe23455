import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Bar } from './bar.ts';
import { compareBars, percentTicks } from './compared.ts';

const bar = (time: number, close: number): Bar => ({ time, open: close, high: close, low: close, close, volume: 1 });
const main = (time: number, close: number) => ({ timestamp: time, close });

describe('compareBars', () => {
  it('counts both series from the first visible candle, with the last close of the other before it', () => {
    const candles = [main(10, 50), main(20, 100), main(30, 110), main(40, 121)];
    const other = [bar(5, 200), bar(15, 400), bar(30, 300), bar(35, 500)];
    const found = compareBars(candles, other, 1, 4);
    expect(found).toMatchObject({ from: 20, to: 40, base: 100 });
    expect(found?.main).toBeCloseTo(21, 9);
    expect(found?.other).toBeCloseTo(25, 9);
    // The candles at 20 and 40 have no bar of the other instrument: its start is 0 %, its end stays out of the line.
    expect(found?.points).toEqual([
      { index: 1, percent: 0 },
      { index: 2, percent: -25 },
    ]);
  });

  it('starts both later where the other instrument is younger, and shows nothing before it has a bar', () => {
    const candles = [main(10, 50), main(20, 100), main(30, 110)];
    expect(compareBars(candles, [bar(20, 7), bar(30, 14)], 0, 3)).toMatchObject({
      from: 20,
      base: 100,
      other: 100,
      points: [
        { index: 1, percent: 0 },
        { index: 2, percent: 100 },
      ],
    });
    expect(compareBars(candles, [bar(40, 7)], 0, 3)).toBeUndefined();
    expect(compareBars(candles, [], 0, 3)).toBeUndefined();
    expect(compareBars([], [bar(40, 7)], 0, 0)).toBeUndefined();
  });

  it('agrees with a plain look-up for any gaps in either series', () => {
    const series = fc.uniqueArray(
      fc.record({ time: fc.integer({ min: 0, max: 60 }), close: fc.integer({ min: 1, max: 999 }) }),
      {
        selector: ({ time }) => time,
        minLength: 1,
        maxLength: 40,
      },
    );
    fc.assert(
      fc.property(series, series, fc.nat(39), fc.nat(39), (one, two, a, b) => {
        const sort = (list: typeof one) => [...list].sort((x, y) => x.time - y.time);
        const candles = sort(one).map(({ time, close }) => main(time, close));
        const other = sort(two).map(({ time, close }) => bar(time, close));
        const from = Math.min(a, b) % candles.length;
        const to = Math.min(candles.length, Math.max(a, b) + 1);
        fc.pre(from < to);
        const found = compareBars(candles, other, from, to);
        const visible = candles.slice(from, to);
        const before = other.findLast(({ time }) => time <= (visible[0]?.timestamp ?? 0));
        const start = before ?? other[0];
        const base =
          before === undefined ? visible.find(({ timestamp }) => timestamp >= (start?.time ?? 0)) : visible[0];
        if (start === undefined || base === undefined) {
          expect(found).toBeUndefined();
          return;
        }
        const exact = visible.flatMap(({ timestamp }, at) => {
          const same = other.find(({ time }) => time === timestamp);
          return same === undefined || timestamp < base.timestamp
            ? []
            : [{ index: from + at, percent: (same.close / start.close - 1) * 100 }];
        });
        const baseIndex = candles.indexOf(base);
        expect(found?.points).toEqual(
          exact[0]?.index === baseIndex ? exact : [{ index: baseIndex, percent: 0 }, ...exact],
        );
        expect(found?.base).toBe(base.close);
        const last = other.findLast(({ time }) => time <= (visible.at(-1)?.timestamp ?? 0));
        expect(found?.other).toBe(((last?.close ?? start.close) / start.close - 1) * 100);
      }),
    );
  });
});

describe('percentTicks', () => {
  it('are round and inside the range', () => {
    expect(percentTicks(-1.3, 2.4, 4)).toEqual([-1, 0, 1, 2]);
    expect(percentTicks(0, 0.037, 4)).toEqual([0, 0.01, 0.02, 0.03]);
    expect(percentTicks(5, 5, 3)).toEqual([0]);
  });
});
