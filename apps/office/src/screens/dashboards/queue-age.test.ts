import { describe, expect, it } from 'vitest';
import { ageOf } from './queue-age.ts';

const SINCE = '2026-11-20T06:00:00.000Z';
const after = (minutes: number) => ageOf(SINCE, Date.parse(SINCE) + minutes * 60_000);

describe('the age of a queue entry', () => {
  it('has a fitting unit, and is rounded down', () => {
    expect(after(59.9)).toEqual({ unit: 'minute', count: 59, level: 'fresh' });
    expect(after(60)).toEqual({ unit: 'hour', count: 1, level: 'late' });
    expect(after(8 * 60)).toEqual({ unit: 'hour', count: 8, level: 'overdue' });
    expect(after(47.9 * 60)).toMatchObject({ unit: 'hour', count: 47 });
    expect(after(48 * 60)).toEqual({ unit: 'day', count: 2, level: 'overdue' });
  });

  it('is zero when this clock is behind the server’s', () => {
    expect(after(-5)).toEqual({ unit: 'minute', count: 0, level: 'fresh' });
  });
});
