import { describe, expect, it } from 'vitest';
import { dayText, daysDue, dueFrom, lastDue } from './report-days.ts';

const text = (time: number): string => new Date(time).toISOString();
const of = (moment: string): number => Date.parse(moment);

const days = (interval: 'day' | 'week' | 'month', moment: string): readonly string[] => {
  const { from, to } = daysDue(interval, of(moment));
  return [dayText(from), dayText(to - 1)];
};

describe('a schedule', () => {
  it('is due five minutes after its hour, on the day after the end of its period', () => {
    expect(text(dueFrom('day', 6, of('2026-11-23T06:05:00Z')))).toBe('2026-11-23T06:05:00.000Z');
    expect(text(dueFrom('day', 6, of('2026-11-23T06:05:00.001Z')))).toBe('2026-11-24T06:05:00.000Z');
    expect(text(dueFrom('day', 0, of('2026-12-31T23:59:00Z')))).toBe('2027-01-01T00:05:00.000Z');
    // 23 November 2026 is a Monday.
    expect(text(dueFrom('week', 23, of('2026-11-23T12:00:00Z')))).toBe('2026-11-23T23:05:00.000Z');
    expect(text(dueFrom('week', 6, of('2026-11-23T12:00:00Z')))).toBe('2026-11-30T06:05:00.000Z');
    expect(text(dueFrom('month', 6, of('2027-01-01T12:00:00Z')))).toBe('2027-02-01T06:05:00.000Z');
  });

  it('covers the day, the week from Monday, or the month before', () => {
    expect(days('day', '2026-03-01T06:05:00Z')).toEqual(['2026-02-28', '2026-02-28']);
    expect(days('week', '2026-11-23T06:05:00Z')).toEqual(['2026-11-16', '2026-11-22']);
    expect(days('month', '2027-01-01T00:05:00Z')).toEqual(['2026-12-01', '2026-12-31']);
    expect(days('month', '2028-03-01T00:05:00Z')).toEqual(['2028-02-01', '2028-02-29']);
  });

  it('begins with the last period that is over', () => {
    expect(text(lastDue('day', 6, of('2026-11-23T06:00:00Z')))).toBe('2026-11-22T06:05:00.000Z');
    expect(text(lastDue('day', 6, of('2026-11-23T06:05:00Z')))).toBe('2026-11-23T06:05:00.000Z');
    expect(text(lastDue('week', 0, of('2026-11-29T12:00:00Z')))).toBe('2026-11-23T00:05:00.000Z');
    expect(text(lastDue('month', 23, of('2026-12-01T12:00:00Z')))).toBe('2026-11-01T23:05:00.000Z');
    expect(text(lastDue('month', 0, of('2026-03-31T12:00:00Z')))).toBe('2026-03-01T00:05:00.000Z');
  });
});
