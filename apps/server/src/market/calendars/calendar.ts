import { type SessionCalendar, type SessionInterval, minuteOfDay, parseHours } from '@fairlot/domain';
import { lastDayOf } from './ending.ts';
import { type HolidayRule, datesOf, lastYearOf } from './holidays.ts';

/** Hours as text: "09:15-12:00 13:00-24:00"; empty without a session. */
export interface Hours {
  readonly sunday?: string;
  readonly monday?: string;
  readonly tuesdayToThursday?: string;
  readonly friday?: string;
  readonly saturday?: string;
}

/** Days on which sessions start late or end early, with the time of day, "HH:MM". */
export interface ShortDays {
  readonly at: string;
  readonly rules: readonly HolidayRule[];
}

/**
 * Creates a calendar from hours and rules; it ends with the last year that all rules know. Throws on bad data, which is a
 * constant of the program, not input.
 */
export function makeCalendar(
  name: string,
  timeZone: string,
  hours: Hours,
  closed: readonly HolidayRule[] = [],
  earlyCloses: readonly ShortDays[] = [],
  lateOpens: readonly ShortDays[] = [],
): SessionCalendar {
  const middle = hoursOf(hours.tuesdayToThursday);
  return {
    name,
    timeZone,
    week: [
      hoursOf(hours.sunday),
      hoursOf(hours.monday),
      middle,
      middle,
      middle,
      hoursOf(hours.friday),
      hoursOf(hours.saturday),
    ],
    holidays: new Set(datesOf(closed)),
    earlyCloses: shortDays(earlyCloses),
    lateOpens: shortDays(lateOpens),
    lastDay: lastDayOf(lastYearOf([closed, ...[...earlyCloses, ...lateOpens].map(({ rules }) => rules)].flat())),
  };
}

function shortDays(groups: readonly ShortDays[]): ReadonlyMap<string, number> {
  return new Map(
    groups.flatMap(({ at, rules }) => datesOf(rules).map((date): [string, number] => [date, minuteOf(at)])),
  );
}

function hoursOf(text = ''): readonly SessionInterval[] {
  return parseHours(text) ?? bad('hours', text);
}

function minuteOf(text: string): number {
  return minuteOfDay(text) ?? bad('a time of day', text);
}

function bad(what: string, text: string): never {
  throw new Error(`not ${what}: ${JSON.stringify(text)}`);
}
