import { type Kysely, sql } from 'kysely';

/**
 * Spans of time of which an instrument's bars are still to be fetched from its live sources. `period` (minutes) and
 * `next_time` say how far that has come; `planned_at` is the moment from which its depth counts. Epoch milliseconds.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table history_gaps (
    instrument integer not null references instruments (id) on delete cascade,
    from_time bigint not null,
    to_time bigint not null check (to_time > from_time),
    planned_at bigint not null,
    period smallint not null,
    next_time bigint not null,
    primary key (instrument, from_time)
  )`.execute(db);
}

/** Reverts `up`. */
export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table history_gaps`.execute(db);
}
