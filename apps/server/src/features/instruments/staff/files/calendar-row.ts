import { calendarCalls } from '@fairlot/contract';
import type { CalendarText } from '@fairlot/domain';

/** Reads a calendar of a file by the schema of the office's call, or names the field that cannot be. */
export function readFileCalendar(value: Readonly<Record<string, unknown>>): CalendarText | { readonly field: string } {
  const read = calendarCalls.officeSaveCalendar.input.safeParse({ ...value, version: 0, reason: 'file' });
  if (!read.success) return { field: String(read.error.issues[0]?.path[0] ?? 'name') };
  const { name, time_zone: timeZone, week, special_days: days, last_day: lastDay } = read.data;
  return { name, timeZone, week, days, lastDay };
}
