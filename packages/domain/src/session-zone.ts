// Local time in IANA zones. The only place in the domain that uses the platform's time zone data.

import { DAY_MS, MINUTE_MS } from './time.ts';

/** Zone offsets change only at multiples of this, in all zones and years that markets use. */
const OFFSET_GRAIN_MS = 15 * MINUTE_MS;
const OFFSET_CACHE_LIMIT = 20_000;

/** A calendar date in a time zone, as days since 1970-01-01 of that zone's calendar. */
export type LocalDay = number;

/** The wall clock of a time zone at a moment. */
export interface LocalTime {
  readonly day: LocalDay;
  /** Milliseconds since local midnight by the wall clock. */
  readonly msOfDay: number;
}

const formatters = new Map<string, Intl.DateTimeFormat>();
const offsets = new Map<string, Map<number, number>>();

/** Milliseconds by which a zone's wall clock is ahead of UTC at a moment. Throws on an unknown zone. */
export function zoneOffset(timeZone: string, time: number): number {
  if (timeZone === 'UTC') return 0;
  const bucket = Math.floor(time / OFFSET_GRAIN_MS);
  let cache = offsets.get(timeZone);
  if (cache === undefined || cache.size > OFFSET_CACHE_LIMIT) {
    cache = new Map();
    offsets.set(timeZone, cache);
  }
  const known = cache.get(bucket);
  if (known !== undefined) return known;
  const moment = bucket * OFFSET_GRAIN_MS;
  const offset = wallClock(timeZone, moment) - moment;
  cache.set(bucket, offset);
  return offset;
}

/** The wall clock of a time zone at a moment. */
export function localTime(timeZone: string, time: number): LocalTime {
  const wall = time + zoneOffset(timeZone, time);
  const day = Math.floor(wall / DAY_MS);
  return { day, msOfDay: wall - day * DAY_MS };
}

/**
 * Candidate moments at which a zone's wall clock may reach or jump over the given local time. None is missing; around a
 * clock change some are spurious, so callers must check each.
 */
export function momentsOf(timeZone: string, day: LocalDay, msOfDay: number): readonly number[] {
  const wall = day * DAY_MS + msOfDay;
  const before = zoneOffset(timeZone, wall - DAY_MS);
  const after = zoneOffset(timeZone, wall + DAY_MS);
  if (before === after) return [wall - before];
  return [wall - before, wall - after, transitionBetween(timeZone, wall - DAY_MS, wall + DAY_MS)];
}

/** Day of the week, 0 = Sunday. */
export function weekdayOf(day: LocalDay): number {
  // 1970-01-01 was a Thursday.
  return (((day + 4) % 7) + 7) % 7;
}

/** The last text of a day: callers mostly ask for the same day again. */
let latest = { day: Number.NaN, text: '' };

/** The date as YYYY-MM-DD. */
export function isoDay(day: LocalDay): string {
  if (latest.day !== day) latest = { day, text: new Date(day * DAY_MS).toISOString().slice(0, 10) };
  return latest.text;
}

/** The day of a date written as YYYY-MM-DD. Throws on other text. */
export function parseIsoDay(text: string): LocalDay {
  const time = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  if (Number.isNaN(time)) throw new RangeError(`not a date: ${JSON.stringify(text)}`);
  return time / DAY_MS;
}

function wallClock(timeZone: string, time: number): number {
  let formatter = formatters.get(timeZone);
  if (formatter === undefined) {
    formatter = new Intl.DateTimeFormat('en-US-u-ca-gregory-nu-latn', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
    formatters.set(timeZone, formatter);
  }
  const field: Record<string, number> = {};
  for (const { type, value } of formatter.formatToParts(time)) field[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = field;
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

/** The moment of the clock change between two moments with different offsets, found by binary search. */
function transitionBetween(timeZone: string, from: number, to: number): number {
  const old = zoneOffset(timeZone, from);
  let low = Math.floor(from / OFFSET_GRAIN_MS);
  let high = Math.ceil(to / OFFSET_GRAIN_MS);
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (zoneOffset(timeZone, middle * OFFSET_GRAIN_MS) === old) low = middle;
    else high = middle;
  }
  return high * OFFSET_GRAIN_MS;
}
