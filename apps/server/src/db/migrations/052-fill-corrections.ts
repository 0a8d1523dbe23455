import { type Kysely, sql } from 'kysely';

/**
 * Corrections of wrong fills.
 *
 * - fill_corrections: one row per correction, by the order and a number that counts from 1. Prices and money as in orders
 *   and transfers; open_price and close_price are those that stand after it. conversion_quote is JSON of the journal.
 *   Rows are never changed.
 * - trade_days.corrections: sums of the entries of corrections.
 * - desk_deeds: a correction names the fill, its new price in the scale of the instrument, the difference that its author
 *   saw, and whether the position was still open.
 */
const UP = [
  sql`create table fill_corrections (
    shard smallint not null,
    order_id bigint not null,
    number smallint not null,
    time bigint not null,
    account bigint not null,
    fill text not null check (fill in ('open', 'close')),
    from_price bigint not null,
    price bigint not null,
    difference bigint not null,
    amount bigint not null,
    waived bigint not null,
    open_price bigint not null,
    close_price bigint,
    conversion_quote text,
    staff_id bigint not null,
    reason text not null,
    primary key (order_id, number)
  )`,
  sql`create index fill_corrections_of_account on fill_corrections (account)`,
  sql`alter table trade_days add column corrections bigint not null default 0`,
  sql`alter table desk_deeds drop constraint desk_deeds_kind_check,
    add constraint desk_deeds_kind_check check (kind in ('close', 'cancel', 'correct')),
    add column fill text check (fill in ('open', 'close')),
    add column price bigint,
    add column while_open boolean,
    add constraint desk_deeds_correction_check check ((kind = 'correct') = (fill is not null)
      and (kind = 'correct') = (price is not null) and (kind = 'correct') = (while_open is not null))`,
];

/** Creates the records of corrections. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of UP) await statement.execute(db);
}

/** Reverts `up`. Entries of corrections stay in the ledger. */
export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`delete from desk_deeds where kind = 'correct'`.execute(db);
  await sql`alter table desk_deeds drop constraint desk_deeds_correction_check, drop column fill, drop column price,
    drop column while_open, drop constraint desk_deeds_kind_check,
    add constraint desk_deeds_kind_check check (kind in ('close', 'cancel'))`.execute(db);
  await sql`alter table trade_days drop column corrections`.execute(db);
  await sql`drop table fill_corrections`.execute(db);
}
