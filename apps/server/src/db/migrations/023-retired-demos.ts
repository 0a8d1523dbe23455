import { type Kysely, sql } from 'kysely';

/** Demo users who were away for too long are retired. The index has the others, for the job that looks for them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table users add column retired_at timestamptz`.execute(db);
  await sql`create index users_demo_in_use on users (id) where kind = 'demo' and retired_at is null`.execute(db);
}

/** Reverts `up`. */
export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop index users_demo_in_use`.execute(db);
  await sql`alter table users drop column retired_at`.execute(db);
}
