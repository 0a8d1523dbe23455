import { nextRollover } from '@fairlot/domain';
import { NOTICE_MS } from './proposals.ts';

/** The first rollover at or after a moment. */
export function rolloverFrom(time: number): number {
  return nextRollover(time - 1).time;
}

/** The first rollover that a change which is approved now can take effect at. */
export function rolloverAfterNotice(now: number): number {
  return rolloverFrom(now + NOTICE_MS);
}
