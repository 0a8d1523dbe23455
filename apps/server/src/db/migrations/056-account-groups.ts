import { type Kysely, sql } from 'kysely';

/**
 * Groups of accounts.
 *
 * - account_groups: the terms of each group, by shard; the journal has every change.
 * - accounts.account_group: null for the group of the account's kind.
 * - orders.bid_markup, ask_markup: how much worse than the market's the order's prices are, in the instrument's price
 *   scale; null for none.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table account_groups (
    shard smallint not null,
    id integer not null,
    terms text not null,
    primary key (shard, id)
  )`.execute(db);
  await sql`alter table accounts add column account_group integer`.execute(db);
  await sql`create index accounts_of_group on accounts (account_group) where account_group is not null`.execute(db);
  await sql`alter table orders add column bid_markup bigint, add column ask_markup bigint`.execute(db);
}

/** Reverts `up`. */
export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table orders drop column bid_markup, drop column ask_markup`.execute(db);
  await sql`alter table accounts drop column account_group`.execute(db);
  await sql`drop table account_groups`.execute(db);
}
