import type { Clock } from './clock.ts';

/** Caches the promise of a read for `lifeMs`, so that concurrent readers share one read. */
export class TtlCache<Key, Value> {
  readonly #values = new Map<Key, { readonly at: number; readonly value: Promise<Value> }>();
  readonly #lifeMs: number;
  readonly #clock: Clock;

  constructor(lifeMs: number, clock: Clock) {
    this.#lifeMs = lifeMs;
    this.#clock = clock;
  }

  /**
   * The cached value of a key, or a new read. Failures are not cached. Entries are never evicted, so keys must come
   * from a small fixed set.
   */
  get(key: Key, read: () => Promise<Value>): Promise<Value> {
    const now = this.#clock();
    const entry = this.#values.get(key);
    if (entry !== undefined && Math.abs(now - entry.at) < this.#lifeMs) return entry.value;
    const value = read();
    this.#values.set(key, { at: now, value });
    value.catch(() => {
      if (this.#values.get(key)?.value === value) this.#values.delete(key);
    });
    return value;
  }
}
