import { PACE_TICKS } from './limits.ts';

/** Gathers changes and lets each key through at once when it was quiet, and then at most once in PACE_TICKS ticks. */
export class Pace<Key> {
  private readonly changed = new Set<Key>();
  private readonly lastSent = new Map<Key, number>();
  private tick = 0;

  mark(key: Key): void {
    this.changed.add(key);
  }

  /** Goes on to the next tick and takes what is due in it. */
  due(): Key[] {
    this.tick += 1;
    const due: Key[] = [];
    for (const key of this.changed) {
      const last = this.lastSent.get(key);
      if (last !== undefined && this.tick - last < PACE_TICKS) continue;
      this.lastSent.set(key, this.tick);
      this.changed.delete(key);
      due.push(key);
    }
    return due;
  }
}
