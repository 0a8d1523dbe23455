/**
 * Thrown when too much work waits. Callers refuse at once, so that a flood takes no memory or processor time from the
 * market.
 */
export class OverloadedError extends Error {}

/** Limits how much heavy work runs and waits at a time: a semaphore with a bounded queue. */
export class ConcurrencyLimit {
  #running = 0;
  readonly #waiting: (() => void)[] = [];
  readonly #atOnce: number;
  readonly #mostWaiting: number;

  constructor(atOnce: number, mostWaiting: number) {
    this.#atOnce = atOnce;
    this.#mostWaiting = mostWaiting;
  }

  /** Runs the work when a slot is free. Throws OverloadedError when too much work waits. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running >= this.#atOnce) {
      if (this.#waiting.length >= this.#mostWaiting) throw new OverloadedError('too much work waits already');
      // Finished work hands its slot over, so that no newcomer takes it first.
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    } else {
      this.#running += 1;
    }
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#running -= 1;
      else next();
    }
  }
}
