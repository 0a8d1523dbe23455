/** The length of a work queue and the age of its oldest item. */
export interface QueueAge {
  readonly waiting: number;
  /** Arrival time of the oldest item. */
  readonly oldestAt: Date | undefined;
}

/** Registry of the features' work queues, by name. The office's first page shows them. */
export class WorkQueues {
  readonly #readers = new Map<string, () => Promise<QueueAge>>();

  add(name: string, read: () => Promise<QueueAge>): void {
    if (this.#readers.has(name)) throw new Error(`the queue ${name} already exists`);
    this.#readers.set(name, read);
  }

  /** All queues, in the order of their registration. */
  read(): Promise<readonly (QueueAge & { readonly name: string })[]> {
    return Promise.all([...this.#readers].map(async ([name, read]) => ({ name, ...(await read()) })));
  }
}
