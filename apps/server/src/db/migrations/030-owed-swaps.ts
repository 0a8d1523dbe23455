import { type Kysely, sql } from 'kysely';

/**
 * A rollover has a row from its beginning (its swaps are owed) and is done when every account was charged. Accounts
 * remember the last rollover that they paid for. Rows from before were written when their rollover was done.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table swap_runs
    add column weekday smallint,
    add column done boolean not null default true,
    add constraint swap_runs_weekday check (done or weekday is not null)`.execute(db);
  await sql`alter table accounts add column swap_through bigint not null default 0`.execute(db);
}
