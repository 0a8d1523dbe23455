import type { Clock } from './clock.ts';

interface Timer {
  readonly due: number;
  readonly run: () => void;
}

/** A clock that a test advances. Timers due at the same time run in the order in which they were set. */
export class ManualClock implements Clock {
  #now: number;
  #timers: Timer[] = [];

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

  /** Advances the time; every timer runs when it is due. */
  advance(ms: number): void {
    const end = this.#now + ms;
    for (let next = this.#next(end); next !== undefined; next = this.#next(end)) {
      const { due, run } = next;
      this.#now = Math.max(this.#now, due);
      this.#timers = this.#timers.filter((other) => other !== next);
      run();
    }
    this.#now = end;
  }

  /** Advances the time as if the page were suspended: timers run late, at the next `advance`. */
  sleep(ms: number): void {
    this.#now += ms;
  }

  /** Time at which the next timer is due. */
  get due(): number | undefined {
    return this.#next(Number.POSITIVE_INFINITY)?.due;
  }

  #next(end: number): Timer | undefined {
    let next: Timer | undefined;
    for (const timer of this.#timers)
      if (timer.due <= end && (next === undefined || timer.due < next.due)) next = timer;
    return next;
  }
}
