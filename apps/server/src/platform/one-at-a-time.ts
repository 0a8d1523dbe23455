import { ConcurrencyLimit } from './concurrency-limit.ts';

interface Queue {
  readonly limit: ConcurrencyLimit;
  /** Works that run or wait. */
  works: number;
}

/** Runs the works of each key one after another, with a bounded queue for each key. Works of other keys don't wait. */
export class OneAtATime<Key = number> {
  readonly #queues = new Map<Key, Queue>();
  readonly #mostWaiting: number;

  constructor(mostWaiting: number) {
    this.#mostWaiting = mostWaiting;
  }

  /** Throws OverloadedError when too many works of the key wait. */
  async run<T>(key: Key, work: () => Promise<T>): Promise<T> {
    const queue = this.#queues.get(key) ?? { limit: new ConcurrencyLimit(1, this.#mostWaiting), works: 0 };
    this.#queues.set(key, queue);
    queue.works += 1;
    try {
      return await queue.limit.run(work);
    } finally {
      queue.works -= 1;
      if (queue.works === 0) this.#queues.delete(key);
    }
  }
}
