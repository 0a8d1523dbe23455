import { createHash } from 'node:crypto';
import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { BackupError } from './backup-error.ts';
import type { PartWriter } from './part-writer.ts';
import type { FileList } from './records.ts';

/** Folders whose content belongs to the running server, or comes from the WAL archive. */
const EMPTIED = new Set([
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
]);
const LEFT_OUT = new Set([
  'postmaster.pid',
  'postmaster.opts',
  'backup_label',
  'backup_label.old',
  'tablespace_map',
  'postgresql.auto.conf.tmp',
  'current_logfiles',
]);
const TEMPORARY = /^(pgsql_tmp|pg_internal\.init)/;
/** Read last: it must not be older than the files. */
const CONTROL = 'global/pg_control';
const CHUNK_BYTES = 1024 * 1024;

type ListedFile = FileList['files'][number];

/**
 * Copies the files of a running cluster, which has been told that a backup is made. Files may change, shrink or vanish
 * meanwhile: the WAL of that time repairs them.
 */
export async function copyCluster(cluster: string, to: PartWriter): Promise<FileList> {
  const folders: string[] = [];
  const files: ListedFile[] = [];
  const copy = async (path: string): Promise<void> => {
    const file = await copyFile(cluster, path, to);
    if (file !== undefined) files.push(file);
  };
  const walk = async (folder: string): Promise<void> => {
    for (const entry of await readdir(join(cluster, folder), { withFileTypes: true }).catch(nothingIfMissing)) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (folder === 'pg_tblspc')
        throw new BackupError('the cluster has tablespaces outside its folder, which this backup can not contain');
      if (entry.isDirectory() && !TEMPORARY.test(entry.name)) {
        folders.push(path);
        if (!EMPTIED.has(path)) await walk(path);
      } else if (entry.isFile() && path !== CONTROL && !isLeftOut(path, entry.name)) {
        await copy(path);
      }
    }
  };
  await walk('');
  await copy(CONTROL);
  return { folders, files };
}

/** Adds a file whose content is not on the disk. */
export async function addText(path: string, text: string, to: PartWriter): Promise<ListedFile> {
  const content = Buffer.from(text);
  await to.write(content);
  return { path, size: content.length, sha256: createHash('sha256').update(content).digest('hex') };
}

/** Undefined when the file is gone. Bytes that it grows by meanwhile are left to the WAL. */
async function copyFile(cluster: string, path: string, to: PartWriter): Promise<ListedFile | undefined> {
  const file = await open(join(cluster, path), 'r').catch(undefinedIfMissing);
  if (file === undefined) return undefined;
  try {
    const hash = createHash('sha256');
    let left = (await file.stat()).size;
    let size = 0;
    while (left > 0) {
      const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(Math.min(left, CHUNK_BYTES)));
      if (bytesRead === 0) break;
      const chunk = buffer.subarray(0, bytesRead);
      hash.update(chunk);
      await to.write(chunk);
      size += bytesRead;
      left -= bytesRead;
    }
    return { path, size, sha256: hash.digest('hex') };
  } finally {
    await file.close();
  }
}

function isLeftOut(path: string, name: string): boolean {
  return LEFT_OUT.has(path) || TEMPORARY.test(name) || path.startsWith('.s.PGSQL.');
}

function nothingIfMissing(error: unknown): [] {
  undefinedIfMissing(error);
  return [];
}

function undefinedIfMissing(error: unknown): undefined {
  if ((error as { code?: string }).code !== 'ENOENT') throw error;
  return undefined;
}
