import { every } from '../platform/jobs.ts';
import { LaterLooks } from '../platform/later-looks.ts';
import type { Log } from '../platform/log.ts';
import type { Lifecycle } from './lifecycle.ts';

const RETRY_MS = 1_000;

interface Deps {
  readonly lifecycle: Pick<Lifecycle, 'onStop'>;
  readonly log: Pick<Log, 'error'>;
}

/** Asks for reading again. Reads of the same never overlap, and one that fails is repeated each second until it succeeds. */
export interface Rereading {
  /** Another process has changed it. */
  readonly now: () => void;
  /** The outcome of a change is unknown: reads at once, and some more times later. */
  readonly unsure: () => void;
}

/**
 * Returns a function that reads again what another process has changed. A signal comes once, so a read that fails is
 * repeated each second until it succeeds.
 */
export function rereading(what: string, read: () => Promise<void>, deps: Deps): () => void {
  return openRereading(what, read, deps).now;
}

/**
 * As `rereading`, for what this process changes as well. `read` can ask, when it has read, whether it may have found a
 * change of this process, which nobody was told of.
 */
export function openRereading(
  what: string,
  read: (isUnsure: () => boolean) => Promise<void>,
  { lifecycle, log }: Deps,
): Rereading {
  const looks = new LaterLooks();
  let isDue = false;
  const work = async (): Promise<void> => {
    if (!isDue && !looks.isDue) return;
    const since = performance.now();
    isDue = false;
    try {
      await read(() => looks.arePlanned);
      looks.done(since);
    } catch (error) {
      isDue = true;
      throw error;
    }
  };
  const job = every(RETRY_MS, work, (error) =>
    log.error({ err: error }, `${what} could not be read again; the next second tries again`),
  );
  lifecycle.onStop(`reading ${what} again`, () => job.stop());
  job.start();
  const now = (): void => {
    isDue = true;
    job.wake();
  };
  return {
    now,
    unsure: () => {
      looks.plan();
      now();
    },
  };
}
