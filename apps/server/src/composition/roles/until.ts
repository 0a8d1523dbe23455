import type { Log } from '../../platform/log.ts';
import { pause } from '../../platform/pause.ts';
import type { StartDeps } from '../deps.ts';

const LOOK_MS = 300;

/** Waits until something holds, and tells once what it waits for. Throws when the process stops. */
export async function until(
  holds: () => boolean | Promise<boolean>,
  what: string,
  log: Log,
  lifecycle: StartDeps['lifecycle'],
): Promise<void> {
  let isTold = false;
  while (!(await holds())) {
    if (!isTold) log.info(what);
    isTold = true;
    await pause(LOOK_MS);
    requireRunning(lifecycle);
  }
}

/** Throws when the process stops. */
export function requireRunning(lifecycle: StartDeps['lifecycle']): void {
  if (lifecycle.isStopping) throw new Error('the process is stopping');
  lifecycle.requireGoingOn();
}
