/** Sends of one stream in slices: each step sends one. */
export type Slices = Iterator<void, void, undefined>;

/**
 * Spreads frames for thousands of sockets over turns of the event loop, so that a call or a commit waits for one slice
 * and not for all sockets. Streams take turns.
 */
export class SendTurns {
  #waiting: Slices[] = [];
  #isScheduled = false;

  /** True while frames wait to be sent. */
  get isBusy(): boolean {
    return this.#waiting.length > 0;
  }

  /** Sends the first slice at once, and the others in later turns. */
  run(slices: Slices): void {
    if (slices.next().done === true) return;
    this.#waiting.push(slices);
    this.#schedule();
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      const next = this.#waiting.shift();
      if (next !== undefined && next.next().done !== true) this.#waiting.push(next);
      if (this.isBusy) this.#schedule();
    });
  }
}
