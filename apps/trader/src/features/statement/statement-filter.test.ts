import { describe, expect, it } from 'vitest';
import { areDays, searchOf, filterOf } from './statement-filter.ts';

describe('the address of a statement', () => {
  it('round-trips a filter', () => {
    const filter = {
      period: 'range',
      from: '2026-01-01',
      to: '2026-12-31',
      instrument: 3,
      side: 'sell',
      type: 8,
    } as const;
    expect(filterOf(`?${searchOf(filter)}`)).toEqual(filter);
    expect(searchOf(filterOf('?period=week'))).toBe('period=week');
  });

  it('falls back to this month without filters if invalid', () => {
    for (const search of [
      '',
      '?period=never',
      '?period=range',
      '?period=range&from=2026-01-02&to=2026-01-01',
      '?side=up&instrument=-1&type=99',
    ]) {
      expect(searchOf(filterOf(search))).toBe('period=month');
    }
  });

  it('allows ranges of at most a year', () => {
    expect(areDays('2024-01-01', '2024-12-31')).toBe(true);
    expect(areDays('2024-01-01', '2025-01-01')).toBe(false);
    expect(areDays('2024-13-01', '2024-13-02')).toBe(false);
  });
});
