import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { indexOfTime, timeAtIndex } from './drawing-time.ts';
import type { TimeAxis } from './drawing-time.ts';

const HOUR = 3_600_000;
const FRIDAY = Date.UTC(2026, 10, 20, 20);
/** Two bars on Friday evening, then two after the weekend. */
const axis: TimeAxis = {
  periodMs: HOUR,
  bars: [FRIDAY, FRIDAY + HOUR, FRIDAY + 50 * HOUR, FRIDAY + 51 * HOUR].map((timestamp) => ({ timestamp })),
};

describe('the time axis of drawings', () => {
  it('places times within a bar, in a gap and beyond both ends', () => {
    const places = [FRIDAY, FRIDAY + HOUR / 2, FRIDAY + 20 * HOUR, FRIDAY + 50.25 * HOUR, FRIDAY + 53 * HOUR];
    expect(places.map((time) => indexOfTime(axis, time))).toEqual([0, 0.5, 2, 2.25, 5]);
    expect(indexOfTime(axis, FRIDAY - 3 * HOUR)).toBe(-3);
    expect(indexOfTime({ bars: [], periodMs: HOUR }, FRIDAY)).toBe(0);
  });

  it('finds the place of a time that it gave, and never runs backwards', () => {
    const gaps = fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(
        gaps,
        fc.double({ min: -5, max: 40, noNaN: true }),
        fc.double({ min: 0, max: 5, noNaN: true }),
        (steps, index, more) => {
          let time = FRIDAY;
          const bars = steps.map((step) => ({ timestamp: (time += step * HOUR) }));
          const own = { bars, periodMs: HOUR };
          expect(indexOfTime(own, timeAtIndex(own, index))).toBeCloseTo(index, 5);
          expect(timeAtIndex(own, index + more)).toBeGreaterThanOrEqual(timeAtIndex(own, index));
        },
      ),
    );
  });

  it('puts a point of a minute chart on the bar of the hour that holds it', () => {
    expect(Math.floor(indexOfTime(axis, FRIDAY + 59 * 60_000))).toBe(0);
    expect(Math.floor(indexOfTime(axis, FRIDAY + 60 * 60_000))).toBe(1);
  });
});
