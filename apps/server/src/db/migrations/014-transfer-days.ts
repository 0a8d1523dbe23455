import { type Kysely, sql } from 'kysely';

/**
 * Sums of each account's transfers by UTC day and kind, so that the balance of a day needs no sum over all transfers.
 * The sums contain the transfers up to `id` in transfer_days_through; later ones are read one by one. The running
 * server builds the sums in the background, so a long ledger does not delay the start.
 */
const TABLES = [
  sql`create table transfer_days (
    account bigint not null,
    -- Days since 1970.
    day integer not null,
    kind smallint not null,
    -- Change of all books of the account together, and of its cash; micro-dollars.
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

/** Reverts `up`. */
export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table transfer_days, transfer_days_through`.execute(db);
}
