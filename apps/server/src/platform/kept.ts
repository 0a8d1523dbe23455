import type { Clock } from './clock.ts';

/** Keeps what was read for a moment, so that many who look at the same figures cost one reading. */
export class Kept<Key, Value> {
  private readonly values = new Map<Key, { readonly at: number; readonly value: Promise<Value> }>();
  private readonly lifeMs: number;
  private readonly clock: Clock;

  constructor(lifeMs: number, clock: Clock) {
    this.lifeMs = lifeMs;
    this.clock = clock;
  }

  /** The value of a key, read now or a moment ago. What failed is not kept. Keys are few and known. */
  get(key: Key, read: () => Promise<Value>): Promise<Value> {
    const now = this.clock();
    const kept = this.values.get(key);
    if (kept !== undefined && Math.abs(now - kept.at) < this.lifeMs) return kept.value;
    const value = read();
    this.values.set(key, { at: now, value });
    value.catch(() => {
      if (this.values.get(key)?.value === value) this.values.delete(key);
    });
    return value;
  }
}
