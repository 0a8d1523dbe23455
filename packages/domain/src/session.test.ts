import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { localTime, zoneOffset } from './session-zone.ts';
import { ALWAYS_OPEN, type SessionCalendar, isOpen, nextChange } from './session.ts';
import { DAY_MS, HOUR_MS } from './time.ts';

const at = (text: string): number => Date.parse(text);

/** Monday to Friday 09:00–12:00 and 13:00–24:00, Tuesday to Saturday 00:00–03:00. */
function calendarIn(timeZone: string): SessionCalendar {
  const night = { from: 0, to: 180 };
  const day = [
    { from: 540, to: 720 },
    { from: 780, to: 1440 },
  ];
  return {
    name: 'test',
    timeZone,
    week: [[], day, [night, ...day], [night, ...day], [night, ...day], [night, ...day], [night]],
    holidays: new Set(['2026-12-25', '2027-01-01']),
    earlyCloses: new Map([['2026-12-24', 800]]),
    lateOpens: new Map([['2026-12-28', 600]]),
  };
}

describe('sessions', () => {
  test('follow the wall clock across clock changes', () => {
    const calendar = calendarIn('Europe/Berlin');
    expect(nextChange(calendar, at('2026-03-27T00:00:00Z'))).toBe(at('2026-03-27T02:00:00Z'));
    expect(nextChange(calendar, at('2026-03-28T20:00:00Z'))).toBe(at('2026-03-30T07:00:00Z'));
    expect(nextChange(calendar, at('2026-10-24T20:00:00Z'))).toBe(at('2026-10-26T08:00:00Z'));
  });

  test('include a session that ends before a clock change on the weekend', () => {
    // Sydney sets its clock forward on Sunday, 4 October 2026; Saturday's session ends at 03:00, still at UTC+10.
    expect(nextChange(calendarIn('Australia/Sydney'), at('2026-10-02T05:00:00Z'))).toBe(at('2026-10-02T17:00:00Z'));
  });

  test('respect early closes, late opens and holidays', () => {
    const calendar = calendarIn('Europe/London');
    expect(nextChange(calendar, at('2026-12-24T13:05:00Z'))).toBe(at('2026-12-24T13:20:00Z'));
    expect(nextChange(calendar, at('2026-12-24T13:20:00Z'))).toBe(at('2026-12-26T00:00:00Z'));
    expect(isOpen(calendar, at('2026-12-25T14:00:00Z'))).toBe(false);
    expect(nextChange(calendar, at('2026-12-27T00:00:00Z'))).toBe(at('2026-12-28T10:00:00Z'));
  });

  test('have no next change in a market that never closes', () => {
    expect(isOpen(ALWAYS_OPEN, 0)).toBe(true);
    expect(nextChange(ALWAYS_OPEN, at('2026-12-25T00:00:00Z'))).toBeUndefined();
  });

  test('are open twice in a repeated hour and skip a skipped hour', () => {
    const base = calendarIn('America/New_York');
    const sundayNight: SessionCalendar = { ...base, week: [[{ from: 90, to: 150 }], [], [], [], [], [], []] };
    // Clock set back at 06:00 UTC: open 01:30–02:00 of summer time, then 01:30–02:30 of winter time.
    expect(nextChange(sundayNight, at('2026-11-01T05:00:00Z'))).toBe(at('2026-11-01T05:30:00Z'));
    expect(nextChange(sundayNight, at('2026-11-01T05:30:00Z'))).toBe(at('2026-11-01T06:00:00Z'));
    expect(nextChange(sundayNight, at('2026-11-01T06:00:00Z'))).toBe(at('2026-11-01T06:30:00Z'));
    expect(nextChange(sundayNight, at('2026-11-01T06:30:00Z'))).toBe(at('2026-11-01T07:30:00Z'));
    // Clock set forward from 02:00 to 03:00 at 07:00 UTC: open from 01:30 until the jump.
    expect(nextChange(sundayNight, at('2026-03-08T06:30:00Z'))).toBe(at('2026-03-08T07:00:00Z'));
  });

  test('stay open or closed until the next change, and change there', () => {
    const zones = fc.constantFrom(
      'UTC',
      'America/New_York',
      'America/Chicago',
      'Europe/Berlin',
      'Europe/London',
      'Asia/Hong_Kong',
      'Australia/Sydney',
      'Australia/Lord_Howe',
    );
    fc.assert(
      fc.property(
        zones,
        fc.integer({ min: at('2024-01-01T00:00:00Z'), max: at('2028-01-01T00:00:00Z') }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (zone, time, share) => {
          const calendar = calendarIn(zone);
          const change = nextChange(calendar, time);
          expect(change).toBeDefined();
          const end = change ?? 0;
          expect(end).toBeGreaterThan(time);
          expect(isOpen(calendar, end)).toBe(!isOpen(calendar, time));
          expect(isOpen(calendar, end - 1)).toBe(isOpen(calendar, time));
          expect(isOpen(calendar, Math.floor(time + (end - 1 - time) * share))).toBe(isOpen(calendar, time));
        },
      ),
      { numRuns: 500 },
    );
  });

  test('convert local time by the zone offset and reject an unknown zone', () => {
    expect(localTime('Asia/Tokyo', at('2026-11-20T15:30:00Z'))).toEqual({
      day: at('2026-11-21T00:00:00Z') / DAY_MS,
      msOfDay: 1_800_000,
    });
    expect(zoneOffset('America/New_York', at('2026-07-01T00:00:00Z'))).toBe(-4 * HOUR_MS);
    expect(() => zoneOffset('Mars/Olympus', 0)).toThrow(RangeError);
  });
});
