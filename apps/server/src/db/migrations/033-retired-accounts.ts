import { type Kysely, sql } from 'kysely';

/**
 * Market time (epoch milliseconds) at which an account was retired. The engine does not load such an account; its
 * transfers and orders stay. The indexes have the accounts in use: for the start of a shard, and for the job that
 * removes accounts of retired users.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table accounts add column retired_at bigint`.execute(db);
  await sql`create index accounts_in_use on accounts (shard, id) where retired_at is null`.execute(db);
  await sql`create index accounts_demo_in_use on accounts (id) where kind = 'demo' and retired_at is null`.execute(db);
}

/** Reverts `up` while no account is retired. */
export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop index accounts_demo_in_use`.execute(db);
  await sql`drop index accounts_in_use`.execute(db);
  await sql`alter table accounts drop column retired_at`.execute(db);
}
