import { z } from 'zod/mini';
import { BackupError } from './backup-error.ts';
import { ForeignKeyError, type Vault } from './vault.ts';

/**
 * A line of backups: one life of one database, with one unbroken WAL archive. A restored database begins a line of its
 * own, so that two histories never mix.
 */
const lineRecord = z.object({
  version: z.literal(1),
  /** PostgreSQL's number of the cluster. */
  systemId: z.string(),
  timeline: z.number(),
  segmentBytes: z.number(),
  /** Name of the machine. */
  host: z.string(),
  createdAt: z.number(),
});
export type LineRecord = z.infer<typeof lineRecord>;

/** A base backup. It is written last: without it the backup is unfinished. */
const backupRecord = z.object({
  version: z.literal(1),
  id: z.string(),
  /** PostgreSQL's version as a number, such as 180004. */
  serverVersion: z.number(),
  /** WAL is needed from here. */
  startLsn: z.string(),
  /** The files are consistent from here on. */
  stopLsn: z.string(),
  startedAt: z.number(),
  /** Time of the database at its end: the earliest time that it can be restored to. */
  endedAt: z.number(),
  parts: z.number(),
  files: z.number(),
  bytes: z.number(),
  storedBytes: z.number(),
});
export type BackupRecord = z.infer<typeof backupRecord>;

/** The content of a base backup: files in the order in which the parts contain them. */
const fileList = z.object({
  folders: z.array(z.string()),
  files: z.array(z.object({ path: z.string(), size: z.number(), sha256: z.string() })),
});
export type FileList = z.infer<typeof fileList>;

/** A record with the id of the key that opened it. */
export interface Sealed<T> {
  readonly record: T;
  readonly keyId: string;
}

const verifiedRecord = z.object({ at: z.number() });

/** Names of the objects. */
export const names = {
  line: (line: string): string => `${line}/line`,
  /** The same record for a later key: whoever has one of the two keys alone opens the line. */
  lineOfKey: (line: string, keyId: string): string => `${line}/line-${keyId}`,
  bases: (line: string): string => `${line}/base`,
  base: (line: string, id: string): string => `${line}/base/${id}`,
  backup: (line: string, id: string): string => `${line}/base/${id}/backup`,
  files: (line: string, id: string): string => `${line}/base/${id}/files`,
  verified: (line: string, id: string): string => `${line}/base/${id}/verified`,
  part: (line: string, id: string, part: number): string => `${line}/base/${id}/part-${String(part).padStart(6, '0')}`,
  wals: (line: string): string => `${line}/wal`,
};

/** The record of a line, by the first of our keys that opens one of its copies. */
export async function readLine(vault: Vault, line: string): Promise<LineRecord | undefined> {
  try {
    return (await read(vault, names.line(line), lineRecord))?.record;
  } catch (error) {
    if (!(error instanceof ForeignKeyError)) throw error;
    for (const keyId of vault.keyIds) {
      const copy = await read(vault, names.lineOfKey(line, keyId), lineRecord);
      if (copy !== undefined) return copy.record;
    }
    throw error;
  }
}

/** Adds a copy of a line's record for the first key, unless it opens one. */
export async function addLineForKey(vault: Vault, line: string, record: LineRecord): Promise<void> {
  const [keyId] = vault.keyIds;
  const copy = names.lineOfKey(line, keyId);
  // The copy is looked for first: without the old key, the original does not open.
  if ((await vault.find(copy)) !== undefined || (await vault.find(names.line(line)))?.keyId === keyId) return;
  await writeRecord(vault, copy, record);
}

export const readBackup = (vault: Vault, line: string, id: string): Promise<Sealed<BackupRecord> | undefined> =>
  read(vault, names.backup(line, id), backupRecord);
export const readVerified = (
  vault: Vault,
  line: string,
  id: string,
): Promise<Sealed<{ readonly at: number }> | undefined> => read(vault, names.verified(line, id), verifiedRecord);

/** The list of a backup's files. Throws BackupError when it is missing. */
export async function readFiles(vault: Vault, line: string, id: string): Promise<FileList> {
  const name = names.files(line, id);
  const found = await read(vault, name, fileList);
  if (found === undefined) throw new BackupError(`${name} is missing in ${vault.text}: the backup is incomplete`);
  return found.record;
}

/** Writes a record. Returns its size in the storage. */
export function writeRecord(vault: Vault, name: string, record: object): Promise<number> {
  return vault.put(name, Buffer.from(JSON.stringify(record)));
}

async function read<T>(vault: Vault, name: string, schema: z.core.$ZodType<T>): Promise<Sealed<T> | undefined> {
  const found = await vault.find(name);
  if (found === undefined) return undefined;
  const result = z.safeParse(schema, JSON.parse(found.content.toString('utf8')));
  if (!result.success) throw new BackupError(`${name} was written by another version of Fairlot`);
  return { record: result.data, keyId: found.keyId };
}
