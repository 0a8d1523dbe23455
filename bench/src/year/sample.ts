import { DAY_MS } from '@fairlot/domain';
import { readTransfers } from '../../../apps/server/src/features/ledger/queries.ts';
import { OrderQueries } from '../../../apps/server/src/features/orders/queries.ts';
import { OrderStaffQueries } from '../../../apps/server/src/features/orders/staff/queries.ts';
import { readBooks } from '../../../apps/server/src/features/statement/books.ts';
import { MovementRecords } from '../../../apps/server/src/features/statement/movements.ts';
import { TradeRecords } from '../../../apps/server/src/features/statement/trades.ts';
import { findOutcome } from '../../../apps/server/src/trading/journal/find-outcomes.ts';
import { countMaps, heapBytes } from '../memory/maps.ts';
import { Latencies } from '../report.ts';
import { ownCpu, sessionCpu } from '../session-cpu.ts';
import type { House } from './house.ts';
import type { Traders } from './traders.ts';

const PAGE = 20;
/** Accounts whose pages are read: medians of the time, means of the processor time, which other work disturbs less. */
const READERS = 100;
const MEASURED_MS = 4000;

/** Figures of one moment of the year. */
export type Sample = Readonly<Record<string, number>>;

/** The cost of a command: processor time, and the time of the answer. */
export async function orderCost(house: House, traders: Traders): Promise<Sample> {
  const { pool } = house.database;
  await pool.query('checkpoint');
  await traders.trade(house, MEASURED_MS / 4);
  const latencies = new Latencies();
  const before = ownCpu() + (await sessionCpu(pool, 'fairlot journal'));
  const begin = performance.now();
  const commands = await traders.trade(house, MEASURED_MS, (ms) => latencies.add(ms));
  const seconds = (performance.now() - begin) / 1000;
  const cpu = ownCpu() + (await sessionCpu(pool, 'fairlot journal')) - before;
  return {
    commandCpuUs: Math.round((cpu / commands) * 1e6),
    commandP50Ms: latencies.quantile(0.5),
    commandP99Ms: latencies.quantile(0.99),
    commandsPerSecond: Math.round(commands / seconds),
  };
}

/** The cost of the main queries in milliseconds: time of the answer, and processor time of both processes. */
export async function queryCost({ database }: House, accounts: number, now: number): Promise<Sample> {
  const { pool, kysely } = database;
  const orders = new OrderQueries(kysely);
  const staff = new OrderStaffQueries(kysely, () => now);
  const movements = new MovementRecords(kysely);
  const trades = new TradeRecords(kysely);
  const month = { from: now - 30 * DAY_MS, to: now };
  const figures: Record<string, number> = {};
  const measure = async (name: string, read: (account: number) => Promise<unknown>): Promise<void> => {
    const all: number[] = [];
    await read(1);
    const before = ownCpu() + (await sessionCpu(pool, 'fairlot'));
    for (let index = 0; index < READERS; index += 1) {
      const account = 1 + ((index * 7919) % accounts);
      const begin = performance.now();
      await read(account);
      all.push(performance.now() - begin);
    }
    const cpu = ownCpu() + (await sessionCpu(pool, 'fairlot')) - before;
    figures[`${name}Ms`] = Number((all.sort((left, right) => left - right)[Math.floor(READERS / 2)] ?? 0).toFixed(2));
    figures[`${name}CpuMs`] = Number(((cpu / READERS) * 1000).toFixed(2));
  };
  await measure('history', (account) => orders.page(account, 'history', 1, PAGE));
  await measure('ledger', (account) => readTransfers(kysely, account, 0, PAGE));
  await measure('statement', async (account) => {
    await readBooks(kysely, account, month);
    await movements.page(account, month, {}, { offset: 0, limit: PAGE });
    await trades.page(account, month, {}, { offset: 0, limit: PAGE });
  });
  await measure('officeList', () => staff.page({ status: 'closed' }, { offset: 0, limit: PAGE }));
  await measure('unknownKey', (account) =>
    findOutcome(pool, { type: 'cancelOrder', account, key: 'never used', order: 1, time: now }),
  );
  return figures;
}

/** Memory of the process, in MiB and entries of maps. */
export function memory(): Sample {
  const { entries } = countMaps();
  return { heapMiB: mib(heapBytes()), mapEntries: entries };
}

/** Disk in MiB, and rows. */
export async function disk({ database }: House): Promise<Sample> {
  const { rows } = await database.pool.query<Record<string, string>>(SIZES);
  return Object.fromEntries(Object.entries(rows[0] ?? {}).map(([name, value]) => [name, Number(value)]));
}

const SIZES = `select round(pg_database_size(current_database()) / 1048576.0, 1)::text as "diskMiB",
  (select round(sum(pg_total_relation_size(inhrelid)) / 1048576.0, 1)::text from pg_inherits where inhparent = 'journal'::regclass) as "journalMiB",
  (select round(sum(pg_total_relation_size(inhrelid)) / 1048576.0, 1)::text from pg_inherits where inhparent = 'transfers'::regclass) as "transfersMiB",
  round(pg_total_relation_size('orders') / 1048576.0, 1)::text as "ordersMiB",
  (select count(*)::text from pg_inherits where inhparent = 'journal'::regclass) as "partitions",
  (select sum(seq)::text from lease) as "journalRows"`;

function mib(bytes: number): number {
  return Number((bytes / 2 ** 20).toFixed(1));
}

/** Ends all sessions of a house before its start is measured. */
export type Reopen = () => Promise<House>;

/** Milliseconds from nothing to the first committed order. */
export async function startCost(reopen: Reopen): Promise<{ readonly house: House; readonly sample: Sample }> {
  const begin = performance.now();
  const house = await reopen();
  await house.close(1, await house.place(1));
  return { house, sample: { startMs: Math.round(performance.now() - begin) } };
}
