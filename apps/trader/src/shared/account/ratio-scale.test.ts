import { describe, expect, it } from 'vitest';
import { ratioMood, ratioPosition } from './ratio-scale.ts';

describe('the bar of the margin level', () => {
  it('keeps every ratio within the bar', () => {
    for (const percent of [-400, 0, 25, 50, 100, 900, 1_600, 1e9]) {
      expect(ratioPosition(percent)).toBeGreaterThanOrEqual(0);
      expect(ratioPosition(percent)).toBeLessThanOrEqual(1);
    }
  });
  it('keeps the marks apart and in order', () => {
    expect(ratioPosition(100) - ratioPosition(50)).toBeCloseTo(ratioPosition(200) - ratioPosition(100));
    expect(ratioPosition(50)).toBeGreaterThan(0.1);
  });
  it('warns at the level itself, not only below it', () => {
    const marks = { warning: 100, stopOut: 50 };
    expect(ratioMood(undefined, marks)).toBe('calm');
    expect(ratioMood(100.01, marks)).toBe('calm');
    expect(ratioMood(100, marks)).toBe('warned');
    expect(ratioMood(50, marks)).toBe('closing');
  });
});
