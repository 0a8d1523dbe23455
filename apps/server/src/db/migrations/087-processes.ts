import { type Kysely, sql } from 'kysely';

/** The processes of an installation, each of which renews its row every second. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table processes (
    id bigint primary key generated always as identity,
    name text not null,
    roles text[] not null,
    url text not null,
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
