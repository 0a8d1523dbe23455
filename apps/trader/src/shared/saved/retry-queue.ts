/** Debounce time: changes closer together than this are sent as one. */
const DEBOUNCE_MS = 800;
/** Delay of the first retry; it doubles with every further failure. */
const FIRST_RETRY_MS = 2_000;
const LAST_RETRY_MS = 60_000;

/** Does the work for a name. False or a rejection means that it failed and is retried. */
export type Work = (name: string) => Promise<boolean>;

/** Runs work by name, debounced, and retries failures with exponential backoff. */
export class RetryQueue {
  readonly #work: Work;
  readonly #timers = new Map<string, ReturnType<typeof setTimeout>>();
  readonly #failures = new Map<string, number>();

  constructor(work: Work) {
    this.#work = work;
  }

  /** Schedules the work after the debounce time and resets its backoff. */
  soon(name: string): void {
    this.#failures.delete(name);
    this.#after(DEBOUNCE_MS, name);
  }

  /** Runs the work at once. */
  now(name: string): void {
    clearTimeout(this.#timers.get(name));
    this.#timers.delete(name);
    void this.#attempt(name);
  }

  /** Runs all scheduled work at once. */
  flush(): void {
    for (const name of this.#timers.keys()) this.now(name);
  }

  /** True while the work waits for further changes, not for a retry. */
  isChanging(name: string): boolean {
    return this.#timers.has(name) && !this.#failures.has(name);
  }

  #after(ms: number, name: string): void {
    clearTimeout(this.#timers.get(name));
    this.#timers.set(
      name,
      setTimeout(() => this.now(name), ms),
    );
  }

  async #attempt(name: string): Promise<void> {
    const isDone = await this.#work(name).catch(() => false);
    if (isDone) {
      this.#failures.delete(name);
      return;
    }
    // A newer change is already scheduled and covers this one.
    if (this.#timers.has(name)) return;
    const failures = this.#failures.get(name) ?? 0;
    this.#failures.set(name, failures + 1);
    this.#after(Math.min(FIRST_RETRY_MS * 2 ** failures, LAST_RETRY_MS), name);
  }
}
