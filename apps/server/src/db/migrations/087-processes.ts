import { type Kysely, sql } from 'kysely';

/**
 * The directory of processes of the installation. Each process renews seen_at every second by the clock of the database.
 * prefers: shards that a process with the role trading should host. state: see ProcessState.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table processes (
    id bigint generated always as identity primary key,
    name text not null,
    roles text[] not null,
    url text,
    version text not null,
    prefers smallint[] not null,
    started_at timestamptz not null,
    seen_at timestamptz not null,
    state jsonb not null
  )`.execute(db);
}

/** Reverts `up`. */
export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table processes`.execute(db);
}
