import { DAY_MS, HOUR_MS } from '@fairlot/domain';
import { type Catalog, type KnownBackup, readCatalog } from './catalog.ts';
import { type Lsn, parseLsn, segmentStart } from './lsn.ts';
import { names } from './records.ts';
import { stampTime } from './stamp.ts';
import type { Vault } from './vault.ts';

/** Age from which an unfinished backup counts as given up. */
const GIVEN_UP_MS = 2 * DAY_MS;

/** Periods of the rule: days of which every moment can be restored, and hours between two backups. */
export interface RetentionRule {
  readonly keepDays: number;
  readonly everyHours: number;
}

/** Objects to delete: whole folders, and pieces of logs. */
export interface Expired {
  readonly backups: readonly { readonly line: string; readonly id: string }[];
  readonly pieces: readonly { readonly line: string; readonly names: readonly string[] }[];
  /** Lines without a backup, except for the newest. */
  readonly lines: readonly string[];
}

/**
 * The rule: every moment of the last `keepDays` can be restored. A backup may go when a later one of its line, which was
 * verified, ended before that time; those of an older line when the newer line's first verified backup ended before it.
 * Log before the oldest backup that is left goes with it. The same holds for backups that none of our keys opens.
 */
export function expiredOf({ lines, locked }: Catalog, rule: RetentionRule, now: number): Expired {
  const from = now - rule.keepDays * DAY_MS;
  const covering = new Set(lines.flatMap(({ backups }) => coveringOf(backups, rule, now)));
  const result = {
    backups: [] as { line: string; id: string }[],
    pieces: [] as { line: string; names: string[] }[],
    lines: locked.filter(({ name }) => isReplaced(lines, name, covering)).map(({ name }) => name),
  };
  lines.forEach((line, index) => {
    const isNewest = index === lines.length - 1;
    const isOver = isReplaced(lines, line.name, covering);
    const left = line.backups.filter(
      (_, at) => !isOver && !line.backups.slice(at + 1).some((later) => covering.has(later)),
    );
    const lockedLeft = line.locked.filter(
      ({ name }) => !isOver && !line.backups.some((later) => later.id > name && covering.has(later)),
    );
    if (left.length === 0 && lockedLeft.length === 0 && !isNewest && (isOver || line.record.createdAt < from)) {
      result.lines.push(line.name);
      return;
    }
    const gone = line.backups.filter((backup) => !left.includes(backup)).map(({ id }) => id);
    const lockedGone = line.locked.filter((backup) => !lockedLeft.includes(backup)).map(({ name }) => name);
    const givenUp = line.unfinished.filter((id) => stampTime(id) < now - GIVEN_UP_MS);
    result.backups.push(...[...gone, ...lockedGone, ...givenUp].map((id) => ({ line: line.name, id })));
    const [oldest] = left;
    // The log of a backup that does not open begins at a position that nobody can read.
    if (oldest === undefined || lockedLeft.some(({ name }) => name < oldest.id)) return;
    const needed: Lsn = segmentStart(parseLsn(oldest.startLsn), line.record.segmentBytes);
    const old = line.pieces.filter(({ end }) => end <= needed).map(({ name }) => name);
    if (old.length > 0) result.pieces.push({ line: line.name, names: old });
  });
  return result;
}

/** Deletes what the rule lets go. A backup loses its record first, so that half of one never looks whole. */
export async function removeExpired(vault: Vault, rule: RetentionRule, now: number): Promise<Expired> {
  const expired = expiredOf(await readCatalog(vault), rule, now);
  for (const { line, id } of expired.backups) await removeBackup(vault, line, id);
  for (const { line, names: pieces } of expired.pieces)
    await vault.remove(pieces.map((piece) => `${names.wals(line)}/${piece}`));
  for (const line of expired.lines) {
    for (const id of (await vault.list(names.bases(line))).folders) await removeBackup(vault, line, id);
    const pieces = (await vault.list(names.wals(line))).names;
    await vault.remove(pieces.map((piece) => `${names.wals(line)}/${piece}`));
    await vault.remove((await vault.list(line)).names.map((name) => `${line}/${name}`));
  }
  return expired;
}

async function removeBackup(vault: Vault, line: string, id: string): Promise<void> {
  await vault.remove([names.backup(line, id)]);
  const folder = names.base(line, id);
  await vault.remove((await vault.list(folder)).names.map((name) => `${folder}/${name}`));
}

/** True when a line after that name covers all moments that the rule keeps. */
function isReplaced(lines: Catalog['lines'], name: string, covering: ReadonlySet<KnownBackup>): boolean {
  return lines.some((later) => later.name > name && later.backups.some((each) => covering.has(each)));
}

/**
 * The verified backups of a line, of which the oldest is first, that ended before the oldest moment that the rule keeps.
 * At most one period counts between one backup and the next, and between the newest and now. A clock that is ahead by a
 * month for a minute, in which a backup is taken, makes the older backups one period older, not a month.
 */
function coveringOf(backups: readonly KnownBackup[], rule: RetentionRule, now: number): readonly KnownBackup[] {
  const most = rule.everyHours * HOUR_MS;
  let age = 0;
  let after = now;
  return backups.toReversed().filter(({ endedAt, verifiedAt }) => {
    age += Math.min(most, Math.max(0, after - endedAt));
    after = Math.min(after, endedAt);
    return verifiedAt !== undefined && age >= rule.keepDays * DAY_MS;
  });
}
