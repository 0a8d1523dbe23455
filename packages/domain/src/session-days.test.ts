import { describe, expect, test } from 'vitest';
import { sessionDays } from './session-days.ts';
import { readCalendar } from './session-text.ts';
import { MINUTE_MS } from './time.ts';

const STEP_MS = 5 * MINUTE_MS;

const texts = (timeZone: string) => ({
  name: 'test',
  timeZone,
  week: [
    '17:05-24:00',
    '00:00-16:55 17:05-24:00',
    '00:00-01:30 02:15-03:00',
    '00:00-24:00',
    '',
    '09:00-17:00',
    '01:00-03:30',
  ],
  days: [
    { date: '2026-03-30', hours: '' },
    { date: '2026-10-05', hours: '10:00-13:00' },
    { date: '2026-10-26', hours: '00:00-13:00' },
    { date: '2026-11-02', hours: '12:30-24:00' },
  ],
  lastDay: '2026-11-05',
});

/** A second implementation: the wall clock of the platform, looked up in the text, step by step. */
function isOpenBy(timeZone: string, time: number): { readonly date: string; readonly open: boolean } {
  const [date = '', clock = ''] = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })
    .format(time)
    .split(' ');
  const { week, days, lastDay } = texts(timeZone);
  const within = (hours: string): boolean =>
    hours.split(' ').some((part) => {
      const [from = '', to = ''] = part.split('-');
      return part !== '' && clock >= from && clock < to;
    });
  const special = days.find((day) => day.date === date);
  const weekday = new Date(`${date}T00:00:00Z`).getUTCDay();
  return {
    date,
    open: date <= lastDay && within(week[weekday] ?? '') && (special === undefined || within(special.hours)),
  };
}

describe('the days of a market', () => {
  test.each([
    // Weeks in which the clocks of these zones are changed, in both directions; Cairo's change is at midnight.
    ['America/New_York', '2026-03-02T12:00:00Z'],
    ['America/New_York', '2026-10-26T12:00:00Z'],
    ['Europe/London', '2026-03-23T12:00:00Z'],
    ['Europe/London', '2026-10-19T12:00:00Z'],
    ['Australia/Lord_Howe', '2026-09-28T12:00:00Z'],
    ['Australia/Sydney', '2026-09-28T12:00:00Z'],
    ['Africa/Cairo', '2026-04-20T12:00:00Z'],
    ['Africa/Cairo', '2026-10-24T12:00:00Z'],
  ])('in %s from %s on are those of its wall clock', (timeZone, from) => {
    const calendar = readCalendar(texts(timeZone));
    if ('problem' in calendar) throw new Error(JSON.stringify(calendar.problem));
    const days = sessionDays(calendar, Date.parse(from), 14);
    expect(days).toHaveLength(14);
    const spans = days.flatMap((day) => day.spans);
    const found: number[] = [];
    const expected: number[] = [];
    for (let time = Date.parse(from); time < Date.parse(from) + 12 * 86_400_000; time += STEP_MS) {
      if (spans.some((span) => time >= span.from && time < span.to)) found.push(time);
      if (isOpenBy(timeZone, time).open) expected.push(time);
    }
    expect(found).toEqual(expected);
    expect(expected.length).toBeGreaterThan(0);
    // A session is shown on the day of the market's zone on which it takes place.
    for (const day of days) for (const span of day.spans) expect(isOpenBy(timeZone, span.from).date).toBe(day.date);
  });

  test('are marked when they differ from their weekday', () => {
    const calendar = readCalendar(texts('Europe/London'));
    if ('problem' in calendar) throw new Error(JSON.stringify(calendar.problem));
    const marks = (from: string, count: number) =>
      sessionDays(calendar, Date.parse(from), count).map(({ date, mark }) => `${date} ${mark ?? '-'}`);
    expect(marks('2026-03-30T09:00:00Z', 2)).toEqual(['2026-03-30 closed', '2026-03-31 -']);
    expect(marks('2026-10-05T09:00:00Z', 1)).toEqual(['2026-10-05 shortened']);
    expect(marks('2026-10-26T09:00:00Z', 1)).toEqual(['2026-10-26 earlyClose']);
    expect(marks('2026-11-02T09:00:00Z', 5)).toEqual([
      '2026-11-02 lateOpen',
      '2026-11-03 -',
      '2026-11-04 -',
      '2026-11-05 -',
      '2026-11-06 ended',
    ]);
  });
});
