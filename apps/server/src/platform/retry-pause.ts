/** The pause before the next try of what has failed: it doubles with each failure in a row, up to a limit. */
export class RetryPause {
  readonly #firstMs: number;
  readonly #mostMs: number;
  readonly #now: () => number;
  #failures = 0;
  #until = Number.NEGATIVE_INFINITY;

  /** `now`: steady time in milliseconds. Default: the process's own. */
  constructor(firstMs: number, mostMs: number, now: () => number = steadyTime) {
    this.#firstMs = firstMs;
    this.#mostMs = mostMs;
    this.#now = now;
  }

  /** True when another try is due. */
  get isOver(): boolean {
    return this.#now() >= this.#until;
  }

  /** Begins the pause after a failure, and returns its milliseconds. */
  failed(): number {
    // The exponent is bounded because failures may go on for days.
    const pauseMs = Math.min(this.#mostMs, this.#firstMs * 2 ** Math.min(this.#failures, 30));
    this.#failures += 1;
    this.#until = this.#now() + pauseMs;
    return pauseMs;
  }

  /** Ends the pause, and begins with the first one after the next failure. */
  clear(): void {
    this.#failures = 0;
    this.#until = Number.NEGATIVE_INFINITY;
  }
}

/** Milliseconds since the start of the process, which no change of the clock touches. */
export function steadyTime(): number {
  return performance.now();
}
