/** A periodic task. Runs never overlap. */
export interface Job {
  /** Starts the timer. The first run comes after one period; call `wake` to run at once. */
  start(): void;
  /** Runs now, or again right after the current run. */
  wake(): void;
  /** Stops the timer. Resolves when the current run has ended. */
  stop(): Promise<void>;
}

/** Milliseconds between runs: from start to start, or, as a function of a run's time, from end to start. */
export type Period = number | ((tookMs: number) => number);

/**
 * Creates a job that calls `run` every `period`. The timer skips a turn during a run. `onError` receives the error of a
 * failed run, and the next turn tries again; without it a failure ends the process.
 */
export function every(period: Period, run: () => unknown, onError?: (error: unknown) => void): Job {
  return new PeriodicJob(period, run, onError);
}

/** Milliseconds between two looks of a job at its clock. */
const LOOK_MS = 250;

/**
 * A job for work that becomes due at times of `clock`: it runs when `periodMs` has passed on the timer or on the clock.
 * Overdue work is thus done at once after the machine was suspended or its clock was set. `wake` always runs.
 */
export function everyByClock(
  clock: () => number,
  periodMs: number,
  run: () => unknown,
  onError?: (error: unknown) => void,
): Job {
  let ran = { clock: clock(), timer: performance.now() };
  let isWoken = false;
  const isDue = (): boolean =>
    isWoken || Math.abs(clock() - ran.clock) >= periodMs || performance.now() - ran.timer >= periodMs;
  const look = (): unknown => {
    if (!isDue()) return undefined;
    isWoken = false;
    ran = { clock: clock(), timer: performance.now() };
    return run();
  };
  const job = every(Math.min(LOOK_MS, periodMs), look, onError);
  return {
    start: () => job.start(),
    wake: () => {
      isWoken = true;
      job.wake();
    },
    stop: () => job.stop(),
  };
}

class PeriodicJob implements Job {
  readonly #period: Period;
  readonly #task: () => unknown;
  readonly #onError: ((error: unknown) => void) | undefined;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #isStarted = false;
  #isWoken = false;
  #isStopped = false;

  constructor(period: Period, run: () => unknown, onError: ((error: unknown) => void) | undefined) {
    this.#period = period;
    this.#task = run;
    this.#onError = onError;
  }

  start(): void {
    if (this.#isStarted || this.#isStopped) return;
    this.#isStarted = true;
    if (typeof this.#period === 'number') this.#timer = setInterval(() => this.#begin(), this.#period);
    else if (this.#running === undefined) this.#schedule(0);
  }

  wake(): void {
    if (this.#running === undefined) this.#begin();
    else this.#isWoken = true;
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#isWoken = false;
    clearTimeout(this.#timer);
    await this.#running;
  }

  #begin(): void {
    if (this.#isStopped || this.#running !== undefined) return;
    const startedAt = performance.now();
    try {
      const result = this.#task();
      if (!(result instanceof Promise)) return this.#schedule(performance.now() - startedAt);
      this.#running = result
        .then(nothing, (error: unknown) => this.#failed(error))
        .finally(() => this.#ended(performance.now() - startedAt));
    } catch (error) {
      this.#failed(error);
      this.#schedule(performance.now() - startedAt);
    }
    return undefined;
  }

  #ended(tookMs: number): void {
    this.#running = undefined;
    if (this.#isWoken) {
      this.#isWoken = false;
      this.#begin();
    } else {
      this.#schedule(tookMs);
    }
  }

  #failed(error: unknown): void {
    if (this.#onError === undefined) throw error;
    this.#onError(error);
  }

  /** Schedules the next run when the period counts from the end of the last one. */
  #schedule(tookMs: number): void {
    if (typeof this.#period === 'number' || !this.#isStarted || this.#isStopped) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#begin(), this.#period(tookMs));
  }
}

function nothing(): void {
  // The result of a run is not used.
}
