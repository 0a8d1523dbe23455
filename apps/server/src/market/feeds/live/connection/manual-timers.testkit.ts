import type { Timers } from './timers.ts';

interface Timer {
  readonly at: number;
  readonly callback: () => void;
}

/** Timers that only a test moves. Random numbers are 0.5. */
export class ManualTimers implements Timers {
  #now: number;
  #timers: Timer[] = [];
  #waiting: { readonly delayMs: number; readonly done: () => void }[] = [];

  constructor(now = Date.UTC(2026, 10, 23, 9)) {
    this.#now = now;
  }

  now(): number {
    return this.#now;
  }

  random(): number {
    return 0.5;
  }

  after(delayMs: number, callback: () => void): () => void {
    const timer = { at: this.#now + delayMs, callback };
    this.#timers.push(timer);
    for (const one of this.#waiting) if (one.delayMs === delayMs) one.done();
    return () => {
      this.#timers = this.#timers.filter((other) => other !== timer);
    };
  }

  /** Moves the time, and runs the timers that are due in their order. */
  advance(ms: number): void {
    const end = this.#now + ms;
    for (;;) {
      const [next] = this.#timers.filter((timer) => timer.at <= end).toSorted((one, other) => one.at - other.at);
      if (next === undefined) break;
      this.#timers = this.#timers.filter((timer) => timer !== next);
      this.#now = Math.max(this.#now, next.at);
      next.callback();
    }
    this.#now = end;
  }

  /** Milliseconds until each timer that waits, ascending. */
  waits(): number[] {
    return this.#timers.map((timer) => timer.at - this.#now).toSorted((one, other) => one - other);
  }

  /** Resolves when a timer with this delay is set, or waits already. */
  scheduled(delayMs: number): Promise<void> {
    if (this.#timers.some((timer) => timer.at === this.#now + delayMs)) return Promise.resolve();
    return new Promise((done) => {
      this.#waiting.push({ delayMs, done });
    });
  }
}
