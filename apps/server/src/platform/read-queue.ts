import { ConcurrencyLimit } from './concurrency-limit.ts';
import { OneAtATime } from './one-at-a-time.ts';

export interface ReadQueueSize {
  readonly atOnce: number;
  /** Callers that may wait for their turn. */
  readonly mostWaiting: number;
  /** Further reads of one caller that may wait for the one before. */
  readonly mostOfCaller: number;
}

/**
 * A queue of expensive reads: a few run at once, and one of each caller, so that no caller takes the places of the
 * others. The callers take turns.
 */
export class ReadQueue {
  readonly #callers: OneAtATime<number | string>;
  readonly #limit: ConcurrencyLimit;

  constructor({ atOnce, mostWaiting, mostOfCaller }: ReadQueueSize) {
    this.#limit = new ConcurrencyLimit(atOnce, mostWaiting);
    this.#callers = new OneAtATime(mostOfCaller);
  }

  /** Runs a read of a caller. Throws OverloadedError when too many wait. */
  run<T>(caller: number | string, read: () => Promise<T>): Promise<T> {
    return this.#callers.run(caller, () => this.#limit.run(read));
  }
}
