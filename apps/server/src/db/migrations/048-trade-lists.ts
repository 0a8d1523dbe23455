import { type Kysely, sql } from 'kysely';

/**
 * Indexes of the staff's lists of all clients' orders: alive ones by number, ended ones by time. The second also serves
 * the job that sums orders by day, which had an index of its own.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index orders_alive_newest on orders (status, id) where ended_at is null`.execute(db);
  await sql`create index orders_ended_newest on orders (ended_at, id) where ended_at is not null`.execute(db);
  await sql`drop index orders_ended_time`.execute(db);
}

/** Reverts `up`. */
export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`create index orders_ended_time on orders using brin (ended_at) with (pages_per_range = 32)`.execute(db);
  await sql`drop index orders_alive_newest, orders_ended_newest`.execute(db);
}
