import { type LocalDay, isoDay, parseIsoDay } from './session-zone.ts';
import type { SessionCalendar, SessionInterval } from './session.ts';

const DAY_MINUTES = 1440;
/** Sessions of one day. */
const MOST_SESSIONS = 12;
const WEEKDAYS = 7;

/** A date on which only the sessions within these hours take place, "00:00-13:00"; without any, when they are empty. */
export interface SpecialDay {
  /** YYYY-MM-DD */
  readonly date: string;
  readonly hours: string;
}

/** A session calendar as text, as people read and write it. */
export interface CalendarText {
  readonly name: string;
  /** IANA name. */
  readonly timeZone: string;
  /** Hours of each weekday, Sunday first: "09:15-12:00 13:00-24:00"; empty without a session. */
  readonly week: readonly string[];
  /** By ascending date. */
  readonly days: readonly SpecialDay[];
  /** The last day whose holidays are known, YYYY-MM-DD; null for a market without holidays. */
  readonly lastDay: string | null;
}

/** The first part of a calendar that cannot be: a weekday (0 = Sunday), a special day by its date, or another part. */
export type CalendarProblem =
  | { readonly part: 'timeZone' | 'lastDay' | 'week' }
  | { readonly part: 'weekday'; readonly weekday: number }
  | { readonly part: 'day'; readonly date: string };

/** Minutes of a time of day, "00:00" to "24:00"; undefined for other text. */
export function minuteOfDay(text = ''): number | undefined {
  const match = /^(\d\d):([0-5]\d)$/.exec(text);
  if (match === null) return undefined;
  const minute = Number(match[1]) * 60 + Number(match[2]);
  return minute <= DAY_MINUTES ? minute : undefined;
}

/** Reads hours; undefined unless they are times of day in order, without overlap and separated by single spaces. */
export function parseHours(text: string): readonly SessionInterval[] | undefined {
  if (text === '') return [];
  const hours: SessionInterval[] = [];
  let before = -1;
  for (const part of text.split(' ')) {
    const match = /^(\d\d:\d\d)-(\d\d:\d\d)$/.exec(part);
    const [from, to] = [minuteOfDay(match?.[1]), minuteOfDay(match?.[2])];
    // Sessions that touch are one session.
    if (from === undefined || to === undefined || from <= before || to <= from) return undefined;
    hours.push({ from, to });
    before = to;
  }
  return hours.length > MOST_SESSIONS ? undefined : hours;
}

/** Writes hours as `parseHours` reads them. */
export function formatHours(hours: readonly SessionInterval[]): string {
  return hours.map(({ from, to }) => `${timeOf(from)}-${timeOf(to)}`).join(' ');
}

/** True for a date that exists, written YYYY-MM-DD. */
export function isIsoDate(text: string): boolean {
  const time = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

/** True for a time zone that this platform knows by an IANA name. Offsets are refused: their clocks never change. */
export function isTimeZone(text: string): boolean {
  if (!/^[A-Za-z][A-Za-z0-9_+-]*(\/[A-Za-z0-9_+-]+){0,2}$/.test(text)) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** Reads a calendar; returns its first problem when it has one. */
export function readCalendar(text: CalendarText): SessionCalendar | { readonly problem: CalendarProblem } {
  if (!isTimeZone(text.timeZone)) return { problem: { part: 'timeZone' } };
  if (text.week.length !== WEEKDAYS) return { problem: { part: 'week' } };
  const week = text.week.map(parseHours);
  const wrong = week.indexOf(undefined);
  if (wrong !== -1) return { problem: { part: 'weekday', weekday: wrong } };
  if (text.lastDay !== null && !isIsoDate(text.lastDay)) return { problem: { part: 'lastDay' } };
  const special = readDays(text.days);
  if ('problem' in special) return special;
  return {
    name: text.name,
    timeZone: text.timeZone,
    week: week.map((hours) => hours ?? []),
    ...special,
    ...(text.lastDay !== null && { lastDay: parseIsoDay(text.lastDay) }),
  };
}

/** Writes a calendar as text. `readCalendar` reads the same calendar from it. */
export function calendarText(calendar: SessionCalendar): CalendarText {
  const { holidays, earlyCloses, lateOpens, lastDay } = calendar;
  const dates = [...new Set([...holidays, ...earlyCloses.keys(), ...lateOpens.keys()])].sort();
  return {
    name: calendar.name,
    timeZone: calendar.timeZone,
    week: calendar.week.map(formatHours),
    days: dates.map((date) => ({ date, hours: holidays.has(date) ? '' : windowOf(calendar, date) })),
    lastDay: lastDay === undefined ? null : isoDay(lastDay satisfies LocalDay),
  };
}

type SpecialDays = Pick<SessionCalendar, 'holidays' | 'earlyCloses' | 'lateOpens'>;

function readDays(days: readonly SpecialDay[]): SpecialDays | { readonly problem: CalendarProblem } {
  const holidays = new Set<string>();
  const earlyCloses = new Map<string, number>();
  const lateOpens = new Map<string, number>();
  const seen = new Set<string>();
  for (const { date, hours } of days) {
    const windows = parseHours(hours);
    const [window] = windows ?? [];
    const isUsual = window?.from === 0 && window.to === DAY_MINUTES;
    if (windows === undefined || windows.length > 1 || isUsual || !isIsoDate(date) || seen.has(date))
      return { problem: { part: 'day', date } };
    seen.add(date);
    if (window === undefined) holidays.add(date);
    else {
      if (window.to < DAY_MINUTES) earlyCloses.set(date, window.to);
      if (window.from > 0) lateOpens.set(date, window.from);
    }
  }
  return { holidays, earlyCloses, lateOpens };
}

function windowOf({ earlyCloses, lateOpens }: SessionCalendar, date: string): string {
  return formatHours([{ from: lateOpens.get(date) ?? 0, to: earlyCloses.get(date) ?? DAY_MINUTES }]);
}

function timeOf(minute: number): string {
  return [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0')).join(':');
}
