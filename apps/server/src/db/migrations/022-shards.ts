import { type Kysely, sql } from 'kysely';

/** Every shard holds withdrawals of its own, so the key contains the shard. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await key(db, 'shard, id');
}

/** Reverts `up`. Fails when two shards hold a withdrawal of the same number. */
export async function down(db: Kysely<unknown>): Promise<void> {
  await key(db, 'id');
}

async function key(db: Kysely<unknown>, columns: string): Promise<void> {
  await sql`alter table withdrawals_held drop constraint withdrawals_held_pkey`.execute(db);
  await sql`alter table withdrawals_held add primary key (${sql.raw(columns)})`.execute(db);
}
