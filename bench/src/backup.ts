import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { takeBaseBackup } from '../../apps/server/src/backup/base-backup.ts';
import { readCatalog } from '../../apps/server/src/backup/catalog.ts';
import { chooseRestore } from '../../apps/server/src/backup/choose-restore.ts';
import { restoreCluster } from '../../apps/server/src/backup/restore.ts';
import { FolderStorage } from '../../apps/server/src/backup/storage/folder-storage.ts';
import { Vault } from '../../apps/server/src/backup/vault.ts';
import { WalArchive } from '../../apps/server/src/backup/wal-archive.ts';
import { verifierOf } from '../../apps/server/src/composition/backup-commands.ts';
import { type Database, openDatabase } from '../../apps/server/src/db/database.ts';
import type { TradingHost } from '../../apps/server/src/trading/port.ts';
import { fillJournal } from './fill-journal.ts';
import { log, openHost } from './orders/host.ts';
import { report } from './report.ts';

const ROWS = Number(process.env['BENCH_ROWS'] ?? 1_000_000);
/** Rows after the base backup, which come back from the log. */
const LATER_ROWS = ROWS / 10;
const GOAL = 'backupMs <= 60000 and restoreMs <= 60000';

/**
 * Measures a base backup of 1,000,000 journal rows into a folder, its log, the restore until PostgreSQL answers, and the
 * verification of what came back.
 */
export async function run(): Promise<unknown> {
  const root = mkdtempSync(join(tmpdir(), 'fairlot-bench-backup-'));
  try {
    const target = join(root, 'target');
    mkdirSync(target);
    const vault = new Vault(new FolderStorage(target), [randomBytes(32)]);
    const filled = performance.now();
    const { database, host } = await fill(join(root, 'data'));
    const fillMs = Math.round(performance.now() - filled);
    const taken = await measureBackup(database, host, join(root, 'data', 'postgres'), vault);
    await host.stop();
    await database.close();
    const restored = await measureRestore(vault, join(root, 'back'));
    const figures = { fillMs, ...taken, ...restored, goal: GOAL };
    report('backup', { journalRows: ROWS, laterRows: LATER_ROWS }, figures);
    return figures;
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

async function measureBackup(database: Database, host: TradingHost, cluster: string, vault: Vault): Promise<object> {
  const archive = await WalArchive.open({ pool: database.pool, cluster, vault });
  const begin = performance.now();
  const backup = await takeBaseBackup({ connection: database.connection, cluster, vault, archive });
  const backupMs = Math.round(performance.now() - begin);
  await fillJournal(database, host, ROWS + LATER_ROWS);
  const stored = performance.now();
  await archive.store();
  return {
    backupMs,
    databaseMB: Math.round(backup.bytes / 1e6),
    storedMB: Math.round(backup.storedBytes / 1e6),
    logMs: Math.round(performance.now() - stored),
  };
}

/** Throws when the restored database differs in itself, or lacks rows. */
async function measureRestore(vault: Vault, folder: string): Promise<object> {
  const begin = performance.now();
  const server = await restoreCluster(chooseRestore(await readCatalog(vault), {}), vault, folder, log);
  const restoreMs = Math.round(performance.now() - begin);
  try {
    const lines: string[] = [];
    const restored = performance.now();
    const differences = await verifierOf({ keys: folder, archive: join(folder, 'archive') }, log, (line) =>
      lines.push(line),
    )(folder);
    const verifyMs = Math.round(performance.now() - restored);
    const rows = Number(/^journal +(\d+) rows/m.exec(lines.join('\n'))?.[1]);
    if (differences !== 0 || !(rows >= ROWS + LATER_ROWS))
      throw new Error(`the restored database is not the one of the backup:\n${lines.join('\n')}`);
    return { restoreMs, verifyMs, verifiedRows: rows };
  } finally {
    await server.stop();
  }
}

async function fill(folder: string): Promise<{ readonly database: Database; readonly host: TradingHost }> {
  const database = await openDatabase({ dataFolder: folder, role: 'owner', log });
  const host = await openHost(database);
  await fillJournal(database, host, ROWS);
  await database.pool.query('vacuum analyze');
  return { database, host };
}

if (process.argv[1]?.includes('bench-src-backup')) await run();
