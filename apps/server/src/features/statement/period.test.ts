import { describe, expect, it } from 'vitest';
import { type PeriodInput, spanOf } from './period.ts';

const OPENED = Date.UTC(2025, 1, 3, 14, 30);
/** A Sunday evening, and the Monday after it. */
const SUNDAY = Date.UTC(2026, 2, 1, 22, 15);
const MONDAY = Date.UTC(2026, 2, 2, 0, 0, 1);

function days(input: PeriodInput, now: number): readonly string[] | string {
  const span = spanOf(input, now, OPENED);
  return typeof span === 'string'
    ? span
    : [span.from, span.to].map((time) => new Date(time).toISOString().replace('T00:00:00.000Z', ''));
}

describe('spanOf', () => {
  it('ends with the current day and begins with the UTC calendar unit', () => {
    expect(days({ period: 'today' }, SUNDAY)).toEqual(['2026-03-01', '2026-03-02']);
    expect(days({ period: 'week' }, SUNDAY)).toEqual(['2026-02-23', '2026-03-02']);
    expect(days({ period: 'week' }, MONDAY)).toEqual(['2026-03-02', '2026-03-03']);
    expect(days({ period: 'month' }, SUNDAY)).toEqual(['2026-03-01', '2026-03-02']);
    expect(days({ period: 'year' }, SUNDAY)).toEqual(['2026-01-01', '2026-03-02']);
    expect(days({ period: 'all' }, SUNDAY)).toEqual(['2025-02-03', '2026-03-02']);
  });

  it('covers a range with both of its days, up to a leap year', () => {
    expect(days({ period: 'range', from: '2024-02-29', to: '2024-02-29' }, SUNDAY)).toEqual([
      '2024-02-29',
      '2024-03-01',
    ]);
    expect(days({ period: 'range', from: '2024-01-01', to: '2024-12-31' }, SUNDAY)).toEqual([
      '2024-01-01',
      '2025-01-01',
    ]);
    expect(days({ period: 'range', from: '2024-01-01', to: '2025-01-01' }, SUNDAY)).toBe('to');
    expect(days({ period: 'range', from: '2026-03-02', to: '2026-03-01' }, SUNDAY)).toBe('to');
    expect(days({ period: 'range', to: '2026-03-01' }, SUNDAY)).toBe('from');
    expect(days({ period: 'range', from: '2026-03-01' }, SUNDAY)).toBe('to');
  });
});
