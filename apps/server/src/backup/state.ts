import { randomBytes } from 'node:crypto';
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { HOUR_MS, MINUTE_MS } from '@fairlot/domain';
import { z } from 'zod/mini';

/** File of the data folder with the state of the backups, for the server and the office. */
const STATE_FILE = 'backup-state.json';

/** Works of the backups, with the most serious failure first. */
export const WORKS = ['check', 'log', 'backup', 'removal of old backups'] as const;
export type BackupWork = (typeof WORKS)[number];

const record = z.object({
  /** The target in words. */
  target: z.string(),
  /** End of the last finished backup, and its size in the target. */
  lastBackupAt: z.optional(z.number()),
  lastBackupBytes: z.optional(z.number()),
  /** End of the last backup that was restored and verified. */
  lastVerifiedAt: z.optional(z.number()),
  /** Last moment that can be restored. */
  archivedUntil: z.optional(z.number()),
  /** The last failure of each work, until the same work succeeds. */
  errors: z.optional(z.partialRecord(z.enum(WORKS), z.object({ at: z.number(), text: z.string() }))),
});
export type NotedState = z.infer<typeof record>;

/** The folder with the state, and the target that it is about. */
export interface StatePlace {
  readonly dataFolder: string;
  readonly target: string;
}

/** Periods that the schedule promises. */
export interface BackupSchedule {
  readonly everyHours: number;
  readonly walSeconds: number;
}

/** Time that a first backup or a check may take before it counts as missing. */
const GRACE_MS = HOUR_MS;
const LOG_GRACE_MS = 300_000;
/** A noted time that is further ahead than this was told by a clock that was off, or the clock is behind now. */
export const AHEAD_MS = MINUTE_MS;

/** The state that a process of backups notes in the data folder. A missing or broken file has none. */
export function readBackupState(dataFolder: string): NotedState | undefined {
  try {
    const result = z.safeParse(record, JSON.parse(readFileSync(join(dataFolder, STATE_FILE), 'utf8')));
    return result.success ? result.data : undefined;
  } catch {
    return undefined;
  }
}

/** Notes that a work succeeded, and what is new. Its earlier failure is forgotten. */
export function noteSuccess(
  { dataFolder, target }: StatePlace,
  work: BackupWork,
  change: Partial<NotedState> = {},
): void {
  const before = notedFor(dataFolder, target);
  const { [work]: _mended, ...errors } = before.errors ?? {};
  write(dataFolder, { ...before, errors, ...change, target });
}

/** Notes that a work failed. */
export function noteFailure({ dataFolder, target }: StatePlace, work: BackupWork, at: number, text: string): void {
  const before = notedFor(dataFolder, target);
  write(dataFolder, { ...before, target, errors: { ...before.errors, [work]: { at, text } } });
}

/** A state belongs to one target: after a change of the target it begins empty. */
function notedFor(dataFolder: string, target: string): Partial<NotedState> {
  const noted = readBackupState(dataFolder);
  return noted?.target === target ? noted : {};
}

function write(dataFolder: string, state: NotedState): void {
  const path = join(dataFolder, STATE_FILE);
  const draft = `${path}.${randomBytes(4).toString('hex')}`;
  try {
    writeFileSync(draft, `${JSON.stringify(state)}\n`, { mode: 0o600 });
    renameSync(draft, path);
  } catch (error) {
    // On a full disk each try would leave one.
    rmSync(draft, { force: true });
    throw error;
  }
}

/** Troubles of a schedule that has run since `since`, the most serious failure first. */
export function problemsOf(
  { lastBackupAt, lastVerifiedAt, archivedUntil, errors = {} }: Partial<NotedState>,
  { everyHours, walSeconds }: BackupSchedule,
  since: number,
  now: number,
): readonly string[] {
  const isAhead = (at = 0): boolean => at > now + AHEAD_MS;
  const late = (at: number | undefined, allowedMs: number): boolean =>
    now - Math.max(at === undefined || isAhead(at) ? 0 : at, since) > allowedMs;
  const every = everyHours * HOUR_MS;
  return [
    ...WORKS.flatMap((work) => {
      const error = errors[work];
      return error === undefined ? [] : [`${work} failed: ${error.text}`];
    }),
    ...([lastBackupAt, lastVerifiedAt, archivedUntil].some(isAhead)
      ? ['the clock was ahead or is behind: a backup or its log is of a time to come']
      : []),
    ...(late(lastBackupAt, every + GRACE_MS) ? ['no backup was finished in time'] : []),
    ...(late(lastVerifiedAt, 2 * every + GRACE_MS) ? ['no backup was verified in time'] : []),
    ...(late(archivedUntil, 3 * walSeconds * 1000 + LOG_GRACE_MS) ? ['the log is not archived in time'] : []),
  ];
}
