import { type Kysely, sql } from 'kysely';

/**
 * Stops and targets on parts of a position.
 *
 * - orders.partial_levels: the partial levels in their canonical order, in the journal's format; null for none. A level
 *   that is reached closes a part, which is an order of its own, and is taken out.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table orders add column partial_levels text`.execute(db);
}

/** Reverts `up`. */
export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table orders drop column partial_levels`.execute(db);
}
