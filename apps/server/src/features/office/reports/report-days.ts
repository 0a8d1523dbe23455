import type { ReportInterval } from '@fairlot/contract';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@fairlot/domain';

/** Milliseconds after its hour at which a report is due: the last commits of the day before have ended by then. */
const REST_MS = 5 * MINUTE_MS;

/** More than the days of any interval. */
const MOST_DAYS = 32;

/** Whole UTC days: from the first moment on, and before the second. */
export interface Days {
  readonly from: number;
  readonly to: number;
}

/** The UTC day of a moment, such as 2026-03-29. */
export function dayText(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

/** The first moment of a UTC day that is given as text. */
export function startOf(day: string): number {
  return Date.parse(`${day}T00:00:00.000Z`);
}

/** The first moment at or after a time at which the report of an interval is due, `hour` o'clock UTC after its end. */
export function dueFrom(interval: ReportInterval, hour: number, time: number): number {
  const past = hour * HOUR_MS + REST_MS;
  let end = startOf(dayText(time - past));
  while (end + past < time || !isEnd(interval, end)) end += DAY_MS;
  return end + past;
}

/** The last moment until a time at which the report of an interval was due. */
export function lastDue(interval: ReportInterval, hour: number, time: number): number {
  let due = dueFrom(interval, hour, time - MOST_DAYS * DAY_MS);
  for (let next = due; next <= time; next = dueFrom(interval, hour, due + 1)) due = next;
  return due;
}

/** The days of the report that is due at a moment: the day, week or month before. */
export function daysDue(interval: ReportInterval, due: number): Days {
  const to = startOf(dayText(due));
  if (interval === 'day') return { from: to - DAY_MS, to };
  if (interval === 'week') return { from: to - 7 * DAY_MS, to };
  const end = new Date(to);
  return { from: Date.UTC(end.getUTCFullYear(), end.getUTCMonth() - 1, 1), to };
}

/** True when a day, week (from Monday) or month ends with the midnight `time`. */
function isEnd(interval: ReportInterval, time: number): boolean {
  const day = new Date(time);
  if (interval === 'week') return day.getUTCDay() === 1;
  return interval === 'day' || day.getUTCDate() === 1;
}
