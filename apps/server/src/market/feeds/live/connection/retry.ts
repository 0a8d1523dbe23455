import type { Fault } from './fault.ts';

const FIRST_MS = 500;
const LONGEST_MS = 60_000;
/** Refused credentials do not become right by themselves. */
const REFUSED_MS = 300_000;
/** After a 429 without Retry-After; and the longest Retry-After that is followed. */
const LIMITED_MS = 60_000;
const LONGEST_WAIT_MS = 900_000;

/** The longest wait before the attempt after this number of consecutive failures: exponential, 0.5 s to 60 s. */
function ceiling(failures: number): number {
  return Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(failures - 1, 16));
}

/**
 * Milliseconds until the next attempt after `failures` consecutive failures, the last of which was `fault`. Full
 * jitter: uniform between 0 and the ceiling, so that many servers do not return in step. A wait that the source asked
 * for is the lower bound; a refusal waits between five and six minutes.
 */
export function retryDelay(failures: number, fault: Fault, random: () => number): number {
  if (fault.reason === 'unauthorized') return REFUSED_MS + random() * (REFUSED_MS / 5);
  const asked = fault.retryAfterMs ?? (fault.reason === 'rate_limited' ? LIMITED_MS : 0);
  return Math.min(asked, LONGEST_WAIT_MS) + random() * ceiling(failures);
}
