/** Repeats a step of work, and lets calls, sockets and timers come between two steps. */
export class IdleWork {
  readonly #step: () => boolean;
  #scheduled = false;

  /** `step` returns true when it should be repeated. */
  constructor(step: () => boolean) {
    this.#step = step;
  }

  /** Starts the work, if it is not under way. */
  wake(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      if (this.#step()) this.wake();
    });
  }
}
