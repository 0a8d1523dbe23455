/** How much work waits for people. */
export interface QueueAge {
  readonly waiting: number;
  /** Since when the oldest of it waits. */
  readonly oldestAt: Date | undefined;
}

/** What waits for people, by name. Features that keep a queue tell how it is read; the office's first page shows them all. */
export class WorkQueues {
  private readonly readers = new Map<string, () => Promise<QueueAge>>();

  add(name: string, read: () => Promise<QueueAge>): void {
    if (this.readers.has(name)) throw new Error(`there is a queue ${name} already`);
    this.readers.set(name, read);
  }

  /** All queues, in the order in which they were added. */
  read(): Promise<readonly (QueueAge & { readonly name: string })[]> {
    return Promise.all([...this.readers].map(async ([name, read]) => ({ name, ...(await read()) })));
  }
}
