import type { StaffSession } from './staff-session.ts';

/** The length of a work queue and the age of its oldest item. */
export interface QueueAge {
  readonly waiting: number;
  /** Arrival time of the oldest item. */
  readonly oldestAt: Date | undefined;
}

/** The member of staff who looks at the queues. */
export type QueueReader = Pick<StaffSession, 'staff' | 'roles'>;
/** Reads a queue. One of a person's own tasks shows each reader another part; without a reader it shows all. */
export type ReadQueue = (reader?: QueueReader) => Promise<QueueAge>;

/** Registry of the features' work queues, by name. The office's first page shows them. */
export class WorkQueues {
  readonly #readers = new Map<string, ReadQueue>();

  add(name: string, read: ReadQueue): void {
    if (this.#readers.has(name)) throw new Error(`the queue ${name} already exists`);
    this.#readers.set(name, read);
  }

  /** All queues as a member of staff sees them, in the order of their registration. */
  read(reader?: QueueReader): Promise<readonly (QueueAge & { readonly name: string })[]> {
    return Promise.all([...this.#readers].map(async ([name, read]) => ({ name, ...(await read(reader)) })));
  }
}
