import { type CalendarText, type SessionCalendar, type SpecialDay, calendarText, readCalendar } from '@fairlot/domain';
import type { Pool } from 'pg';
import type { ListedCalendar } from './calendar-book.ts';

interface Row {
  readonly id: number;
  readonly name: string;
  readonly time_zone: string;
  readonly week: readonly string[];
  readonly special_days: string;
  readonly last_day: string | null;
  readonly version: number;
  readonly origin: ListedCalendar['origin'];
}

/** Stores the release's calendars: new ones, and the ones that staff have not changed when the release has others. */
export async function seedCalendars(pool: Pool, release: Iterable<SessionCalendar>): Promise<void> {
  const rows = [...release].map((calendar) => {
    const { name, timeZone, week, days, lastDay } = calendarText(calendar);
    return { name, time_zone: timeZone, week, special_days: JSON.stringify(days), last_day: lastDay };
  });
  await pool.query(
    `insert into session_calendars as stored (name, time_zone, week, special_days, last_day, version, origin)
     select name, time_zone, week, special_days, last_day, 1, 'release'
       from jsonb_populate_recordset(null::session_calendars, $1::jsonb)
     on conflict (name) do update set time_zone = excluded.time_zone, week = excluded.week,
       special_days = excluded.special_days, last_day = excluded.last_day, version = stored.version + 1
     where stored.origin = 'release'
       and (stored.time_zone, stored.week, stored.special_days, stored.last_day) is distinct from
         (excluded.time_zone, excluded.week, excluded.special_days, excluded.last_day)`,
    [JSON.stringify(rows)],
  );
}

/** Reads the stored calendars. Throws when one cannot be, because its markets would be open or closed by chance. */
export async function readCalendars(pool: Pool): Promise<readonly ListedCalendar[]> {
  const { rows } = await pool.query<Row>('select * from session_calendars order by name');
  return rows.map((row) => {
    const calendar = readCalendar(textOf(row));
    if ('problem' in calendar)
      throw new Error(`the stored calendar ${row.name} cannot be read: ${JSON.stringify(calendar.problem)}`);
    return { id: row.id, version: row.version, origin: row.origin, calendar };
  });
}

function textOf(row: Row): CalendarText {
  const { name, time_zone: timeZone, week, special_days: days, last_day: lastDay } = row;
  return { name, timeZone, week, days: JSON.parse(days) as readonly SpecialDay[], lastDay };
}
