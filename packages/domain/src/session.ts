import { type LocalDay, isoDay, localTime, momentsOf, weekdayOf } from './session-zone.ts';
import { MINUTE_MS } from './time.ts';

const DAY_MINUTES = 1440;
/** Search limit for the next session. Calendars announce no longer closures. */
const SEARCH_DAYS = 45;

/** Minutes of the local day, `from` inclusive, `to` exclusive; 1440 is the end of the day. */
export interface SessionInterval {
  readonly from: number;
  readonly to: number;
}

/**
 * Opening hours of a market in its own time zone. Dates are local, written YYYY-MM-DD. A session over midnight is
 * written as two intervals.
 */
export interface SessionCalendar {
  readonly name: string;
  /** IANA name. */
  readonly timeZone: string;
  /** Intervals of each weekday, Sunday first, in time order. */
  readonly week: readonly (readonly SessionInterval[])[];
  /** Dates without any session. */
  readonly holidays: ReadonlySet<string>;
  /** Dates whose sessions end at this minute of the day. Sessions that would begin later do not take place. */
  readonly earlyCloses: ReadonlyMap<string, number>;
  /** Dates whose sessions begin at this minute of the day. Sessions that would end earlier do not take place. */
  readonly lateOpens: ReadonlyMap<string, number>;
  /**
   * The last local day whose holidays are known. No session takes place after it: a market must not seem open on days
   * that may be holidays. Absent for a market without holidays.
   */
  readonly lastDay?: LocalDay;
}

const WHOLE_DAY: readonly SessionInterval[] = [{ from: 0, to: DAY_MINUTES }];

/** The calendar of a market that never closes. */
export const ALWAYS_OPEN: SessionCalendar = {
  name: 'always',
  timeZone: 'UTC',
  week: Array.from({ length: 7 }, () => WHOLE_DAY),
  holidays: new Set(),
  earlyCloses: new Map(),
  lateOpens: new Map(),
};

/** Sessions of one local day after holidays, late opens and early closes. */
export function sessionsOn(calendar: SessionCalendar, day: LocalDay): readonly SessionInterval[] {
  if (calendar.lastDay !== undefined && day > calendar.lastDay) return [];
  const regular = calendar.week[weekdayOf(day)] ?? [];
  if (calendar.holidays.size + calendar.earlyCloses.size + calendar.lateOpens.size === 0) return regular;
  const date = isoDay(day);
  if (calendar.holidays.has(date)) return [];
  const opens = calendar.lateOpens.get(date) ?? 0;
  const closes = calendar.earlyCloses.get(date) ?? DAY_MINUTES;
  if (opens === 0 && closes === DAY_MINUTES) return regular;
  return regular
    .map(({ from, to }) => ({ from: Math.max(from, opens), to: Math.min(to, closes) }))
    .filter(({ from, to }) => from < to);
}

/** True when the market is open at a moment (epoch milliseconds). */
export function isOpen(calendar: SessionCalendar, time: number): boolean {
  const { day, msOfDay } = localTime(calendar.timeZone, time);
  return sessionsOn(calendar, day).some(({ from, to }) => msOfDay >= from * MINUTE_MS && msOfDay < to * MINUTE_MS);
}

/** The first moment after `time` at which the market opens or closes; undefined when there is none within 45 days. */
export function nextChange(calendar: SessionCalendar, time: number): number | undefined {
  const now = isOpen(calendar, time);
  const today = localTime(calendar.timeZone, time).day;
  // Around a clock change, moments of neighbouring days may interleave. A moment counts only after both neighbouring
  // days are searched.
  for (let day = today; day < today + SEARCH_DAYS; day += 1) {
    const found = [day - 1, day, day + 1]
      .flatMap((near) => boundaries(calendar, near))
      .filter((moment) => moment > time && localTime(calendar.timeZone, moment).day <= day)
      .sort((a, b) => a - b)
      .find((moment) => isOpen(calendar, moment) !== now);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** All candidate moments of a local day at which the market may open or close. */
function boundaries(calendar: SessionCalendar, day: LocalDay): number[] {
  return sessionsOn(calendar, day).flatMap(({ from, to }) => [
    ...momentsOf(calendar.timeZone, day, from * MINUTE_MS),
    ...momentsOf(calendar.timeZone, day, to * MINUTE_MS),
  ]);
}
