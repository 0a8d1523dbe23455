// Holiday rules of exchanges and states. Dates are local, written YYYY-MM-DD.

import { DAY_MS } from '@fairlot/domain';

/** First and last year of the calendars. */
const FIRST_YEAR = 2012;
const LAST_YEAR = 2040;

/** Returns the holidays of one year. */
export interface HolidayRule {
  (year: number): readonly string[];
  /** The last year of proclaimed dates; absent for a rule without an end. */
  readonly lastYear?: number;
}

/** The last year for which all of the rules know the holidays. */
export function lastYearOf(rules: readonly HolidayRule[]): number {
  return Math.min(LAST_YEAR, ...rules.map(({ lastYear = LAST_YEAR }) => lastYear));
}

/** All dates of the rules, over all years. */
export function datesOf(rules: readonly HolidayRule[], first = FIRST_YEAR, last = LAST_YEAR): string[] {
  const dates: string[] = [];
  for (let year = first; year <= last; year += 1) for (const rule of rules) dates.push(...rule(year));
  return dates;
}

/** The same date each year. */
export function fixed(month: number, day: number): HolidayRule {
  return (year) => [iso(utc(year, month, day))];
}

/** Limits a rule to some years. */
export function between(first: number, last: number, rule: HolidayRule): HolidayRule {
  return (year) => (year >= first && year <= last ? rule(year) : []);
}

/** A fixed date, except in years when it is a Sunday. */
export function unlessSunday(month: number, day: number): HolidayRule {
  return (year) => {
    const date = utc(year, month, day);
    return weekdayAt(date) === 0 ? [] : [iso(date)];
  };
}

/** A fixed date; the Friday before when it is a Saturday; none in years when it is a Sunday. */
export function observedOnFriday(month: number, day: number): HolidayRule {
  return (year) => {
    const date = utc(year, month, day);
    const weekday = weekdayAt(date);
    return weekday === 0 ? [] : [iso(weekday === 6 ? date - DAY_MS : date)];
  };
}

/** A fixed date and the Monday after it, only in years when the date is a Sunday. */
export function onSundays(month: number, day: number): HolidayRule {
  return (year) => {
    const date = utc(year, month, day);
    return weekdayAt(date) === 0 ? [iso(date), iso(date + DAY_MS)] : [];
  };
}

/** The n-th given weekday of a month (0 = Sunday); n = -1 is the last one. */
export function nth(n: number, weekday: number, month: number): HolidayRule {
  return (year) => {
    if (n > 0) {
      const first = utc(year, month, 1);
      return [iso(first + (((weekday - weekdayAt(first) + 7) % 7) + (n - 1) * 7) * DAY_MS)];
    }
    const last = utc(year, month + 1, 1) - DAY_MS;
    return [iso(last - ((weekdayAt(last) - weekday + 7) % 7) * DAY_MS)];
  };
}

/** Days from Easter Sunday: -2 is Good Friday, 1 Easter Monday, 50 Whit Monday. */
export function easter(offset: number): HolidayRule {
  return (year) => [iso(easterSunday(year) + offset * DAY_MS)];
}

/** Explicit dates without a rule, "01-22 01-23" by year. */
export function listed(years: Readonly<Record<number, string>>): HolidayRule {
  const datesOfYear = (year: number): readonly string[] =>
    (years[year] ?? '')
      .split(' ')
      .filter((day) => day !== '')
      .map((day) => `${year}-${day}`);
  return Object.assign(datesOfYear, { lastYear: Math.max(...Object.keys(years).map(Number)) });
}

/** Christmas and Boxing Day with their substitute days in London. */
export function christmasOfLondon(year: number): readonly string[] {
  const christmas = utc(year, 12, 25);
  const weekday = weekdayAt(christmas);
  const days = [0, 1];
  if (weekday === 5) days.push(3);
  if (weekday === 6) days.push(2, 3);
  if (weekday === 0) days.push(2);
  return days.map((day) => iso(christmas + day * DAY_MS));
}

/** New Year in London, or the Monday after when it is on a weekend. */
export function newYearOfLondon(year: number): readonly string[] {
  const date = utc(year, 1, 1);
  const weekday = weekdayAt(date);
  return [iso(date + (weekday === 6 ? 2 : weekday === 0 ? 1 : 0) * DAY_MS)];
}

/** Easter by the Gregorian computus, published anonymously in Nature, 1876. */
function easterSunday(year: number): number {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const d = Math.floor((b + 8) / 25);
  const e = (19 * a + b - Math.floor(b / 4) - Math.floor((b - d + 1) / 3) + 15) % 30;
  const f = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - e - (c % 4)) % 7;
  const g = Math.floor((a + 11 * e + 22 * f) / 451);
  const month = Math.floor((e + f - 7 * g + 114) / 31);
  return utc(year, month, ((e + f - 7 * g + 114) % 31) + 1);
}

function utc(year: number, month: number, day: number): number {
  return Date.UTC(year, month - 1, day);
}

function weekdayAt(date: number): number {
  return new Date(date).getUTCDay();
}

function iso(date: number): string {
  return new Date(date).toISOString().slice(0, 10);
}
