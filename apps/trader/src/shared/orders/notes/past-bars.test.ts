import { PERIOD_MS } from '@fairlot/domain';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { barsAround, barsToAsk } from './past-bars.ts';
import { HEIGHT, WIDTH, pastFigure } from './past-figure.ts';

const MINUTE = PERIOD_MS['1min'];
const bar = (time: number, open = '1', close = '2') => ({ time, open, high: '3', low: '0.5', close, volume: 1 });

describe('the bars of a past trade', () => {
  it('hold entry and exit of a closed trade of any length up to two years, in at most 1,000 bars', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1.7e12, max: 1.8e12 }),
        fc.integer({ min: 0, max: 2 * 365 * PERIOD_MS['1day'] }),
        fc.constantFrom('trade' as const, 'entry' as const, 'exit' as const),
        (open, length, view) => {
          const asked = barsToAsk(view, { open, end: open + length, isClosed: true });
          const { period, limit, before = 0, moment } = asked;
          const step = PERIOD_MS[period];
          expect(limit).toBeLessThanOrEqual(1000);
          // A market without breaks: the latest bars that begin before `before`.
          const last = Math.ceil(before / step) - 1;
          const bars = Array.from({ length: limit }, (_, index) => bar((last - limit + 1 + index) * step));
          const shown = barsAround(bars, asked);
          expect(shown[0]?.time).toBeLessThanOrEqual(moment);
          expect(shown.length).toBeGreaterThan(20);
          if (view !== 'entry') expect((shown.at(-1)?.time ?? 0) + step).toBeGreaterThan(open + length);
        },
      ),
    );
  });

  it('are none when the moment is not recorded', () => {
    const asked = barsToAsk('entry', { open: 1000 * MINUTE, end: 1001 * MINUTE, isClosed: true });
    expect(barsAround([], asked)).toEqual([]);
    expect(barsAround([bar(1001 * MINUTE)], asked)).toEqual([]);
    // A gap before the entry: these bars belong to another time.
    expect(barsAround([bar(900 * MINUTE), bar(1010 * MINUTE)], asked)).toEqual([]);
    expect(barsAround([bar(998 * MINUTE)], asked)).toHaveLength(1);
  });
});

describe('the figure of a past trade', () => {
  it('places the fills within the box and leaves out levels that would press the bars flat', () => {
    const bars = [bar(0), bar(MINUTE, '2', '1'), bar(2 * MINUTE)];
    const marks = [
      { name: 'entry' as const, time: 10, price: 2.5 },
      { name: 'exit' as const, time: 2 * MINUTE + 10, price: 3.5 },
    ];
    const levels = [
      { name: 'stopLoss' as const, price: 0.1 },
      { name: 'takeProfit' as const, price: 9 },
    ];
    const figure = pastFigure(bars, marks, levels);
    expect([figure.low, figure.high]).toEqual([0.1, 3.5]);
    expect(figure.levels).toEqual([{ name: 'stopLoss', y: HEIGHT }]);
    expect(figure.marks.map(({ name, x, y }) => [name, Math.round(x * 600), Math.round(y * 1000)])).toEqual([
      ['entry', WIDTH / 6, 294],
      ['exit', (WIDTH * 5) / 6, 0],
    ]);
    expect(figure.bodies.down.match(/M/g)).toHaveLength(1);
    // An entry before the first bar has no place.
    expect(pastFigure(bars.slice(1), marks, []).marks.map(({ name }) => name)).toEqual(['exit']);
  });

  it('draws a market that stood still', () => {
    const flat = { time: 0, open: '1', high: '1', low: '1', close: '1', volume: 1 };
    expect(pastFigure([flat], [{ name: 'entry', time: 0, price: 1 }], []).marks).toEqual([
      { name: 'entry', x: 0.5, y: 0.5 },
    ]);
  });
});
