import { describe, expect, it } from 'vitest';
import { sparklinePaths } from './sparkline-path.ts';

describe('sparklinePaths', () => {
  it('puts the highest value at the top and the lowest at the bottom', () => {
    expect(sparklinePaths([1, 3, 2], 100, 30)?.line).toBe('M0 30L50 0L100 15');
  });
  it('draws a flat series in the middle', () => {
    expect(sparklinePaths([5, 5], 80, 20)).toEqual({ line: 'M0 10L80 10', area: 'M0 10L80 10L80 20L0 20Z' });
  });
  it('draws nothing from a single value', () => {
    expect(sparklinePaths([1], 80, 20)).toBeUndefined();
  });
});
