import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '../../apps/server/src/db/database.ts';
import type { Database } from '../../apps/server/src/db/database.ts';
import type { TradingHost, TradingShard } from '../../apps/server/src/trading/port.ts';
import { STEADY_SHARE, measureUsualDesign } from './orders/baseline.ts';
import type { SampleRow } from './orders/baseline.ts';
import { ACCOUNTS, log, openHost, place } from './orders/host.ts';
import { closedLoop, openLoop } from './orders/load.ts';
import type { Run } from './orders/load.ts';
import { runMinutes } from './orders/long-run.ts';
import { perOrder, processorTime } from './orders/processor-time.ts';
import { settle } from './orders/settle.ts';
import { report } from './report.ts';

const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 10);
/** Minutes of the long open loop, which replaces the usual runs; none by default. */
const MINUTES = Number(process.env['BENCH_MINUTES'] ?? 0);
const RATE = Number(process.env['BENCH_RATE'] ?? 5000);
/** Open positions of the long open loop: it places orders up to so many, and then closes and places. */
const OPEN_ORDERS = Number(process.env['BENCH_OPEN_ORDERS'] ?? 300_000);

/** A closed loop of the engine. An order counts when it is durable. */
interface EngineRun extends Run {
  /** Orders a second up to the moment at which their rows in the tables are written as well. */
  readonly writtenPerSecond: number;
  /** Most committed rows that the tables were behind. */
  readonly mostBehind: number;
  readonly processorTime: ReturnType<typeof perOrder>;
}

/** Compares durable orders per second in process: the engine's host and one row-locking transaction per order, on the same PostgreSQL. */
export async function run(): Promise<unknown> {
  const folder = mkdtempSync(join(tmpdir(), 'fairlot-bench-'));
  const database = await openDatabase({ dataFolder: folder, role: 'owner', log });
  try {
    const host = await openHost(database);
    await closedLoop(256, 2, () => place(host));
    return MINUTES > 0 ? await runLong(host, database, folder) : await compare(host, database, folder);
  } finally {
    await database.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function compare(host: TradingShard, database: Database, folder: string): Promise<unknown> {
  const engine: Record<string, EngineRun> = {};
  for (const callers of [32, 256, 2000]) {
    await settleAndWarmUp(host, database);
    engine[`${callers} waiting`] = await measureEngine(host, folder, callers);
  }
  await settle(database.pool);
  const before = processorTime(folder);
  const usual =
    process.env['BENCH_ENGINE_ONLY'] === '1'
      ? undefined
      : await measureUsualDesign(database.connection, ACCOUNTS, await sampleRow(database), SECONDS);
  const usualOrders = usual === undefined ? 1 : usual.best.answer.count + usual.steady.answer.count;
  const usualTime = perOrder(before, processorTime(folder), usualOrders);
  await settleAndWarmUp(host, database);
  const usualBest = usual?.best.ordersPerSecond ?? 6000;
  const steady = await openLoop(usualBest * STEADY_SHARE, SECONDS, () => place(host));
  await settleAndWarmUp(host, database);
  const atBest = await openLoop(usualBest, SECONDS, () => place(host));
  await settleAndWarmUp(host, database);
  const atRate = await openLoop(RATE, SECONDS, () => place(host));
  await host.stop();
  const best = Math.max(...Object.values(engine).map(({ ordersPerSecond }) => ordersPerSecond));
  const written = Math.max(...Object.values(engine).map(({ writtenPerSecond }) => writtenPerSecond));
  const figures = {
    engine,
    // The warm-up of the usual design is in its processor time, and not in the number of its orders.
    usual: usual && { ...usual, processorTime: usualTime },
    engineAtTheUsualRate: atBest,
    engineAtTheSteadyRate: steady,
    [`engineAt${RATE}`]: atRate,
    rateRatio: usual && Number((best / usualBest).toFixed(2)),
    rateGoal: '>= 5, then >= 10',
    // The tables of all orders are written as well: the rate that can last.
    sustainedRatio: usual && Number((written / usualBest).toFixed(2)),
    // Unequal loads: a closed loop there, an open loop here. A pause of 50 ms makes 32 answers late there and 400 here.
    p99Ratio: usual && Number((atBest.answer.p99ms / usual.best.answer.p99ms).toFixed(3)),
    p99Goal: '<= 0.5',
    // Equal loads: an open loop at the same rate for both.
    p99RatioAtTheSteadyRate: usual && Number((steady.answer.p99ms / usual.steady.answer.p99ms).toFixed(3)),
  };
  report(
    'orders',
    { accounts: ACCOUNTS, seconds: SECONDS, usualDesign: '32 connections, pipelined, prepared', fsync: 'on' },
    figures,
  );
  return figures;
}

async function measureEngine(host: TradingShard, folder: string, callers: number): Promise<EngineRun> {
  await host.written();
  const before = processorTime(folder);
  const begun = performance.now();
  let mostBehind = 0;
  const watch = setInterval(() => (mostBehind = Math.max(mostBehind, host.unwritten)), 20);
  const durable = await closedLoop(callers, SECONDS, () => place(host));
  await host.written();
  clearInterval(watch);
  const { count } = durable.answer;
  const writtenPerSecond = Math.round(count / ((performance.now() - begun) / 1000));
  return { ...durable, writtenPerSecond, mostBehind, processorTime: perOrder(before, processorTime(folder), count) };
}

/** The worst answers of a long run, minute by minute. */
async function runLong(host: TradingShard, database: Database, folder: string): Promise<unknown> {
  await settleAndWarmUp(host, database);
  const minutes = await runMinutes(host, { perSecond: RATE, minutes: MINUTES, mostOpen: OPEN_ORDERS, folder });
  await host.stop();
  const worstMs = Math.max(...minutes.map(({ answer }) => answer.worstMs));
  const refused = minutes.reduce((sum, minute) => sum + minute.refused, 0);
  const figures = { worstMs, worstGoal: '<= 40 ms', refused, minutes };
  report(
    'orders-long',
    { accounts: ACCOUNTS, minutes: MINUTES, perSecond: RATE, mostOpen: OPEN_ORDERS, fsync: 'on' },
    figures,
  );
  return figures;
}

/**
 * Settles PostgreSQL and then warms up for two seconds, as the baseline does: after a checkpoint, the first change of each
 * page writes the whole page to the WAL.
 */
async function settleAndWarmUp(host: TradingHost, database: Database): Promise<void> {
  await settle(database.pool);
  await closedLoop(32, 2, () => place(host));
}

async function sampleRow(database: Database): Promise<SampleRow> {
  return database.kysely
    .selectFrom('journal')
    .select(['command', 'markets', 'outcome', 'events', 'rules', 'hash'])
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
}

if (process.argv[1]?.includes('bench-src-orders')) await run();
