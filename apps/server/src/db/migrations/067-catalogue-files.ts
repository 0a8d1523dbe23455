import { type Kysely, sql } from 'kysely';

/** Uploaded files of the catalogue: their rows as read, JSON. The newest 50 are kept, and those that a proposal waits for. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table catalogue_files (
    id bigint generated always as identity primary key,
    at timestamptz not null default now(),
    rows text not null
  )`.execute(db);
}

/** Reverts `up`. */
export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table catalogue_files`.execute(db);
}
