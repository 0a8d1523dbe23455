import { describe, expect, test } from 'vitest';
import { nextRollover, rolloversBetween } from './session-rollover.ts';

const at = (text: string): number => Date.parse(text);

describe('rollover at 17:00 New York', () => {
  test('follows New York time across both clock changes of 2026', () => {
    expect(nextRollover(at('2026-03-06T12:00:00Z')).time).toBe(at('2026-03-06T22:00:00Z'));
    expect(nextRollover(at('2026-03-09T12:00:00Z')).time).toBe(at('2026-03-09T21:00:00Z'));
    expect(nextRollover(at('2026-10-30T12:00:00Z')).time).toBe(at('2026-10-30T21:00:00Z'));
    expect(nextRollover(at('2026-11-02T12:00:00Z')).time).toBe(at('2026-11-02T22:00:00Z'));
  });

  test('is strictly after the given moment and skips weekends', () => {
    const friday = nextRollover(at('2026-11-20T21:59:59.999Z'));
    expect(friday).toEqual({ time: at('2026-11-20T22:00:00Z'), weekday: 5 });
    expect(nextRollover(friday.time)).toEqual({ time: at('2026-11-23T22:00:00Z'), weekday: 1 });
  });

  test('happens once per weekday and week in every year', () => {
    const year = rolloversBetween(at('2027-01-01T00:00:00Z'), at('2028-01-01T00:00:00Z'));
    expect(year).toHaveLength(261);
    expect(new Set(year.map(({ time }) => time)).size).toBe(261);
    year.slice(1).forEach((rollover, index) => {
      const previous = year[index];
      expect(rollover.weekday).toBe(previous?.weekday === 5 ? 1 : (previous?.weekday ?? 0) + 1);
    });
  });
});
