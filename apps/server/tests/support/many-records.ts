import type { Pool } from 'pg';
import { DAY_MS } from '@fairlot/domain';

/** A ledger of many orders and transfers, made by the database from numbers alone. */
export interface ManyRecords {
  readonly orders: number;
  readonly accounts: number;
  readonly days: number;
  /** Midnight of the first day. */
  readonly first: number;
  /** The share of orders of account 1: every `own`-th order. */
  readonly own: number;
  /** Account 1 gets demo money anew at every `resetEvery`-th order. */
  readonly resetEvery: number;
}

/**
 * Fills the empty tables: per order a fee, a result and a swap; per 50th a deposit with its worth; resets of account 1.
 * Even accounts are real ones. Orders end in the order of their numbers; some are still alive.
 */
export async function fillRecords(
  pool: Pool,
  { orders, accounts, days, first, own, resetEvery }: ManyRecords,
): Promise<void> {
  const length = days * DAY_MS;
  await pool.query(
    `insert into accounts (id, shard, kind, cash, order_reserve, withdrawal_hold, opened_at)
    select n, 0, case when n % 2 = 0 then 'real' else 'demo' end, 0, 0, 0, $1 from generate_series(1, $2::integer) n`,
    [first, accounts],
  );
  await pool.query(
    `insert into orders (id, shard, account, instrument, side, kind, status, lots, leverage, margin, fee, swap, created_at, opened_at, ended_at, price, close_price, profit, reason)
    select n, 0, account, 1 + n % 5, case when n % 3 = 0 then 'sell' else 'buy' end, case when n % 4 = 0 then 'limit' else 'market' end,
      case when n % 16 = 8 then 'cancelled' when alive then case when n % 4 = 0 then 'pending' else 'open' end else 'closed' end,
      1000 + n * 7919::bigint % 90000, case when n % 2 = 0 then 50 else 100 end, 1000000, 1 + n % 300000, (n * 31::bigint) % 2001 - 1000,
      created, case when n % 16 = 8 or (alive and n % 4 = 0) then null else created + 400 end, case when alive and n % 16 <> 8 then null else created + 60000 * (1 + n % 900) end,
      110000000, 110100000, case when n % 16 = 8 or alive then null else (n * 104729::bigint) % 2000003 - 1000001 end, case when n % 16 = 8 then 'byUser' else 'byUser' end
    from (select n, case when n % $4::bigint = 0 then 1 else 2 + n % ($2::bigint - 1) end as account, $1::bigint + (n * $3::bigint / ($5::bigint + 1)) as created, n > $5::bigint - 40 as alive
      from generate_series(1, $5::bigint) n) each`,
    [first, accounts, length, own, orders],
  );
  await pool.query(
    `insert into transfers (shard, id, seq, time, kind, account, debit_account, debit_book, credit_account, credit_book, amount, reference, worth)
    select 0, row_number() over (order by time, n, part), n, time, kind, account,
      case when gain then house else account end, 'cash', case when gain then account else house end, 'cash', amount, reference, worth
    from (
      select n, part, o.account, o.created_at as time, 1 + (n * 7919::bigint + part) % 1000003 as amount,
        case part when 1 then 4 when 2 then 5 when 3 then 8 when 4 then 1 else 9 end as kind,
        part >= 4 or (part = 2 and n % 2 = 0) or (part = 3 and n % 7 = 0) as gain,
        case part when 1 then -2 when 2 then -1 when 3 then -3 when 4 then -5 else -7 end as house,
        case when part <= 3 then n end as reference, case when part = 4 then 1000 + n end as worth
      from orders o, lateral (select o.id as n) numbered, generate_series(1, 5) part
      where part <= 3 or (part = 4 and n % 50 = 0) or (part = 5 and account = 1 and n % ($1::bigint * $2::bigint) = 0)) each`,
    [own, resetEvery],
  );
  await pool.query(
    `update accounts a set cash = s.cash from (
      select account, sum(case when credit_account = account then amount else -amount end) as cash from transfers group by 1) s where s.account = a.id`,
  );
  await pool.query(`insert into lease (shard, epoch, seq, holder, acquired_at) values (0, 1, 1, 'filler', now())`);
  await journalAt(pool, 1, first + length);
}

/** Adds a row to the journal at a market time; the sums of orders go up to the day before. */
export async function journalAt(pool: Pool, seq: number, time: number): Promise<void> {
  const row = {
    shard: 0,
    seq,
    epoch: 1,
    time,
    rules: 1,
    command: '{}',
    markets: '{}',
    outcome: '{}',
    events: '[]',
    hash: '\\x00',
  };
  await pool.query('insert into journal select * from jsonb_populate_record(null::journal, $1)', [row]);
}
