import { type BackupRecord, type LineRecord, names, readBackup, readLine, readVerified } from './records.ts';
import type { Vault } from './vault.ts';
import { type WalPiece, walPieces } from './wal-names.ts';

/** A finished base backup of a line. */
export interface KnownBackup extends BackupRecord {
  /** Time at which it was restored and verified for the first time. */
  readonly verifiedAt: number | undefined;
}

/** A line of a target with everything that can be restored from it. */
export interface KnownLine {
  readonly name: string;
  readonly record: LineRecord;
  /** Finished backups, the oldest first. */
  readonly backups: readonly KnownBackup[];
  /** Ids of backups that were begun and have no record. */
  readonly unfinished: readonly string[];
  readonly pieces: readonly WalPiece[];
}

/** Reads which backups a target has, the oldest line first. Throws BackupError when a record does not open. */
export async function readCatalog(vault: Vault): Promise<readonly KnownLine[]> {
  const lines: KnownLine[] = [];
  for (const name of (await vault.list('')).folders.toSorted()) {
    const record = await readLine(vault, name);
    if (record !== undefined) lines.push(await readKnownLine(vault, name, record));
  }
  return lines;
}

async function readKnownLine(vault: Vault, name: string, record: LineRecord): Promise<KnownLine> {
  const backups: KnownBackup[] = [];
  const unfinished: string[] = [];
  for (const id of (await vault.list(names.bases(name))).folders.toSorted()) {
    const backup = await readBackup(vault, name, id);
    if (backup === undefined) unfinished.push(id);
    else backups.push({ ...backup, verifiedAt: (await readVerified(vault, name, id))?.at });
  }
  return { name, record, backups, unfinished, pieces: walPieces((await vault.list(names.wals(name))).names) };
}
