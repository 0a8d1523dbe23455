import { type Kysely, sql } from 'kysely';

/**
 * Limits of the house's exposure.
 *
 * - exposure_limits: of an instrument (by its code) or a currency. A removed limit keeps its row and its version, so that
 *   a stale form cannot restore it. alarm_since: null while no alarm is on.
 * - exposure_events: alarms as they began and ended, for receivers outside. The newest 10,000 are kept.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table exposure_limits (
    id bigint generated always as identity primary key,
    scope text not null check (scope in ('instrument', 'currency')),
    name text not null,
    -- Micro-dollars of the absolute net; null for none.
    limit_usd bigint check (limit_usd > 0),
    version integer not null,
    alarm_since timestamptz,
    mailed_at timestamptz,
    unique (scope, name)
  )`.execute(db);
  await sql`create table exposure_events (
    id bigint generated always as identity primary key,
    at timestamptz not null,
    -- JSON of ExposureEvent.
    body text not null
  )`.execute(db);
}

/** Reverts `up`. */
export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table exposure_events`.execute(db);
  await sql`drop table exposure_limits`.execute(db);
}
