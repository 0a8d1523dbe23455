import { describe, expect, it } from 'vitest';
import { listIsOutdated } from './list-check.ts';

describe('the holding list against the live feed', () => {
  it('agrees in any order', () => {
    expect(listIsOutdated([3, 1], 2, [1, 3])).toBe(false);
    expect(listIsOutdated([], 0, [])).toBe(false);
  });
  it('is outdated when a pending order was filled or a position went', () => {
    expect(listIsOutdated([3, 1], 2, [1, 2, 3])).toBe(true);
    expect(listIsOutdated([3, 1], 2, [1])).toBe(true);
    expect(listIsOutdated([3, 1], 2, [1, 4])).toBe(true);
  });
  it('does not take a position of a page that is not loaded for news', () => {
    expect(listIsOutdated([9, 8], 4, [9, 8, 7, 6])).toBe(false);
    expect(listIsOutdated([9, 8], 4, [10, 9, 8, 7, 6])).toBe(true);
  });
});
