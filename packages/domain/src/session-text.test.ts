import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type CalendarText, calendarText, formatHours, isTimeZone, parseHours, readCalendar } from './session-text.ts';

/** Intervals in order without overlap: sorted, distinct minutes in pairs. */
const hours = fc
  .uniqueArray(fc.integer({ min: 0, max: 1440 }), { maxLength: 24 })
  .map((minutes) => minutes.sort((a, b) => a - b))
  .map((minutes) =>
    Array.from({ length: Math.floor(minutes.length / 2) }, (_, index) => ({
      from: minutes[index * 2] ?? 0,
      to: minutes[index * 2 + 1] ?? 0,
    })),
  );

const PLAIN: CalendarText = {
  name: 'plain',
  timeZone: 'Europe/Berlin',
  week: ['', '09:00-17:30', '09:00-17:30', '09:00-17:30', '09:00-17:30', '09:00-17:30', ''],
  days: [
    { date: '2026-12-24', hours: '00:00-13:00' },
    { date: '2026-12-25', hours: '' },
    { date: '2026-12-28', hours: '10:30-24:00' },
    { date: '2026-12-31', hours: '10:30-13:00' },
  ],
  lastDay: '2030-12-31',
};

describe('hours as text', () => {
  test('are read as they are written', () => {
    fc.assert(
      fc.property(hours, (intervals) => {
        expect(parseHours(formatHours(intervals))).toEqual(intervals);
      }),
    );
  });

  test('are refused when their sessions overlap, touch, are out of order or empty', () => {
    const pair = fc.tuple(fc.integer({ min: 0, max: 1439 }), fc.integer({ min: 1, max: 1440 }));
    fc.assert(
      fc.property(fc.array(pair, { minLength: 1, maxLength: 6 }), (pairs) => {
        const intervals = pairs.map(([from, to]) => ({ from, to }));
        // Every minute of each session belongs to it alone, and so does the one after it.
        const isValid = intervals.every(
          ({ from, to }, index) => from < to && intervals.slice(index + 1).every((later) => later.from > to),
        );
        expect(parseHours(formatHours(intervals)) !== undefined).toBe(isValid);
      }),
    );
  });

  test.each([
    '9:00-10:00',
    '09:00-25:00',
    '09:60-10:00',
    '24:00-24:30',
    '09:00 - 10:00',
    ' 09:00-10:00',
    '09:00',
    'x',
    '09:00-10:00 10:00-11:00',
    '10:00-11:00 09:00-09:30',
  ])('refuse %j', (text) => expect(parseHours(text)).toBeUndefined());

  test('never throw', () => {
    fc.assert(fc.property(fc.string(), (text) => void parseHours(text)));
  });
});

describe('a calendar as text', () => {
  test('is read as it is written', () => {
    const calendar = readCalendar(PLAIN);
    expect('problem' in calendar).toBe(false);
    if (!('problem' in calendar)) expect(calendarText(calendar)).toEqual(PLAIN);
  });

  test.each([
    [{ timeZone: 'Mars/Base' }, { part: 'timeZone' }],
    [{ timeZone: '+01:00' }, { part: 'timeZone' }],
    [{ week: PLAIN.week.slice(1) }, { part: 'week' }],
    [{ week: PLAIN.week.with(3, '10:00-09:00') }, { part: 'weekday', weekday: 3 }],
    [{ lastDay: '2026-02-29' }, { part: 'lastDay' }],
    [{ days: [{ date: '2027-02-29', hours: '' }] }, { part: 'day', date: '2027-02-29' }],
    [{ days: [{ date: '2027-03-01', hours: '00:00-24:00' }] }, { part: 'day', date: '2027-03-01' }],
    [{ days: [{ date: '2027-03-01', hours: '00:00-09:00 10:00-11:00' }] }, { part: 'day', date: '2027-03-01' }],
    [{ days: [...PLAIN.days, { date: '2026-12-25', hours: '' }] }, { part: 'day', date: '2026-12-25' }],
  ])('with %j is refused', (change, problem) => {
    expect(readCalendar({ ...PLAIN, ...change })).toEqual({ problem });
  });

  test('names a zone whose clocks follow its law', () => {
    expect(['UTC', 'America/New_York', 'America/Argentina/Buenos_Aires'].map(isTimeZone)).toEqual([true, true, true]);
    expect(['', 'Nowhere', '-03:00', 'a/b/c/d', 'Europe/'].map(isTimeZone)).toEqual(Array(5).fill(false));
  });
});
