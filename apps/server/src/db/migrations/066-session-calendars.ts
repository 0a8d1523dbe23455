import { type Kysely, sql } from 'kysely';

/**
 * Session calendars as data. A start adds those of the release and renews the ones that staff have not changed; their
 * history is in record_changes.
 *
 * - week: hours of each weekday, Sunday first, such as '09:15-12:00 13:00-24:00'.
 * - special_days: JSON array of { date, hours }; empty hours: closed.
 * - origin: 'office' from the first change by staff on.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table session_calendars (
    id integer generated always as identity primary key,
    name text not null unique check (name ~ '^[a-z][a-z0-9-]{1,39}$'),
    time_zone text not null,
    week text[] not null check (array_length(week, 1) = 7),
    special_days text not null,
    last_day text,
    version integer not null check (version > 0),
    origin text not null check (origin in ('release', 'office'))
  )`.execute(db);
}

/** Reverts `up`. */
export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table session_calendars`.execute(db);
}
