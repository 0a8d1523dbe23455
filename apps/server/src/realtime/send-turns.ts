import { SLICE_SENDS } from './limits.ts';

/** Sends of one stream: each step continues until the turn has no sends left. */
export type Slices = Iterator<void, void, undefined>;

/**
 * Spreads frames for thousands of sockets over turns of the event loop, so that a call or a commit waits for one slice
 * and not for all sockets. All streams share the sends of a turn, and take turns.
 */
export class SendTurns {
  #waiting: Slices[] = [];
  #left = SLICE_SENDS;
  #isScheduled = false;

  /** True while frames wait to be sent. */
  get isBusy(): boolean {
    return this.#waiting.length > 0;
  }

  /** Takes one of the sends of this turn. False when none is left. */
  take(): boolean {
    this.#schedule();
    if (this.#left === 0) return false;
    this.#left -= 1;
    return true;
  }

  /** Sends as much as this turn allows, after what waits, and the rest in later turns. */
  run(slices: Slices): void {
    if (!this.isBusy && slices.next().done === true) return;
    this.#waiting.push(slices);
    this.#schedule();
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      this.#left = SLICE_SENDS;
      while (this.#left > 0 && this.#work());
      if (this.isBusy) this.#schedule();
    });
  }

  /** Continues the stream that has waited longest. False when none waits. */
  #work(): boolean {
    const next = this.#waiting.shift();
    if (next === undefined) return false;
    if (next.next().done !== true) this.#waiting.push(next);
    return true;
  }
}
