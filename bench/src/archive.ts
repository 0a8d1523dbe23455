import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Database, openDatabase } from '../../apps/server/src/db/database.ts';
import { archiveShard } from '../../apps/server/src/trading/archive/archive-shard.ts';
import { rowsFileOf } from '../../apps/server/src/trading/archive/segment.ts';
import { CheckpointKeys } from '../../apps/server/src/trading/checkpoints/checkpoint.ts';
import { Checkpoints } from '../../apps/server/src/trading/checkpoints/checkpoints.ts';
import { verifyShard } from '../../apps/server/src/trading/verify/verify-shard.ts';
import { fillJournal } from './fill-journal.ts';
import { log, openHost } from './orders/host.ts';
import { report } from './report.ts';

const ROWS = Number(process.env['BENCH_ROWS'] ?? 200_000);

/** Measures how fast a journal is archived and replayed from the archive, and the size of a row here and there. */
export async function run(): Promise<unknown> {
  const root = mkdtempSync(join(tmpdir(), 'fairlot-bench-archive-'));
  const database = await openDatabase({ dataFolder: join(root, 'data'), role: 'owner', log });
  try {
    const keys = new CheckpointKeys([randomBytes(32)]);
    await fill(database, keys, join(root, 'checkpoints.log'));
    const folder = join(root, 'archive');
    const checkpoints = { keys, file: undefined };
    const begin = performance.now();
    const archived = await archiveShard({ pool: database.pool, folder, checkpoints }, 0, Number.MAX_SAFE_INTEGER);
    const archiveMs = performance.now() - begin;
    if (archived === 'nothing' || 'waitsFor' in archived) throw new Error('nothing was archived');
    const rows = archived.made.last;
    const replayed = performance.now();
    const { count, archived: read } = await verifyShard(database.pool, 0, { checkpoints, archive: folder });
    const verifyMs = performance.now() - replayed;
    if (count !== 0 || read !== rows) throw new Error(`${count} differences, and ${read} of ${rows} rows were read`);
    const figures = {
      archiveRowsPerSecond: Math.round((rows * 1000) / archiveMs),
      verifyRowsPerSecond: Math.round((rows * 1000) / verifyMs),
      archivedBytesPerRow: Math.round(statSync(join(folder, rowsFileOf(archived.made))).size / rows),
      databaseBytesPerRow: Math.round((await journalBytes(database)) / rows),
    };
    report('archive', { rows }, figures);
    return figures;
  } finally {
    await database.close();
    rmSync(root, { recursive: true, force: true });
  }
}

/** Fills the journal through a host, and signs its last row. */
async function fill(database: Database, keys: CheckpointKeys, file: string): Promise<void> {
  const host = await openHost(database);
  await fillJournal(database, host, ROWS);
  const checkpoints = new Checkpoints({
    pool: database.pool,
    trading: host,
    keys,
    everyRows: ROWS,
    file,
    clock: Date.now,
    log,
    announce: () => Promise.resolve(),
  });
  await host.stop();
  await checkpoints.make();
}

/** Bytes of the journal's partitions with their indexes. */
async function journalBytes({ pool }: Database): Promise<number> {
  const { rows } = await pool.query<{ bytes: string }>(
    `select sum(pg_total_relation_size(inhrelid))::text as bytes from pg_inherits where inhparent = 'journal'::regclass`,
  );
  return Number(rows[0]?.bytes);
}

if (process.argv[1]?.includes('bench-src-archive')) await run();
