import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { openDatabase } from '../../apps/server/src/db/database.ts';
import type { Database } from '../../apps/server/src/db/database.ts';
import { makeCheckpoint } from '../../apps/server/src/trading/checkpoints/make-checkpoint.ts';
import { ACCOUNTS, log, openHost, place, resumeHost } from './orders/host.ts';
import { report } from './report.ts';

const ROWS = 1_000_000;
const POSITIONS = 100_000;

/** Fills the journal with copies of the last row. A restart reads only the keys and the end of the journal, so the content is irrelevant. */
const FILL = `insert into journal (shard, seq, epoch, time, account, key, key_print, command, markets, outcome, events, hash)
  select 0, last.seq + n, last.epoch, last.time, 1 + n % ${ACCOUNTS}, gen_random_uuid()::text, hashtextextended(n::text, 7), last.command, last.markets, last.outcome, last.events, last.hash
  from generate_series(1, $1::integer) n, (select * from journal order by seq desc limit 1) last`;

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
  await host.stop();
  await fillJournal(database);
  await database.close();
}

async function fillJournal(database: Database): Promise<void> {
  const { rows } = await database.pool.query<{ count: string }>('select count(*)::text as count from journal');
  await database.pool.query(FILL, [ROWS - Number(rows[0]?.count)]);
  await database.pool.query('vacuum analyze');
}

if (process.argv[1]?.includes('bench-src-restart')) await run();
