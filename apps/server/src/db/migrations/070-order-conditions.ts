import { type Kysely, sql } from 'kysely';

/**
 * Conditions of pending orders.
 *
 * - orders.limit_price: the limit of a stop-limit order, at which it waits when its stop is reached beyond it. It stays
 *   when the order has become a limit or a position. Null for other orders.
 * - orders.oco_order: the other order of a linked pair; of the two, the first that is reached ends the other. It stays
 *   after the end of either.
 * - orders.expires_at: market time at which a pending order ends. Null for good till cancelled, and from its fill on.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table orders add column limit_price bigint, add column oco_order bigint, add column expires_at bigint`.execute(
    db,
  );
}

/** Reverts `up`. */
export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table orders drop column limit_price, drop column oco_order, drop column expires_at`.execute(db);
}
