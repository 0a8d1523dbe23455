import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/**
 * Transfers of an account summed by day of UTC and kind, so that what an account had on a day need not be added up from its
 * first transfer on. Only the transfers up to `through` are in the sums; those behind it are read one by one. The sums are
 * made while the server runs, from the beginning of the ledger on: an installation with a long one starts as fast as before.
 */
const TABLES = [
  sql`create table transfer_days (
    account bigint not null,
    -- Days since 1970.
    day integer not null,
    kind smallint not null,
    -- What the transfers did to all books of the account together, and to its cash; micro-dollars.
    total bigint not null,
    available bigint not null,
    transfers bigint not null check (transfers > 0),
    first_id bigint not null,
    last_id bigint not null,
    last_time bigint not null,
    primary key (account, day, kind)
  )`,
  sql`create table transfer_days_through (shard smallint primary key, id bigint not null)`,
];

/** Creates the sums, empty. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of TABLES) await table.execute(db);
}

/** Undoes `up`. */
export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table transfer_days, transfer_days_through`.execute(db);
}
