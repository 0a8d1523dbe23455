import { BackupError } from './backup-error.ts';
import type { KnownBackup, KnownLine } from './catalog.ts';
import { parseLsn, segmentStart } from './lsn.ts';
import { type WalPiece, walChain } from './wal-names.ts';

/** The wish of the operator. */
export interface RestoreWish {
  /** Moment to restore to, in epoch milliseconds. Absent: the last one. */
  readonly time?: number | undefined;
  readonly line?: string | undefined;
  /** Id of the base backup. Absent: the newest that was finished by then. */
  readonly backup?: string | undefined;
}

/** The objects of a restore. */
export interface RestorePlan {
  readonly line: KnownLine;
  readonly backup: KnownBackup;
  readonly pieces: readonly WalPiece[];
  readonly time: number | undefined;
  /** Last moment that the archive could restore. */
  readonly until: number;
}

/**
 * Finds the base backup and the log that lead to a moment: the newest line that had a backup by then, and its newest
 * backup before the moment. Throws BackupError with the reason when there is none.
 */
export function chooseRestore(catalog: readonly KnownLine[], wish: RestoreWish): RestorePlan {
  const found = catalog.toReversed().flatMap((line) => {
    const backup = line.backups.findLast((each) => fits(line, each, wish));
    return backup === undefined ? [] : [{ line, backup }];
  })[0];
  if (found === undefined) throw new BackupError(whyNone(catalog, wish));
  const { line, backup } = found;
  const start = segmentStart(parseLsn(backup.startLsn), line.record.segmentBytes);
  const { pieces, end, until, isBroken } = walChain(line.pieces, start, wish.time);
  if (end < parseLsn(backup.stopLsn))
    throw new BackupError(`the log of backup ${backup.id} is not complete: take an earlier one`);
  if (wish.time === undefined && isBroken)
    throw new BackupError(
      `a part of the log is missing after ${textOf(until)}; name that time to restore what there is`,
    );
  if (wish.time !== undefined && wish.time > until)
    throw new BackupError(
      isBroken
        ? `a part of the log is missing after ${textOf(until)}: a later time can not be restored`
        : `the backup reaches until ${textOf(until)}, not until ${textOf(wish.time)}`,
    );
  return { line, backup, pieces, time: wish.time, until };
}

function fits(line: KnownLine, backup: KnownBackup, wish: RestoreWish): boolean {
  return (
    (wish.line === undefined || line.name === wish.line) &&
    (wish.backup === undefined || backup.id === wish.backup) &&
    (wish.time === undefined || backup.endedAt <= wish.time)
  );
}

function whyNone(catalog: readonly KnownLine[], { time, line, backup }: RestoreWish): string {
  if (catalog.length === 0) return 'there are no backups of Fairlot here';
  const all = catalog
    .filter(({ name }) => line === undefined || name === line)
    .flatMap(({ backups }) => backups)
    .filter(({ id }) => backup === undefined || id === backup);
  const first = all.toSorted((one, other) => one.endedAt - other.endedAt)[0];
  if (first === undefined) return 'there is no finished backup of that name here';
  return `the earliest time that can be restored is ${textOf(first.endedAt)}${time === undefined ? '' : `, not ${textOf(time)}`}`;
}

function textOf(time: number): string {
  return new Date(time).toISOString();
}
