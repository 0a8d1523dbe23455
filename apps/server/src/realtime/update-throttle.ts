import { PACE_TICKS } from './limits.ts';

/** A throttle per key: the first change passes at the next tick, further changes at most once in PACE_TICKS ticks. */
export class UpdateThrottle<Key> {
  readonly #changed = new Set<Key>();
  readonly #lastSent = new Map<Key, number>();
  #tick = 0;

  mark(key: Key): void {
    this.#changed.add(key);
  }

  /** Advances by ticks, of which some may have been skipped, and returns the keys that are due. */
  due(ticks = 1): Key[] {
    this.#tick += ticks;
    const due: Key[] = [];
    for (const key of this.#changed) {
      const last = this.#lastSent.get(key);
      if (last !== undefined && this.#tick - last < PACE_TICKS) continue;
      this.#lastSent.set(key, this.#tick);
      this.#changed.delete(key);
      due.push(key);
    }
    return due;
  }
}
