import { describe, expect, it } from 'vitest';
import { listIsOutdated } from './list-check.ts';

describe('listIsOutdated', () => {
  it('accepts the same positions in any order', () => {
    expect(listIsOutdated([3, 1], 2, [1, 3])).toBe(false);
    expect(listIsOutdated([], 0, [])).toBe(false);
  });
  it('reports a filled pending order and a closed position', () => {
    expect(listIsOutdated([3, 1], 2, [1, 2, 3])).toBe(true);
    expect(listIsOutdated([3, 1], 2, [1])).toBe(true);
    expect(listIsOutdated([3, 1], 2, [1, 4])).toBe(true);
  });
  it('ignores live positions on pages that are not loaded', () => {
    expect(listIsOutdated([9, 8], 4, [9, 8, 7, 6])).toBe(false);
    expect(listIsOutdated([9, 8], 4, [10, 9, 8, 7, 6])).toBe(true);
  });
});
