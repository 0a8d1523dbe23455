import { randomBytes } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { HOUR_MS } from '@fairlot/domain';
import { z } from 'zod/mini';

/** File of the data folder with the state of the backups, for the server and the office. */
const STATE_FILE = 'backup-state.json';

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
  /** The last failure, until the same work succeeds. */
  error: z.optional(z.object({ at: z.number(), work: z.string(), text: z.string() })),
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
export function noteSuccess({ dataFolder, target }: StatePlace, work: string, change: Partial<NotedState> = {}): void {
  const { error, ...before } = notedFor(dataFolder, target);
  write(dataFolder, { ...before, ...(error !== undefined && error.work !== work && { error }), ...change, target });
}

/** Notes that a work failed. */
export function noteFailure({ dataFolder, target }: StatePlace, work: string, at: number, text: string): void {
  write(dataFolder, { ...notedFor(dataFolder, target), target, error: { at, work, text } });
}

/** A state belongs to one target: after a change of the target it begins empty. */
function notedFor(dataFolder: string, target: string): Partial<NotedState> {
  const noted = readBackupState(dataFolder);
  return noted?.target === target ? noted : {};
}

function write(dataFolder: string, state: NotedState): void {
  const path = join(dataFolder, STATE_FILE);
  const draft = `${path}.${randomBytes(4).toString('hex')}`;
  writeFileSync(draft, `${JSON.stringify(state)}\n`, { mode: 0o600 });
  renameSync(draft, path);
}

/** Troubles of a schedule that has run since `since`. */
export function problemsOf(
  { lastBackupAt, lastVerifiedAt, archivedUntil, error }: Partial<NotedState>,
  { everyHours, walSeconds }: BackupSchedule,
  since: number,
  now: number,
): readonly string[] {
  const late = (at: number | undefined, allowedMs: number): boolean => now - Math.max(at ?? 0, since) > allowedMs;
  const every = everyHours * HOUR_MS;
  return [
    ...(error === undefined ? [] : [`${error.work} failed: ${error.text}`]),
    ...(late(lastBackupAt, every + GRACE_MS) ? ['no backup was finished in time'] : []),
    ...(late(lastVerifiedAt, 2 * every + GRACE_MS) ? ['no backup was verified in time'] : []),
    ...(late(archivedUntil, 3 * walSeconds * 1000 + LOG_GRACE_MS) ? ['the log is not archived in time'] : []),
  ];
}
