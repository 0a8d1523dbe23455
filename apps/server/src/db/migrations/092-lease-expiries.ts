import { type Kysely, sql } from 'kysely';

/**
 * The ends of leases that their holders renew, by the clock of the database. A table of its own, because a batch of the
 * journal locks the row of `lease`, and a renewal must not wait for it. A lease without a row here was taken by the only
 * server of the database and does not end by itself.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table lease_expiries (
    shard smallint primary key,
    epoch bigint not null,
    expires_at timestamptz not null
  )`.execute(db);
}

/** Reverts `up`. */
export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table lease_expiries`.execute(db);
}
