import { type Kysely, sql } from 'kysely';

/**
 * Trailing stops.
 *
 * - orders.trailing_distance: the distance at which the stop-loss follows the closing price, in the instrument's price scale;
 *   null for none. Each move of the stop is a row of the journal, and changes stop_loss.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table orders add column trailing_distance bigint`.execute(db);
}

/** Reverts `up`. */
export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table orders drop column trailing_distance`.execute(db);
}
