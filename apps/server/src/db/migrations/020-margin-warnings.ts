import { type Kysely, sql } from 'kysely';

/** Accounts that were warned of a low margin level and have not recovered since. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table margin_warnings (
    user_id bigint primary key references users (id),
    warned_at timestamptz not null
  )`.execute(db);
}

/** Undoes `up`. */
export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table margin_warnings`.execute(db);
}
