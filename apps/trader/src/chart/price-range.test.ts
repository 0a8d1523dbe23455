import { describe, expect, it } from 'vitest';
import { rangeWith } from './price-range.ts';

describe('rangeWith', () => {
  it('keeps the range without lines, or with lines inside it', () => {
    expect(rangeWith({ from: 10, to: 20 }, [])).toEqual({ from: 10, to: 20 });
    expect(rangeWith({ from: 10, to: 20 }, [15])).toEqual({ from: 10, to: 20 });
  });
  it('extends the range on both sides with some margin', () => {
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
