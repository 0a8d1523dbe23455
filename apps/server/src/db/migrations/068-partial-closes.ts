import { type Kysely, sql } from 'kysely';

/**
 * Partial closes.
 *
 * - orders.parent_id: the position that a closed part was split off; null for every other order.
 * - split_corrections: for a corrected position that was split, and for its parts, the opening price that stands, the sum
 *   that the house has waived for its lots, and the number of corrections at that time. A later correction of the order
 *   has a greater number.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table orders add column parent_id bigint`.execute(db);
  await sql`create table split_corrections (
    order_id bigint primary key,
    shard smallint not null,
    account bigint not null,
    number smallint not null,
    open_price bigint not null,
    waived bigint not null
  )`.execute(db);
}

/** Reverts `up`. Parts stay as orders of their own. */
export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table split_corrections`.execute(db);
  await sql`alter table orders drop column parent_id`.execute(db);
}
