import { NotReadyError } from '../platform/not-ready-error.ts';
import { pause } from '../platform/pause.ts';
import type { GroupCommit } from './group-commit.ts';
import { type HostOutcome, REFUSED_NOT_READY } from './port.ts';

/** Maximum wait for the tables. */
const LIMIT_MS = 10_000;
/** Pause before a recovering host is asked again. */
const RECOVERY_MS = 25;

/**
 * Resolves when the tables have all that was committed before the call. While the host recovers they may lack rows whose
 * callers were answered, so the wait goes on. `current`: the queue in use; undefined while the host recovers. Throws
 * NotReadyError after ten seconds.
 */
export async function waitForTables(current: () => GroupCommit | 'ended' | undefined): Promise<void> {
  const end = performance.now() + LIMIT_MS;
  for (;;) {
    const commits = current();
    if (commits === 'ended' || commits?.unwritten === 0) return;
    // After a failed write, the recovery writes the rest.
    if (commits === undefined) await pause(RECOVERY_MS);
    else if ((await isDoneBy(end, commits.written())) && current() === commits) return;
    if (performance.now() >= end) throw new NotReadyError('the tables were not written in time');
  }
}

/** Resolves when the tables have all rows that were decided before the call. Throws NotReadyError when that fails. */
export async function settle(commits: GroupCommit | undefined): Promise<void> {
  const outcome = await new Promise<HostOutcome>((answer) => {
    if (commits === undefined) answer(REFUSED_NOT_READY);
    else commits.whenCommitted({ outcome: { ok: true }, until: 'written', command: undefined, answer });
  });
  if (!outcome.ok) throw new NotReadyError('the shard recovers');
}

async function isDoneBy(end: number, work: Promise<void>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((give) => {
    timer = setTimeout(() => give(false), Math.max(0, end - performance.now()));
  });
  const isDone = await Promise.race([work.then(() => true), late]);
  clearTimeout(timer);
  return isDone;
}
