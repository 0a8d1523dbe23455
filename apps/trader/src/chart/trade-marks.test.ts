import { describe, expect, it } from 'vitest';
import { isInView, markAt } from './trade-marks.ts';

const marks = [
  { id: 1, entry: { x: 10, y: 10 }, exit: { x: 100, y: 50 } },
  { id: 2, entry: { x: 14, y: 10 }, exit: { x: 400, y: 50 } },
  { id: 3, entry: undefined, exit: { x: 200, y: 90 } },
  { id: 4, entry: undefined, exit: undefined },
];

describe('marks of trades', () => {
  it('are found at their entry and exit, the nearest first', () => {
    expect(markAt(marks, { x: 11, y: 12 }, 22)).toBe(1);
    expect(markAt(marks, { x: 13, y: 12 }, 22)).toBe(2);
    expect(markAt(marks, { x: 100, y: 55 }, 22)).toBe(1);
    expect(markAt(marks, { x: 200, y: 90 }, 22)).toBe(3);
    expect(markAt(marks, { x: 300, y: 90 }, 22)).toBeUndefined();
    expect(markAt([], { x: 0, y: 0 }, 22)).toBeUndefined();
  });

  it('are drawn while the line between entry and exit crosses the chart', () => {
    expect(isInView({ id: 1, entry: { x: -50, y: 0 }, exit: { x: 500, y: 0 } }, 300)).toBe(true);
    expect(isInView({ id: 1, entry: { x: -50, y: 0 }, exit: { x: -1, y: 0 } }, 300)).toBe(false);
    expect(isInView({ id: 1, entry: undefined, exit: { x: 301, y: 0 } }, 300)).toBe(false);
    expect(isInView({ id: 1, entry: undefined, exit: undefined }, 300)).toBe(false);
  });
});
