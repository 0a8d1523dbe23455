import type { Clock } from '../platform/clock.ts';

/** A clock that a test moves by hand. Timers due at one moment run in the order in which they were set. */
export class ManualClock implements Clock {
  #now: number;
  #timers: { readonly due: number; readonly run: () => void }[] = [];

  constructor(start = 1_000_000) {
    this.#now = start;
  }

  now(): number {
    return this.#now;
  }

  after(delay: number, run: () => void): () => void {
    const timer = { due: this.#now + delay, run };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((other) => other !== timer);
    };
  }

  /** Lets time pass; every timer runs at its own moment. */
  advance(ms: number): void {
    const end = this.#now + ms;
    for (let next = this.#next(end); next !== undefined; next = this.#next(end)) {
      this.#now = Math.max(this.#now, next.due);
      this.#timers = this.#timers.filter((other) => other !== next);
      next.run();
    }
    this.#now = end;
  }

  /** Time passes while the page is suspended: no timer runs until it wakes, then they all come late. */
  sleep(ms: number): void {
    this.#now += ms;
  }

  #next(end: number): { readonly due: number; readonly run: () => void } | undefined {
    let next: { readonly due: number; readonly run: () => void } | undefined;
    for (const timer of this.#timers) if (timer.due <= end && (next === undefined || timer.due < next.due)) next = timer;
    return next;
  }
}
