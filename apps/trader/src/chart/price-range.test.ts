import { describe, expect, it } from 'vitest';
import { rangeWith } from './price-range.ts';

describe('the price axis with lines', () => {
  it('is the candles\u2019 own without lines, or with lines inside', () => {
    expect(rangeWith({ from: 10, to: 20 }, [])).toEqual({ from: 10, to: 20 });
    expect(rangeWith({ from: 10, to: 20 }, [15])).toEqual({ from: 10, to: 20 });
  });
  it('holds lines on both sides with some room', () => {
    const { from, to } = rangeWith({ from: 10, to: 20 }, [5, 22]);
    expect(from).toBeLessThan(5);
    expect(to).toBeGreaterThan(22);
  });
  it('leaves out a line that would flatten the candles, and keeps the others', () => {
    const { from, to } = rangeWith({ from: 10, to: 20 }, [1_000, 5]);
    expect(from).toBeLessThan(5);
    expect(to).toBe(20);
  });
});
