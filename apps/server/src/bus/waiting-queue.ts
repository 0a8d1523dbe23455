import type { SubscriberOptions } from './bus.ts';

/** Messages that wait for a subscriber at most, unless it says otherwise. */
const MOST_WAITING = 10_000;
/** Messages that are delivered in one turn of the event loop. */
const PER_TURN = 256;

/** The messages that wait for one subscriber. A subscriber that falls behind loses all of them and is told. */
export class WaitingQueue {
  readonly #listener: (data: Uint8Array) => void;
  readonly #options: SubscriberOptions;
  #waiting: Uint8Array[] = [];
  #next = 0;
  #isScheduled = false;
  #isClosed = false;

  constructor(listener: (data: Uint8Array) => void, options: SubscriberOptions) {
    this.#listener = listener;
    this.#options = options;
  }

  add(data: Uint8Array): void {
    if (this.#isClosed) return;
    if (this.#waiting.length - this.#next >= (this.#options.most ?? MOST_WAITING)) this.drop();
    else this.#waiting.push(data);
    this.#schedule();
  }

  /** Drops the messages that wait, and tells the subscriber. */
  drop(): void {
    if (this.#isClosed) return;
    this.#waiting = [];
    this.#next = 0;
    this.#options.onDropped();
  }

  close(): void {
    this.#isClosed = true;
    this.#waiting = [];
    this.#next = 0;
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      this.#deliver();
    });
  }

  #deliver(): void {
    for (let count = 0; count < PER_TURN; count += 1) {
      const data = this.#waiting[this.#next];
      if (data === undefined) {
        this.#waiting = [];
        this.#next = 0;
        return;
      }
      this.#next += 1;
      this.#listener(data);
    }
    this.#free();
    this.#schedule();
  }

  /**
   * Lets go of delivered messages once they are as many as those that wait, so that a queue that is never empty holds few
   * of them, and each delivered one costs at most one move.
   */
  #free(): void {
    if (this.#next < this.#waiting.length - this.#next) return;
    this.#waiting = this.#waiting.slice(this.#next);
    this.#next = 0;
  }
}
