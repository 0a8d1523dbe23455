import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { openDatabase } from '../../apps/server/src/db/database.ts';
import type { Database } from '../../apps/server/src/db/database.ts';
import { makeCheckpoint } from '../../apps/server/src/trading/checkpoints/make-checkpoint.ts';
import { fillJournal } from './fill-journal.ts';
import { ACCOUNTS, log, openHost, place, resumeHost } from './orders/host.ts';
import { report } from './report.ts';

const ROWS = 1_000_000;
const POSITIONS = 100_000;

/** Measures the time from the start to the first committed order, with 1,000,000 journal rows and 100,000 open positions. */
export async function run(): Promise<unknown> {
  const folder = mkdtempSync(join(tmpdir(), 'fairlot-bench-restart-'));
  try {
    await fill(folder);
    const begin = performance.now();
    const database = await openDatabase({ dataFolder: folder, role: 'owner', log });
    const opened = performance.now();
    const host = await resumeHost(database);
    const ready = performance.now();
    await place(host);
    const first = performance.now();
    const checkpoint = await measureCheckpoint(database);
    const figures = {
      databaseMs: Math.round(opened - begin),
      recoveryMs: Math.round(ready - opened),
      readyMs: Math.round(ready - begin),
      goal: 'readyMs <= 5000',
      firstOrderMs: Math.round(first - ready),
      ...checkpoint,
    };
    await host.stop();
    await database.close();
    report('restart', { journalRows: ROWS, openPositions: POSITIONS, accounts: ACCOUNTS }, figures);
    return figures;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Time of a checkpoint, its image's size, and the longest turn of the event loop meanwhile. */
async function measureCheckpoint(database: Database): Promise<object> {
  const delays = monitorEventLoopDelay({ resolution: 1 });
  delays.enable();
  const begin = performance.now();
  const made = await makeCheckpoint(database.pool, 0, Date.now());
  const checkpointMs = Math.round(performance.now() - begin);
  delays.disable();
  return {
    checkpointMs,
    checkpointLongestTurnMs: Number((delays.max / 1e6).toFixed(1)),
    checkpointImageKiB: Math.round((made?.image.length ?? 0) / 1024),
  };
}

async function fill(folder: string): Promise<void> {
  const database = await openDatabase({ dataFolder: folder, role: 'owner', log });
  const host = await openHost(database);
  for (let from = 0; from < POSITIONS; from += 2000) await Promise.all(Array.from({ length: 2000 }, () => place(host)));
  await fillJournal(database, host, ROWS);
  await host.stop();
  await database.pool.query('vacuum analyze');
  await database.close();
}

if (process.argv[1]?.includes('bench-src-restart')) await run();
