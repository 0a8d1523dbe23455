import { parseLsn } from './lsn.ts';
import { type BackupRecord, type LineRecord, names, readBackup, readLine, readVerified } from './records.ts';
import { ForeignKeyError, type Vault } from './vault.ts';
import { type WalPiece, walPieces } from './wal-names.ts';

/** A finished base backup of a line. */
export interface KnownBackup extends BackupRecord {
  /** Time at which it was restored and verified for the first time. */
  readonly verifiedAt: number | undefined;
  /** Id of the key that opens it. */
  readonly keyId: string;
}

/** A backup or a line that none of our keys opens, with the id of the one that does. */
export interface Locked {
  readonly name: string;
  readonly keyId: string;
}

/** A line of a target with everything that can be restored from it. */
export interface KnownLine {
  readonly name: string;
  readonly record: LineRecord;
  /** Finished backups by their position in the log, the oldest first: a clock that was off does not change the order. */
  readonly backups: readonly KnownBackup[];
  /** Backups of another key, the oldest first. */
  readonly locked: readonly Locked[];
  /** Ids of backups that were begun and have no record. */
  readonly unfinished: readonly string[];
  readonly pieces: readonly WalPiece[];
}

/** The content of a target, the oldest line first. */
export interface Catalog {
  readonly lines: readonly KnownLine[];
  /** Lines of another key. */
  readonly locked: readonly Locked[];
}

/** Reads which backups a target has. Throws BackupError when a record is damaged. */
export async function readCatalog(vault: Vault): Promise<Catalog> {
  const lines: KnownLine[] = [];
  const locked: Locked[] = [];
  for (const name of (await vault.list('')).folders.toSorted()) {
    const found = await unlessLocked(name, readLine(vault, name));
    if (found === undefined) continue;
    if (isLocked(found)) locked.push(found);
    else lines.push(await readKnownLine(vault, name, found));
  }
  return { lines, locked };
}

async function readKnownLine(vault: Vault, name: string, record: LineRecord): Promise<KnownLine> {
  const backups: KnownBackup[] = [];
  const locked: Locked[] = [];
  const unfinished: string[] = [];
  for (const id of (await vault.list(names.bases(name))).folders.toSorted()) {
    const found = await unlessLocked(id, readBackup(vault, name, id));
    if (found === undefined) unfinished.push(id);
    else if (isLocked(found)) locked.push(found);
    else backups.push({ ...found.record, keyId: found.keyId, verifiedAt: await verifiedAt(vault, name, id) });
  }
  backups.sort((one, other) => Number(parseLsn(one.startLsn) - parseLsn(other.startLsn)));
  const pieces = walPieces((await vault.list(names.wals(name))).names);
  return { name, record, backups, locked, unfinished, pieces };
}

async function verifiedAt(vault: Vault, line: string, id: string): Promise<number | undefined> {
  const found = await unlessLocked(id, readVerified(vault, line, id));
  return found === undefined || isLocked(found) ? undefined : found.record.at;
}

/** A key that was taken away must not hide what the other keys open. */
async function unlessLocked<T>(name: string, reading: Promise<T | undefined>): Promise<T | Locked | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (!(error instanceof ForeignKeyError)) throw error;
    return { name, keyId: error.keyId };
  }
}

function isLocked(found: object): found is Locked {
  return 'name' in found;
}
