import { type Kysely, sql } from 'kysely';

/**
 * Live sources of prices.
 *
 * - orders and markets name the source of their quotes, null for those of before and of a market that is not live.
 * - candles.basis tells how a bar of a source's past was built: 1 from mid prices, 2 from trades, null from quotes.
 * - instrument_symbols: an instrument's symbol at a source. An empty one is staff's: the instrument does not use the
 *   source, although the reference data has a symbol.
 */
const UP = [
  sql`alter table orders add column open_quote_source text, add column close_quote_source text`,
  sql`alter table markets add column source text`,
  sql`alter table candles add column basis smallint check (basis in (1, 2))`,
  sql`create table instrument_symbols (
    instrument integer not null references instruments (id),
    source text not null check (source in ('oanda', 'binance', 'kraken', 'coinbase', 'dxlink')),
    symbol text not null check (length(symbol) <= 40),
    primary key (instrument, source)
  )`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of UP) await statement.execute(db);
}

/** Reverts `up`. */
export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table instrument_symbols`.execute(db);
  await sql`alter table candles drop column basis`.execute(db);
  await sql`alter table markets drop column source`.execute(db);
  await sql`alter table orders drop column open_quote_source, drop column close_quote_source`.execute(db);
}
