import type { SessionCalendar, SessionInterval } from '@fairlot/domain';
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
 * Creates a calendar from hours and rules; it ends with the last year that all rules know. Throws on bad data, which is a constant of the program, not
 * input.
 */
export function makeCalendar(
  name: string,
  timeZone: string,
  hours: Hours,
  closed: readonly HolidayRule[] = [],
  earlyCloses: readonly ShortDays[] = [],
  lateOpens: readonly ShortDays[] = [],
): SessionCalendar {
  const middle = parseHours(hours.tuesdayToThursday);
  return {
    name,
    timeZone,
    week: [
      parseHours(hours.sunday),
      parseHours(hours.monday),
      middle,
      middle,
      middle,
      parseHours(hours.friday),
      parseHours(hours.saturday),
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

function parseHours(text = ''): readonly SessionInterval[] {
  return text
    .split(' ')
    .filter((part) => part !== '')
    .map((part) => {
      const [from = '', to = ''] = part.split('-');
      return { from: minuteOf(from), to: minuteOf(to) };
    });
}

function minuteOf(text: string): number {
  const match = /^(\d\d):(\d\d)$/.exec(text);
  if (match === null) throw new Error(`not a time of day: ${JSON.stringify(text)}`);
  return Number(match[1]) * 60 + Number(match[2]);
}
