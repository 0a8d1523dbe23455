import { type Kysely, sql } from 'kysely';

/**
 * The processes that have a role of which an installation has one at a time: the market, and the house. A lease ends by
 * the clock of the database unless its holder renews it; the epoch rises with each holder.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table role_leases (
    role text primary key,
    holder text not null,
    epoch bigint not null,
    expires_at timestamptz not null
  )`.execute(db);
}

/** Reverts `up`. */
export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table role_leases`.execute(db);
}
