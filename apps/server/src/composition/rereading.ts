import { every } from '../platform/jobs.ts';
import type { Log } from '../platform/log.ts';
import type { Lifecycle } from './lifecycle.ts';

const RETRY_MS = 1_000;

/**
 * Returns a function that reads again what another process has changed. A signal comes once, so a read that fails is
 * repeated each second until it succeeds. Reads of the same never overlap.
 */
export function rereading(
  what: string,
  read: () => Promise<void>,
  { lifecycle, log }: { readonly lifecycle: Pick<Lifecycle, 'onStop'>; readonly log: Pick<Log, 'error'> },
): () => void {
  let isDue = false;
  const work = async (): Promise<void> => {
    if (!isDue) return;
    isDue = false;
    try {
      await read();
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
  return () => {
    isDue = true;
    job.wake();
  };
}
