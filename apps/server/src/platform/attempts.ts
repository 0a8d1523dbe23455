import type { Clock } from './clock.ts';

/** How many failures are free, and how long the next attempt then has to wait. */
export interface Patience {
  readonly free: number;
  readonly firstWaitMs: number;
  readonly longestWaitMs: number;
}

/** Failures are forgotten when nothing was tried for so long. */
const MEMORY_MS = 3_600_000;
/** Names remembered at a time; the one that was tried longest ago is forgotten first. */
const MAX_NAMES = 100_000;

interface Record {
  failures: number;
  waitUntil: number;
  at: number;
}

/** Slows down whoever keeps failing, under any name: an address, an account, or both together. Each failure doubles the wait. */
export class Attempts {
  private readonly records = new Map<string, Record>();
  private readonly clock: Clock;

  constructor(clock: Clock) {
    this.clock = clock;
  }

  /** Milliseconds until something may be tried under a name; 0: now. */
  waitMs(name: string): number {
    return Math.max(0, (this.current(name)?.waitUntil ?? 0) - this.clock());
  }

  /** Failures lately. */
  failures(name: string): number {
    return this.current(name)?.failures ?? 0;
  }

  /** Counts an attempt as failed before its outcome is known, so that many at once are not more than the same one by one. */
  begin(name: string, patience: Patience): void {
    const now = this.clock();
    const record = this.current(name) ?? { failures: 0, waitUntil: 0, at: now };
    record.failures += 1;
    record.at = now;
    const beyond = record.failures - patience.free;
    if (beyond > 0)
      record.waitUntil = now + Math.min(patience.longestWaitMs, patience.firstWaitMs * 2 ** Math.min(beyond - 1, 30));
    this.records.delete(name);
    this.records.set(name, record);
    if (this.records.size > MAX_NAMES) this.forgetOldest();
  }

  /** The attempt was none to be counted: takes one failure back, and the wait that it brought. */
  takeBack(name: string): void {
    const record = this.records.get(name);
    if (record === undefined) return;
    record.failures = Math.max(0, record.failures - 1);
    record.waitUntil = 0;
  }

  /** The attempt succeeded: everything under the name is forgiven. */
  forgive(name: string): void {
    this.records.delete(name);
  }

  private current(name: string): Record | undefined {
    const record = this.records.get(name);
    return record !== undefined && this.clock() - record.at < MEMORY_MS ? record : undefined;
  }

  private forgetOldest(): void {
    for (const name of this.records.keys()) {
      this.records.delete(name);
      return;
    }
  }
}
