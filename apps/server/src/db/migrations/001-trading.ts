import { type Kysely, sql } from 'kysely';

/**
 * The tables of the trading core. Only the engine's host writes them, in the transaction of the journal rows. Units:
 * money is int8 micro-dollars, prices int8 of scale 8, lots int8 of scale 4, times int8 epoch milliseconds of market
 * time. Shards are numbered from 0.
 */
const TABLES = [
  // The right to write a shard's journal. seq is the journal's last row: a batch must start after it, under the same
  // epoch.
  sql`create table lease (
    shard smallint primary key,
    epoch bigint not null,
    seq bigint not null,
    holder text not null,
    acquired_at timestamptz not null
  ) with (fillfactor = 50)`,
  // command, markets, outcome and events are JSON texts exactly as hashed; cast them to json to query them.
  sql`create table journal (
    shard smallint not null,
    seq bigint not null,
    epoch bigint not null,
    time bigint not null,
    account bigint,
    key text,
    key_print bigint,
    command text not null,
    markets text not null,
    outcome text not null,
    events text not null,
    hash bytea not null,
    primary key (shard, seq),
    check ((key is null) = (key_print is null))
  )`,
  sql`create unique index journal_key on journal (account, key) include (key_print) where key is not null`,
  // House accounts are negative: their index in HOUSE_ACCOUNTS, counted from -1 down. account is the client account of
  // the two.
  sql`create table transfers (
    shard smallint not null,
    id bigint not null,
    seq bigint not null,
    time bigint not null,
    kind smallint not null,
    account bigint not null,
    debit_account bigint not null,
    debit_book text not null,
    credit_account bigint not null,
    credit_book text not null,
    amount bigint not null check (amount > 0),
    reference bigint,
    memo text,
    primary key (shard, id)
  )`,
  sql`create index transfers_account on transfers (account, id)`,
  sql`create table accounts (
    id bigint primary key,
    shard smallint not null,
    kind text not null,
    cash bigint not null,
    order_reserve bigint not null,
    withdrawal_hold bigint not null,
    opened_at bigint not null
  ) with (fillfactor = 70)`,
  sql`create table orders (
    id bigint primary key,
    shard smallint not null,
    account bigint not null,
    instrument integer not null,
    side text not null,
    kind text not null,
    status text not null,
    lots bigint not null,
    leverage integer not null,
    target bigint,
    stop_loss bigint,
    take_profit bigint,
    margin bigint not null,
    fee bigint not null,
    swap bigint not null,
    created_at bigint not null,
    opened_at bigint,
    ended_at bigint,
    price bigint,
    close_price bigint,
    profit bigint,
    reason text,
    open_quote_seq bigint,
    open_quote_time bigint,
    open_quote_bid bigint,
    open_quote_ask bigint,
    close_quote_seq bigint,
    close_quote_time bigint,
    close_quote_bid bigint,
    close_quote_ask bigint,
    conversion_quote jsonb,
    explanation jsonb
  ) with (fillfactor = 80)`,
  sql`create index orders_alive on orders (account, status, id) where ended_at is null`,
  sql`create index orders_ended on orders (account, ended_at, id) where ended_at is not null`,
  sql`create table withdrawals_held (
    id bigint primary key,
    shard smallint not null,
    account bigint not null,
    amount bigint not null,
    fee bigint not null
  )`,
  sql`create table instrument_terms (
    shard smallint not null,
    id integer not null,
    terms text not null,
    primary key (shard, id)
  )`,
  sql`create table markets (
    shard smallint not null,
    instrument integer not null,
    seq bigint not null,
    time bigint not null,
    bid bigint not null,
    ask bigint not null,
    open boolean not null,
    primary key (shard, instrument)
  ) with (fillfactor = 50)`,
  sql`create table trading_rules (shard smallint primary key, rules text not null)`,
  // Rollovers for which every open position was charged. Written after the charges, which are idempotent.
  sql`create table swap_runs (shard smallint not null, rollover bigint not null, primary key (shard, rollover))`,
];

/**
 * Accepts a batch only from the holder of the lease, and only at the end of the journal. Its row lock serialises the
 * writers.
 */
const EXTEND_JOURNAL = sql`create function extend_journal(of_shard smallint, of_epoch bigint, after_seq bigint, to_seq bigint) returns void
  language plpgsql as $$
begin
  update lease set seq = to_seq where shard = of_shard and epoch = of_epoch and seq = after_seq;
  if not found then
    raise exception 'shard % is not held under epoch % at row %', of_shard, of_epoch, after_seq using errcode = 'FL001';
  end if;
end $$`;

/** Creates the tables of the trading core. */
export async function up(db: Kysely<never>): Promise<void> {
  for (const table of TABLES) await table.execute(db);
  await EXTEND_JOURNAL.execute(db);
}
