import { pause } from '../../../../apps/server/src/platform/pause.ts';
import { backAfter } from '../drills/figures.ts';
import type { ServicePart } from './installation.ts';
import { type Back, seconds } from './summary.ts';

/** Longer than the goal, so that a service that comes late is told with its time. */
const BACK_LIMIT_MS = 58_000;
/** Clients go on for so long after the service is back. */
const AFTER_MS = 3000;
const LOOK_MS = 50;
/** A part that was not seen to work for so long is told when the service does not come back. */
const LATELY_MS = 5000;

/**
 * Waits until every part of the service works, and some time more. Returns when the pause of each ended, since the failure.
 * At first answers may be under way, a primary without Patroni serves on until HAProxy cuts it off, and a market publishes
 * until its lease ends. A part that has worked once may thus be gone again, so once all have worked, all must work again.
 */
export async function waitUntilBack(parts: readonly ServicePart[], failure: number): Promise<readonly Back[]> {
  await pause(AFTER_MS);
  for (let turn = 0; turn < 2; turn += 1) await untilAllHaveWorked(parts, performance.now(), failure);
  await pause(AFTER_MS);
  return parts.map(({ kind, name, worked }) => ({
    kind,
    name,
    ms: (backAfter(worked(failure), failure) ?? Number.NaN) - failure,
  }));
}

async function untilAllHaveWorked(parts: readonly ServicePart[], from: number, failure: number): Promise<void> {
  while (parts.some(({ worked }) => worked(from).length === 0)) {
    const now = performance.now();
    if (now - failure > BACK_LIMIT_MS) {
      const missing = parts.filter(({ worked }) => worked(from).length === 0 || worked(now - LATELY_MS).length === 0);
      throw new Error(
        `not back within ${seconds(BACK_LIMIT_MS)}: ${missing.map((part) => told(part, failure, now)).join(', ')}`,
      );
    }
    await pause(LOOK_MS);
  }
}

/** A part, when it was last seen to work, and what is known about it. */
function told({ name, state, worked }: ServicePart, failure: number, now: number): string {
  const last = worked(failure).at(-1);
  const lately = last === undefined ? 'not since the failure' : `last ${seconds(now - last)} ago`;
  return `${name} (${[lately, ...(state === undefined ? [] : [state()])].join('; ')})`;
}
