import { type Kysely, sql } from 'kysely';

const TABLES = [
  // Decided deposits, withdrawals and corrections that could not be completed. kind is the name of the record's table.
  sql`create table stuck_records (
    kind text not null check (kind in ('deposits', 'withdrawals', 'adjustments')),
    id bigint not null,
    -- The engine's reason, or internal.
    reason text not null,
    since timestamptz not null default now(),
    tries integer not null default 1,
    next_try_at timestamptz not null,
    primary key (kind, id)
  )`,
  sql`create index stuck_records_due on stuck_records (kind, next_try_at)`,
  // Ended orders by UTC day of market time, for days that are over. Money is micro-dollars, lots have scale 4.
  sql`create table order_days (
    account bigint not null,
    -- Days since 1970.
    day integer not null,
    instrument integer not null,
    side text not null,
    leverage integer not null,
    status text not null,
    orders bigint not null,
    -- Those that were pending first, and those that became positions.
    placed bigint not null,
    opened bigint not null,
    -- Those whose result after fee and swaps is above zero.
    wins bigint not null,
    lots bigint not null,
    profit bigint not null,
    gross_profit bigint not null,
    gross_loss bigint not null,
    fee bigint not null,
    swap bigint not null,
    primary key (account, day, instrument, side, leverage, status)
  )`,
  // day is the first one that is not summed.
  sql`create table order_days_through (shard smallint primary key, day integer not null)`,
  // Results, fees and swaps that were booked on a day, by the instrument and side of their positions.
  sql`create table trade_days (
    account bigint not null,
    day integer not null,
    instrument integer not null,
    side text not null,
    profit bigint not null,
    fees bigint not null,
    swaps bigint not null,
    primary key (account, day, instrument, side)
  )`,
  sql`create table trade_days_through (shard smallint primary key, id bigint not null)`,
  // Transfers between clients of a kind and each house account, with the house's sign.
  sql`create table house_days (
    shard smallint not null,
    day integer not null,
    accounts text not null,
    house smallint not null,
    total bigint not null,
    primary key (shard, day, accounts, house)
  )`,
  sql`create table house_days_through (shard smallint primary key, id bigint not null)`,
];

/** The running server fills the sums in the background. An index on a long table delays the start by some seconds. */
const INDEXES = [
  // The job that sums orders by day. Times follow the order on disk, so a BRIN index stays small.
  sql`create index orders_ended_time on orders using brin (ended_at) with (pages_per_range = 32)`,
  // The timeline of a user.
  sql`create index orders_placed on orders (account, created_at) where kind <> 'market'`,
  sql`create index orders_cancelled on orders (account, ended_at, id) where ended_at is not null and opened_at is null`,
  sql`create index sessions_ended on sessions (user_id, ended_at) where ended_at is not null`,
  // The few transfers by which money enters or leaves an account; the ranking reads them.
  sql`create index transfers_operations on transfers (account, id) where kind in (1, 2, 3, 9, 10, 11)`,
  sql`create index users_of_kind on users (kind, id)`,
];

/**
 * Searches for a part of an address need the extension pg_trgm, which comes with PostgreSQL and which the owner of a
 * database may create. Without it they read the whole table, within the time limit of a read.
 */
const SEARCH = sql`do $$ begin
  if exists (select from pg_available_extensions where name = 'pg_trgm') then
    create extension if not exists pg_trgm;
    create index users_email_part on users using gin (email gin_trgm_ops);
    create index users_mobile_part on users using gin (mobile gin_trgm_ops);
  end if;
exception when insufficient_privilege then
  raise notice 'pg_trgm could not be created; searches for a part of an address read all users';
end $$`;

/** Creates what keeps the cost of a read in proportion to its result. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [...TABLES, ...INDEXES, SEARCH]) await statement.execute(db);
}

/** Reverts `up`. The extension stays. */
export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop index if exists users_email_part, users_mobile_part`.execute(db);
  await sql`drop index orders_ended_time, orders_placed, orders_cancelled, sessions_ended, transfers_operations, users_of_kind`.execute(
    db,
  );
  await sql`drop table stuck_records, order_days, order_days_through, trade_days, trade_days_through, house_days, house_days_through`.execute(
    db,
  );
}
