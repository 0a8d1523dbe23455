import { ALWAYS_OPEN, DAY_MS, isOpen, nextChange } from '@fairlot/domain';
import { describe, expect, test } from 'vitest';
import { calendarEnds, endingSoon } from './ending.ts';
import { CALENDARS } from './index.ts';

const at = (text: string): number => Date.parse(text);
const ALL = [...CALENDARS.values()];
const warnedAt = (time: number): string[] => endingSoon(calendarEnds(ALL, time)).map(({ calendar }) => calendar);

describe('the end of a calendar', () => {
  test('is the last year whose holidays are proclaimed, or 2040 where all follow rules', () => {
    const ends = calendarEnds([...ALL, ...ALL], at('2026-11-22T12:00:00Z'));
    expect(ends.slice(0, 3).map(({ calendar, lastDay }) => [calendar, lastDay])).toEqual([
      ['indices-hk', '2030-12-31'],
      ['indices-jp', '2030-12-31'],
      ['energy', '2040-12-31'],
    ]);
    expect(ends).toHaveLength(CALENDARS.size - 1);
    expect(calendarEnds([ALWAYS_OPEN], 0)).toEqual([]);
  });

  test('is announced two years before', () => {
    expect(warnedAt(at('2028-12-30T12:00:00Z'))).toEqual([]);
    expect(warnedAt(at('2028-12-31T12:00:00Z'))).toEqual(['indices-hk', 'indices-jp']);
    expect(warnedAt(at('2039-01-01T18:00:00Z'))).toHaveLength(CALENDARS.size - 1);
  });

  test('closes the market, which never seems open on unknown holidays', () => {
    for (const calendar of ALL.filter(({ lastDay }) => lastDay !== undefined)) {
      const end = (calendar.lastDay ?? 0) * DAY_MS;
      for (let hour = 48; hour < 24 * 21; hour += 1) expect(isOpen(calendar, end + hour * 3_600_000)).toBe(false);
      expect(nextChange(calendar, end + 2 * DAY_MS)).toBeUndefined();
      expect(calendarEnds([calendar], end + 3 * DAY_MS)[0]?.daysLeft).toBeLessThan(0);
    }
  });
});
