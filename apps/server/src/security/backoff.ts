import { HOUR_MS } from '@fairlot/domain';
import type { Clock } from '../platform/clock.ts';

/** The number of free failures, and the wait before further attempts. */
export interface BackoffPolicy {
  readonly free: number;
  readonly firstWaitMs: number;
  readonly longestWaitMs: number;
}

/** Failures expire this long after the last attempt. */
const MEMORY_MS = HOUR_MS;
/** Maximum number of names. The one with the oldest attempt is evicted first. */
const MAX_NAMES = 100_000;

interface Record {
  failures: number;
  waitUntil: number;
  at: number;
}

/** Exponential backoff after failures, counted by name: an address, an account, or a combination. */
export class Backoff {
  readonly #records = new Map<string, Record>();
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Milliseconds until the next attempt under a name is allowed; 0 when it is allowed now. */
  waitMs(name: string): number {
    return Math.max(0, (this.#current(name)?.waitUntil ?? 0) - this.#clock());
  }

  /** Number of recent failures. */
  failures(name: string): number {
    return this.#current(name)?.failures ?? 0;
  }

  /** Counts an attempt as failed before its outcome is known, so that parallel attempts count like sequential ones. */
  begin(name: string, policy: BackoffPolicy): void {
    const now = this.#clock();
    const record = this.#current(name) ?? { failures: 0, waitUntil: 0, at: now };
    record.failures += 1;
    record.at = now;
    const beyond = record.failures - policy.free;
    if (beyond > 0)
      record.waitUntil = now + Math.min(policy.longestWaitMs, policy.firstWaitMs * 2 ** Math.min(beyond - 1, 30));
    this.#records.delete(name);
    this.#records.set(name, record);
    if (this.#records.size > MAX_NAMES) this.#forgetOldest();
  }

  /** Removes the last failure and its wait, for an attempt that should not count. */
  takeBack(name: string): void {
    const record = this.#records.get(name);
    if (record === undefined) return;
    record.failures = Math.max(0, record.failures - 1);
    record.waitUntil = 0;
  }

  /** Resets a name after a success. */
  forgive(name: string): void {
    this.#records.delete(name);
  }

  #current(name: string): Record | undefined {
    const record = this.#records.get(name);
    return record !== undefined && this.#clock() - record.at < MEMORY_MS ? record : undefined;
  }

  #forgetOldest(): void {
    for (const name of this.#records.keys()) {
      this.#records.delete(name);
      return;
    }
  }
}
