import { DAY_MS, type SessionCalendar, isoDay, localTime } from '@fairlot/domain';

/** Operators are warned this many days before the holidays of a calendar run out: two years. */
const CALENDAR_WARNING_DAYS = 730;

/** The end of a calendar that is in use. */
export interface CalendarEnd {
  readonly calendar: string;
  /** The last local date whose holidays are known, YYYY-MM-DD. */
  readonly lastDay: string;
  /** Days until then; negative when it is over and the market stays closed. */
  readonly daysLeft: number;
}

/** The ends of these calendars, the earliest first. Calendars without an end are left out. */
export function calendarEnds(calendars: Iterable<SessionCalendar>, now: number): readonly CalendarEnd[] {
  return [...new Set(calendars)]
    .flatMap(({ name, timeZone, lastDay }) =>
      lastDay === undefined
        ? []
        : [{ calendar: name, lastDay: isoDay(lastDay), daysLeft: lastDay - localTime(timeZone, now).day }],
    )
    .sort((a, b) => a.daysLeft - b.daysLeft || (a.calendar < b.calendar ? -1 : 1));
}

/** The ends that an operator must know of now. */
export function endingSoon(ends: readonly CalendarEnd[]): readonly CalendarEnd[] {
  return ends.filter(({ daysLeft }) => daysLeft <= CALENDAR_WARNING_DAYS);
}

/** The local day of a year's last date. */
export const lastDayOf = (year: number): number => Date.UTC(year, 11, 31) / DAY_MS;
