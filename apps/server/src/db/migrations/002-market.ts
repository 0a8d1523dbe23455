import { type Kysely, sql } from 'kysely';

/**
 * The instruments with their terms, and the bars of their charts. Scales are those of the domain: prices and rates 8
 * decimals, lots 4. The first start inserts the reference data; afterwards the rows belong to the operator.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table categories (
      id integer primary key,
      slug text not null unique
    )`.execute(db);
  await sql`
    create table instruments (
      id integer primary key check (id > 0),
      code text not null unique check (code ~ '^[A-Z0-9]{2,16}$'),
      display_code text not null,
      base_currency text not null,
      quote_currency text not null,
      category_id integer not null references categories (id),
      logo text not null,
      calendar text not null,
      price_precision smallint not null check (price_precision between 0 and 8),
      lot_step bigint not null check (lot_step > 0),
      min_lots bigint not null check (min_lots > 0),
      max_lots bigint not null check (max_lots >= min_lots),
      units_per_lot bigint not null check (units_per_lot > 0),
      margin_mode text not null check (margin_mode in ('fixed', 'leveraged')),
      leverages integer[] not null,
      fee_rate bigint not null check (fee_rate >= 0),
      swap_mode text not null check (swap_mode in ('points', 'annualPercent')),
      swap_long bigint not null,
      swap_short bigint not null,
      swap_triple_weekday smallint not null check (swap_triple_weekday between 0 and 6),
      conversion_instrument integer references instruments (id),
      conversion_inverse boolean not null,
      stale_after_ms integer not null check (stale_after_ms > 0),
      check ((quote_currency = 'USD') = (conversion_instrument is null))
    )`.execute(db);
  await sql`
    create table market_runs (
      -- 1 simulated, 2 replay, 3 live: the bars of different sources are never mixed.
      source smallint primary key,
      -- Number of starts; the high part of every quote's sequence number.
      epoch integer not null
    )`.execute(db);
  // Rows of forming bars are updated every second. Free space in the page allows updates without a new index entry.
  await sql`
    create table candles (
      source smallint not null,
      instrument integer not null references instruments (id),
      -- Length in minutes.
      period smallint not null,
      -- Start, epoch milliseconds.
      time bigint not null,
      bid_open bigint not null, bid_high bigint not null, bid_low bigint not null, bid_close bigint not null,
      ask_open bigint not null, ask_high bigint not null, ask_low bigint not null, ask_close bigint not null,
      volume integer not null,
      primary key (source, instrument, period, time)
    ) with (fillfactor = 85)`.execute(db);
}

/** Reverts `up` while nothing else refers to these tables. */
export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table candles, market_runs, instruments, categories`.execute(db);
}
