import { describe, expect, it } from 'vitest';
import { areDays, searchOf, wishOf } from './wish.ts';

describe('the address of a statement', () => {
  it('says what is asked for, and reads back the same', () => {
    const wish = {
      period: 'range',
      from: '2026-01-01',
      to: '2026-12-31',
      instrument: 3,
      side: 'sell',
      type: 8,
    } as const;
    expect(wishOf(`?${searchOf(wish)}`)).toEqual(wish);
    expect(searchOf(wishOf('?period=week'))).toBe('period=week');
  });

  it('that makes no sense is this month without filters', () => {
    for (const search of [
      '',
      '?period=never',
      '?period=range',
      '?period=range&from=2026-01-02&to=2026-01-01',
      '?side=up&instrument=-1&type=12',
    ]) {
      expect(searchOf(wishOf(search))).toBe('period=month');
    }
  });

  it('names at most a year of days', () => {
    expect(areDays('2024-01-01', '2024-12-31')).toBe(true);
    expect(areDays('2024-01-01', '2025-01-01')).toBe(false);
    expect(areDays('2024-13-01', '2024-13-02')).toBe(false);
  });
});
