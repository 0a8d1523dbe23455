import { BackupError } from './backup-error.ts';
import type { Catalog, KnownBackup, KnownLine, Locked } from './catalog.ts';
import { parseLsn, segmentStart } from './lsn.ts';
import { stampTime } from './stamp.ts';
import { lockedText } from './vault.ts';
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
export function chooseRestore(catalog: Catalog, wish: RestoreWish): RestorePlan {
  const found = catalog.lines.toReversed().flatMap((line) => {
    const byTime = line.backups.toSorted((one, other) => one.endedAt - other.endedAt);
    const ordered = wish.time === undefined ? line.backups : byTime;
    const backup = ordered.findLast((each) => fits(line, each, wish));
    return backup === undefined ? [] : [{ line, backup }];
  })[0];
  if (found === undefined) throw new BackupError(whyNone(catalog, wish));
  const { line, backup } = found;
  requireKeys(catalog, found, wish);
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

/**
 * Throws BackupError when the wanted moment lies after a line or a backup of a key that we do not have. The line found
 * would be an older history of the database, and the log that follows such a backup does not open either.
 */
function requireKeys(
  { locked }: Catalog,
  { line, backup }: Pick<RestorePlan, 'line' | 'backup'>,
  wish: RestoreWish,
): void {
  const isBetween = ({ name }: Locked, after: string): boolean =>
    name > after && (wish.time === undefined || stampTime(name) <= wish.time);
  const newerLine = wish.line === undefined && wish.backup === undefined;
  const missing = [
    ...(newerLine ? locked.filter((each) => isBetween(each, line.name)) : []),
    ...line.locked.filter((each) => isBetween(each, backup.id)),
  ].toSorted((one, other) => stampTime(one.name) - stampTime(other.name))[0];
  if (missing === undefined) return;
  throw new BackupError(
    `${lockedText(missing)}. With your keys, --time restores moments before ${textOf(stampTime(missing.name))}`,
  );
}

function whyNone({ lines, locked }: Catalog, { time, line, backup }: RestoreWish): string {
  const wanted = lines.filter(({ name }) => line === undefined || name === line);
  const all = wanted.flatMap(({ backups }) => backups).filter(({ id }) => backup === undefined || id === backup);
  const closed = [
    ...wanted.flatMap((each) => each.locked).filter(({ name }) => backup === undefined || name === backup),
    ...locked.filter(({ name }) => line === undefined || name === line),
  ].find(({ name }) => time === undefined || stampTime(name) <= time);
  if (closed !== undefined) return lockedText(closed);
  if (lines.length === 0) return 'there are no backups of Fairlot here';
  const first = all.toSorted((one, other) => one.endedAt - other.endedAt)[0];
  if (first === undefined) return 'there is no finished backup of that name here';
  return `the earliest time that can be restored is ${textOf(first.endedAt)}${time === undefined ? '' : `, not ${textOf(time)}`}`;
}

function textOf(time: number): string {
  return new Date(time).toISOString();
}
