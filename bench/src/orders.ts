import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '../../apps/server/src/db/database.ts';
import type { Database } from '../../apps/server/src/db/database.ts';
import type { TradingHost } from '../../apps/server/src/trading/port.ts';
import { STEADY_SHARE, measureUsualDesign } from './orders/baseline.ts';
import type { SampleRow } from './orders/baseline.ts';
import { ACCOUNTS, log, openHost, place } from './orders/host.ts';
import { closedLoop, openLoop } from './orders/load.ts';
import type { Run } from './orders/load.ts';
import { report } from './report.ts';

const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 10);

/** Compares durable orders per second in process: the engine's host and one row-locking transaction per order, on the same PostgreSQL. */
export async function run(): Promise<unknown> {
  const folder = mkdtempSync(join(tmpdir(), 'fairlot-bench-'));
  const database = await openDatabase({ dataFolder: folder, role: 'owner', log });
  try {
    const host = await openHost(database);
    await closedLoop(256, 2, () => place(host));
    const engine: Record<string, Run> = {};
    for (const callers of [32, 256, 2000]) {
      await settleAndWarmUp(host, database);
      engine[`${callers} waiting`] = await closedLoop(callers, SECONDS, () => place(host));
    }
    await settle(database);
    const usual =
      process.env['BENCH_ENGINE_ONLY'] === '1'
        ? undefined
        : await measureUsualDesign(database.connection, ACCOUNTS, await sampleRow(database), SECONDS);
    await settleAndWarmUp(host, database);
    const usualBest = usual?.best.ordersPerSecond ?? 6000;
    const steady = await openLoop(usualBest * STEADY_SHARE, SECONDS, () => place(host));
    await settleAndWarmUp(host, database);
    const atBest = await openLoop(usualBest, SECONDS, () => place(host));
    await host.stop();
    const best = Math.max(...Object.values(engine).map(({ ordersPerSecond }) => ordersPerSecond));
    const figures = {
      engine,
      usual,
      engineAtTheUsualRate: atBest,
      engineAtTheSteadyRate: steady,
      rateRatio: usual && Number((best / usualBest).toFixed(2)),
      rateGoal: '>= 5',
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
  } finally {
    await database.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Brings PostgreSQL into the state of a long-running server before each measurement: it recycles WAL files instead of
 * creating new ones (30 ms each, during which nothing commits), and no checkpoint is due.
 */
async function settle(database: Database): Promise<void> {
  for (let file = 0; file < 48; file += 1)
    await database.pool.query(`select pg_logical_emit_message(false, 'bench', ''), pg_switch_wal()`);
  await database.pool.query('checkpoint');
  global.gc?.();
}

/**
 * Settles PostgreSQL and then warms up for two seconds, as the baseline does: after a checkpoint, the first change of each
 * page writes the whole page to the WAL.
 */
async function settleAndWarmUp(host: TradingHost, database: Database): Promise<void> {
  await settle(database);
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
