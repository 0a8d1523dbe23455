import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DAY_MS } from '@fairlot/domain';
import { type Database, openDatabase } from '../../apps/server/src/db/database.ts';
import { readTransfers } from '../../apps/server/src/features/ledger/queries.ts';
import { readHouseResult } from '../../apps/server/src/features/office/dashboards/house-result-queries.ts';
import { UserStaffQueries } from '../../apps/server/src/features/office/users/queries.ts';
import { readTimeline } from '../../apps/server/src/features/office/users/timeline-queries.ts';
import { OrderQueries } from '../../apps/server/src/features/orders/queries.ts';
import { Records } from '../../apps/server/src/features/ranking/records.ts';
import { readBooks } from '../../apps/server/src/features/statement/books.ts';
import { MovementRecords } from '../../apps/server/src/features/statement/movements.ts';
import { TradeRecords } from '../../apps/server/src/features/statement/trades.ts';
import { OrderDays } from '../../apps/server/src/trading/days/order-days.ts';
import { TRANSFER_SUMS } from '../../apps/server/src/trading/days/transfer-sums.ts';
import { fillRecords, journalAt } from '../../apps/server/tests/support/many-records.ts';
import { NaiveReads } from '../../apps/server/tests/support/naive-reads.ts';
import { log } from './orders/host.ts';
import { report } from './report.ts';

const DAYS = 730;
const ORDERS = 3_300_000;
const USERS = 300_000;
const ACCOUNT = 1;
const PAGE = 20;
/** Rounds of a read of the server, and of its slower baseline. */
const [ROUNDS, BASE_ROUNDS] = [5, 1];
/** Transfers that the running server leaves unsummed. */
const UNSUMMED = 900;

/** A read: of the server, and the plain query for the same. Both return what must agree. */
interface Read {
  readonly now: () => Promise<unknown>;
  readonly before: () => Promise<unknown>;
}

/** Measures lists and reports over ten million transfers, each next to the query that reads all records. */
export async function run(): Promise<unknown> {
  const folder = mkdtempSync(join(tmpdir(), 'fairlot-bench-reads-'));
  const database = await openDatabase({ dataFolder: folder, role: 'owner', log });
  try {
    const first = Math.floor(Date.now() / DAY_MS) * DAY_MS - DAYS * DAY_MS;
    const fillMs = await once(() => fill(database, first));
    const summingMs = await once(() => sumAll(database, first));
    const reads: Record<string, unknown> = {};
    for (const [name, read] of Object.entries(readsOf(database, first, await sizes(database))))
      reads[name] = await measured(name, read);
    const [counts] = await new NaiveReads(database.pool).query(
      'select count(*)::int as transfers, count(*) filter (where account = 1)::int as own, count(*) filter (where account = 1 and kind = 9)::int as resets from transfers',
      [],
    );
    const figures = { fillMs, summingMs, reads };
    report('reads', { ...counts, orders: ORDERS, users: USERS, days: DAYS, medianOf: ROUNDS }, figures);
    return figures;
  } finally {
    await database.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Fills the tables without their secondary indexes and creates these afterwards, which takes a fraction of the time. */
async function fill({ pool }: Database, first: number): Promise<void> {
  const indexes = await pool.query<{ indexname: string; indexdef: string }>(
    `select indexname, indexdef from pg_indexes where tablename in ('orders', 'transfers_first') and indexname not like '%pkey'`,
  );
  for (const { indexname } of indexes.rows) await pool.query(`drop index ${indexname}`);
  await fillRecords(pool, { orders: ORDERS, accounts: 1000, days: DAYS, first, own: 10, resetEvery: 6600 });
  for (const { indexdef } of indexes.rows) await pool.query(indexdef);
  await pool.query(
    `insert into users (kind, email, password_hash, invite_code) select 'real', 'person' || n || '@mail' || n % 1000 || '.example', 'x', n::text from generate_series(1, $1::int) n`,
    [USERS],
  );
  await pool.query('vacuum analyze');
}

/** Sums all days as the running server does over time. */
async function sumAll({ pool, kysely }: Database, first: number): Promise<void> {
  const { rows } = await pool.query<{ last: bigint }>('select max(id) as last from transfers');
  const upTo = (rows[0]?.last ?? 0n) - BigInt(UNSUMMED);
  for (const sums of TRANSFER_SUMS) {
    await sums.add({ shard: 0, after: 0n, upTo }).execute(kysely);
    await kysely.insertInto(sums.mark).values({ shard: 0, id: upTo }).execute();
  }
  await journalAt(pool, 2, first + DAYS * DAY_MS);
  await new OrderDays({ db: kysely, log }).catchUp();
  await pool.query('vacuum analyze');
}

interface Sizes {
  readonly ended: number;
  readonly moved: number;
}

async function sizes({ pool }: Database): Promise<Sizes> {
  const naive = new NaiveReads(pool);
  const [history, transfers] = [await naive.history(ACCOUNT, 0, 1), await naive.transfers(ACCOUNT, 0, 1)];
  return { ended: Number(history.total), moved: Number(transfers.total) };
}

function readsOf({ pool, kysely }: Database, first: number, { ended, moved }: Sizes): Readonly<Record<string, Read>> {
  const naive = new NaiveReads(pool);
  const orders = new OrderQueries(kysely);
  const records = new Records(kysely);
  const trades = new TradeRecords(kysely);
  const movements = new MovementRecords(kysely);
  const year = { from: first + (DAYS - 365) * DAY_MS, to: first + DAYS * DAY_MS };
  const since = first + (DAYS - 21) * DAY_MS + 12_345;
  const history = (page: number): Read => ({
    now: async () => {
      const [{ total, orders: rows }, realised] = await Promise.all([
        orders.page(ACCOUNT, 'history', page, PAGE),
        orders.realised(ACCOUNT),
      ]);
      return { total: BigInt(total), realised, ids: rows.map(({ id }) => BigInt(id)) };
    },
    before: () => naive.history(ACCOUNT, (page - 1) * PAGE, PAGE),
  });
  const ledger = (offset: number): Read => ({
    now: async () => {
      const { total, rows } = await readTransfers(kysely, ACCOUNT, offset, PAGE);
      return { total: BigInt(total), ids: rows.map(({ id }) => id) };
    },
    before: () => naive.transfers(ACCOUNT, offset, PAGE),
  });
  return {
    historyFirstPage: history(1),
    historyLastPage: history(Math.ceil(ended / PAGE)),
    ledgerFirstPage: ledger(0),
    ledgerMiddlePage: ledger(Math.floor(moved / 2)),
    ledgerLastPage: ledger(moved - PAGE),
    statementOfAYear: {
      now: async () => {
        await readBooks(kysely, ACCOUNT, year);
        await movements.sums(ACCOUNT, year, {});
        await movements.page(ACCOUNT, year, {}, { offset: 0, limit: PAGE });
        await trades.page(ACCOUNT, year, {}, { offset: 0, limit: PAGE });
        return trades.byInstrument(ACCOUNT, year, {});
      },
      before: () => naive.byInstrument(ACCOUNT, year),
    },
    houseResultOf20Days: {
      now: async () => (await readHouseResult(kysely, { accounts: 'real' }, { offset: 0, limit: 20 })).list.length,
      before: async () => {
        const span = { from: first + (DAYS - 20) * DAY_MS, to: first + DAYS * DAY_MS };
        return new Set((await naive.house('real', span)).map(({ day }) => day)).size;
      },
    },
    timelineFirstPage: {
      now: async () =>
        (await readTimeline(kysely, { user: ACCOUNT, kind: undefined, reasons: true }, { offset: 0, limit: PAGE }))
          .total,
      before: async () => Number((await naive.timeline(ACCOUNT, undefined, 0, PAGE)).total),
    },
    rankingOfOneAccount: {
      now: async () => {
        const operations = await records.operations(ACCOUNT, 100_000);
        const { recent, volumes } = await records.trades(ACCOUNT, since);
        const { money } = await records.holdings(ACCOUNT, since);
        return [operations?.map(({ before }) => before), recent, volumes, money];
      },
      before: async () => {
        const operations = await naive.operations(ACCOUNT);
        const recent = await naive.recent(ACCOUNT, since);
        const volumes = await naive.volumes(ACCOUNT);
        return [operations.map(({ before }) => before), recent, volumes, await naive.money(ACCOUNT, since)];
      },
    },
    userSearch: {
      now: async () => {
        const queries = new UserStaffQueries(kysely, () => []);
        const rights = { money: false, documents: false };
        const { rows, total } = await queries.page({ q: 'son4711@' }, rights, { offset: 0, limit: PAGE });
        return [total, rows.map(({ id }) => id)];
      },
      // The expression keeps the index from being used.
      before: async () => {
        const rows = await naive.query<{ id: bigint }>(
          `select id from users where email || '' like '%son4711@%' or mobile || '' like '%son4711@%' order by id desc limit 20`,
          [],
        );
        await naive.query(
          `select count(*) from users where email || '' like '%son4711@%' or mobile || '' like '%son4711@%'`,
          [],
        );
        return [rows.length, rows.map(({ id }) => id)];
      },
    },
  };
}

/** Medians in milliseconds. Throws when the read and its baseline disagree. */
async function measured(name: string, { now, before }: Read): Promise<{ nowMs: number; beforeMs: number }> {
  const [have, want] = [text(await now()), text(await before())];
  if (have !== want) throw new Error(`${name} differs from its baseline: ${have} instead of ${want}`);
  return { nowMs: await median(ROUNDS, now), beforeMs: await median(BASE_ROUNDS, before) };
}

function text(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) => (typeof part === 'bigint' ? String(part) : part));
}

async function median(rounds: number, work: () => Promise<unknown>): Promise<number> {
  const all: number[] = [];
  for (let round = 0; round < rounds; round += 1) all.push(await once(work));
  return all.sort((left, right) => left - right)[Math.floor(rounds / 2)] ?? Number.NaN;
}

async function once(work: () => Promise<unknown>): Promise<number> {
  const begin = performance.now();
  await work();
  return Number((performance.now() - begin).toFixed(1));
}

if (process.argv[1]?.includes('bench-src-reads')) await run();
