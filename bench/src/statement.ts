import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DAY_MS } from '@fairlot/domain';
import { type Database, openDatabase } from '../../apps/server/src/db/database.ts';
import { readBooks } from '../../apps/server/src/features/statement/books.ts';
import { Holdings } from '../../apps/server/src/features/statement/holdings.ts';
import { MovementRecords } from '../../apps/server/src/features/statement/movements.ts';
import { TransferDays } from '../../apps/server/src/trading/days/transfer-days.ts';
import { log } from './orders/host.ts';
import { report } from './report.ts';

const TRANSFERS = 1_000_000;
const DAYS = 1000;
const ACCOUNT = 1;
const ROUNDS = 5;

/** A million transfers of one account over a thousand days, and as many of other accounts. */
const FILL = `insert into transfers (shard, id, seq, time, kind, account, debit_account, debit_book, credit_account, credit_book, amount)
  select 0, n, n, $1::bigint + n * ${DAYS}::bigint * ${DAY_MS} / ${2 * TRANSFERS}, case n % 6 when 0 then 4 when 2 then 5 else 6 end, who,
    case n % 6 when 0 then who when 2 then -1 else who end, 'cash', case n % 6 when 0 then -1 else who end, case n % 6 when 0 then 'cash' when 2 then 'cash' else 'orderReserve' end, 1 + (n * 7919::bigint) % 1000003
  from (select n, case when n % 2 = 0 then ${ACCOUNT} else 2 + n % 1000 end as who from generate_series(1, ${2 * TRANSFERS}) n) each`;

/** Baseline: one query that sums all transfers of the account by kind, with the same result as readBooks. */
const PLAIN = `select case when time < $2 then 'before' when time < $3 then 'within' else 'after' end as part, kind,
    sum(case when credit_account = account then amount else 0 end - case when debit_account = account then amount else 0 end) as total,
    sum(case when credit_account = account and credit_book = 'cash' then amount else 0 end - case when debit_account = account and debit_book = 'cash' then amount else 0 end) as available
  from transfers where account = $1 group by 1, 2`;

/** Measures a statement of a long history, with and without daily sums, against the baseline. */
export async function run(): Promise<unknown> {
  const folder = mkdtempSync(join(tmpdir(), 'fairlot-bench-statement-'));
  const database = await openDatabase({ dataFolder: folder, role: 'owner', log });
  try {
    const first = Math.floor(Date.now() / DAY_MS) * DAY_MS - DAYS * DAY_MS;
    await fill(database, first);
    const spans = {
      day: days(first, DAYS - 1, 1),
      month: days(first, 500, 30),
      year: days(first, DAYS - 365, 365),
      all: days(first, 0, DAYS),
    };
    const plain = await timed(() => database.pool.query(PLAIN, [ACCOUNT, spans.month.from, spans.month.to]));
    const before = await allOf(database, spans);
    const summing = performance.now();
    await new TransferDays({ db: database.kysely, log }).catchUp(1);
    const summedMs = Math.round(performance.now() - summing);
    await database.pool.query('vacuum analyze transfer_days');
    const after = await allOf(database, spans);
    const figures = {
      addingUpMs: plain,
      withoutSumsMs: before,
      withSumsMs: after,
      summingAllOnceMs: summedMs,
      plan: await plan(database),
    };
    report(
      'statement',
      { transfersOfTheAccount: TRANSFERS, transfersInAll: 2 * TRANSFERS, days: DAYS, medianOf: ROUNDS },
      figures,
    );
    return figures;
  } finally {
    await database.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

type Span = { readonly from: number; readonly to: number };

function days(first: number, from: number, count: number): Span {
  return { from: first + from * DAY_MS, to: first + (from + count) * DAY_MS };
}

async function fill(database: Database, first: number): Promise<void> {
  await database.pool.query(FILL, [first]);
  await database.pool.query(
    `insert into accounts (id, shard, kind, cash, order_reserve, withdrawal_hold, opened_at)
    select account, 0, 'demo', sum(case when credit_account = account and credit_book = 'cash' then amount else 0 end - case when debit_account = account then amount else 0 end),
      sum(case when credit_book = 'orderReserve' then amount else 0 end), 0, $1 from transfers group by account`,
    [first],
  );
  await database.pool.query('vacuum analyze');
}

/** Times all reads of transfers by a statement: books, equity curve, and a page of movements with their sums. */
async function allOf(database: Database, spans: Readonly<Record<string, Span>>): Promise<Record<string, number>> {
  const holdings = new Holdings(database.kysely);
  const movements = new MovementRecords(database.kysely);
  const results: Record<string, number> = {};
  for (const [name, span] of Object.entries(spans)) {
    const marks = Array.from(
      { length: Math.min(366, (span.to - span.from) / DAY_MS) },
      (_, index) => span.from + index * DAY_MS,
    );
    results[name] = await timed(async () => {
      const books = await readBooks(database.kysely, ACCOUNT, span);
      await holdings.balances(ACCOUNT, span, books.opening.total, 400);
      await holdings.moneyAt(ACCOUNT, marks, false);
      await movements.sums(ACCOUNT, span, {});
      await movements.page(ACCOUNT, span, {}, { offset: 0, limit: 20 });
    });
  }
  return results;
}

/** Median of ROUNDS rounds in milliseconds. */
async function timed(work: () => Promise<unknown>): Promise<number> {
  const all: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const begin = performance.now();
    await work();
    all.push(performance.now() - begin);
  }
  return Number((all.sort((left, right) => left - right)[Math.floor(ROUNDS / 2)] ?? Number.NaN).toFixed(1));
}

/** PostgreSQL's query plans of the baseline and of a read with daily sums. */
async function plan(database: Database): Promise<Record<string, readonly string[]>> {
  const explain = async (text: string, values: readonly unknown[]): Promise<readonly string[]> =>
    (
      await database.pool.query<Record<string, string>>(`explain (analyze, buffers, costs off) ${text}`, [...values])
    ).rows.map((row) => row['QUERY PLAN'] ?? '');
  const sums = `select m.kind, sum(m.total) from (
      select d.kind, d.total from transfer_days d where d.account = $1
      union all select t.kind, t.amount from transfers t where t.account = $1 and t.id > (select d.id from transfer_days_through d where d.shard = 0)) m group by 1`;
  return { addingUp: await explain(PLAIN, [ACCOUNT, 0, 0]), withSums: await explain(sums, [ACCOUNT]) };
}

if (process.argv[1]?.includes('bench-src-statement')) await run();
