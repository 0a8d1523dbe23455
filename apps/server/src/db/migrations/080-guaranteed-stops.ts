import { type Kysely, sql } from 'kysely';

/**
 * Guaranteed stops.
 *
 * - orders.guarantee_premium: the agreed premium of a guaranteed stop-loss as a distance in the instrument's price scale;
 *   null for a plain one.
 * - orders.guarantee: the price and the money of a guarantee that set the price of the close, as text of scaled integers;
 *   null for none.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table orders add column guarantee_premium bigint, add column guarantee jsonb`.execute(db);
}

/** Reverts `up`. */
export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table orders drop column guarantee_premium, drop column guarantee`.execute(db);
}
