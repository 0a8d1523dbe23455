import { randomBytes } from 'node:crypto';
import type { ClientConfig } from 'pg';
import { withClient } from '../db/client.ts';
import { addText, copyCluster } from './cluster-files.ts';
import { PartWriter } from './part-writer.ts';
import { type BackupRecord, names, writeRecord } from './records.ts';
import { stamp } from './stamp.ts';
import type { Vault } from './vault.ts';
import type { WalArchive } from './wal-archive.ts';

/** Time of the database, rounded up: a time before the end of a backup can't be restored from it. */
const EPOCH_MS = 'ceil(extract(epoch from clock_timestamp()) * 1000)::text';

/** The parts that a base backup works with. */
export interface BaseBackupDeps {
  /** Connection of the cluster's superuser. */
  readonly connection: ClientConfig;
  /** Folder of the cluster. */
  readonly cluster: string;
  readonly vault: Vault;
  readonly archive: WalArchive;
}

/**
 * Copies a running cluster to the vault, without stopping anything. The record is written last, after the log that
 * makes the copy consistent.
 */
export async function takeBaseBackup(deps: BaseBackupDeps): Promise<BackupRecord> {
  const { vault, archive } = deps;
  const { line } = archive;
  const id = `${stamp(Date.now())}-${randomBytes(4).toString('hex')}`;
  const to = new PartWriter(vault, line, id);
  // Before the backup: the log from its start on must be in the archive.
  await archive.store();
  const copied = await withClient(deps.connection, async (client) => {
    const { rows: begun } = await client.query<{ lsn: string; version: string; at: string }>(
      `select ${EPOCH_MS} as at, current_setting('server_version_num') as version,
         pg_backup_start($1, true)::text as lsn`,
      [`fairlot ${id}`],
    );
    const list = await copyCluster(deps.cluster, to);
    const { rows: ended } = await client.query<{ lsn: string; labelfile: string }>(
      'select lsn::text, labelfile from pg_backup_stop(false)',
    );
    const { rows: now } = await client.query<{ at: string }>(`select ${EPOCH_MS} as at`);
    const [start, stop] = [begun[0], ended[0]];
    if (start === undefined || stop === undefined) throw new Error('PostgreSQL did not end the backup');
    const label = await addText('backup_label', stop.labelfile, to);
    return {
      list: { folders: list.folders, files: [...list.files, label] },
      serverVersion: Number(start.version),
      startLsn: start.lsn,
      stopLsn: stop.lsn,
      startedAt: Number(start.at),
      endedAt: Number(now[0]?.at),
    };
  });
  const written = await to.finish();
  await archive.store();
  const { list, ...facts } = copied;
  const listBytes = await writeRecord(vault, names.files(line, id), list);
  const record: BackupRecord = {
    version: 1,
    id,
    ...facts,
    ...written,
    storedBytes: written.storedBytes + listBytes,
    files: list.files.length,
  };
  await writeRecord(vault, names.backup(line, id), record);
  return record;
}
