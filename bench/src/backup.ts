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
import { type Database, openDatabase } from '../../apps/server/src/db/database.ts';
import { fillJournal } from './fill-journal.ts';
import { log, openHost, place } from './orders/host.ts';
import { report } from './report.ts';

const ROWS = 1_000_000;
/** Rows after the base backup, which come back from the log. */
const LATER_ROWS = 100_000;

/** Measures a base backup of 1,000,000 journal rows into a folder, its log, and the restore until PostgreSQL answers. */
export async function run(): Promise<unknown> {
  const root = mkdtempSync(join(tmpdir(), 'fairlot-bench-backup-'));
  try {
    const target = join(root, 'target');
    mkdirSync(target);
    const vault = new Vault(new FolderStorage(target), [randomBytes(32)]);
    const database = await fill(join(root, 'data'));
    const taken = await measureBackup(database, join(root, 'data', 'postgres'), vault);
    await database.close();
    const begin = performance.now();
    const server = await restoreCluster(chooseRestore(await readCatalog(vault), {}), vault, join(root, 'back'), log);
    const restoreMs = Math.round(performance.now() - begin);
    await server.stop();
    const figures = { ...taken, restoreMs, goal: 'backupMs <= 60000 and restoreMs <= 60000' };
    report('backup', { journalRows: ROWS, laterRows: LATER_ROWS }, figures);
    return figures;
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

async function measureBackup(database: Database, cluster: string, vault: Vault): Promise<object> {
  const archive = await WalArchive.open({ pool: database.pool, cluster, vault });
  const begin = performance.now();
  const backup = await takeBaseBackup({ connection: database.connection, cluster, vault, archive });
  const backupMs = Math.round(performance.now() - begin);
  await fillJournal(database, ROWS + LATER_ROWS);
  const stored = performance.now();
  await archive.store();
  return {
    backupMs,
    databaseMB: Math.round(backup.bytes / 1e6),
    storedMB: Math.round(backup.storedBytes / 1e6),
    logMs: Math.round(performance.now() - stored),
  };
}

async function fill(folder: string): Promise<Database> {
  const database = await openDatabase({ dataFolder: folder, role: 'owner', log });
  const host = await openHost(database);
  await place(host);
  await host.stop();
  await fillJournal(database, ROWS);
  await database.pool.query('vacuum analyze');
  return database;
}

if (process.argv[1]?.includes('bench-src-backup')) await run();
