import type { Log } from '../platform/log.ts';

/** A part of the server that works from its start until its stop. */
export interface Part {
  start(): void | Promise<void>;
  stop(): void | Promise<void>;
}

interface Stop {
  readonly name: string;
  readonly run: () => void | Promise<void>;
}

/** The running parts of the server, in the order of their start. */
export class Lifecycle {
  readonly #log: Log;
  readonly #stops: Stop[] = [];
  readonly #aborted: AbortSignal | undefined;
  #stopping: Promise<void> | undefined;

  /** `aborted` interrupts the start between two parts. */
  constructor(log: Log, aborted?: AbortSignal) {
    this.#log = log;
    this.#aborted = aborted;
  }

  get isStopping(): boolean {
    return this.#stopping !== undefined;
  }

  /** Throws when the start is to go no further. */
  requireGoingOn(): void {
    this.#aborted?.throwIfAborted();
  }

  /** Starts a part. Its stop is registered first, so that a start that fails half-way is also undone. */
  async start(name: string, part: Part): Promise<void> {
    this.onStop(name, () => part.stop());
    await part.start();
  }

  /** Registers the stop of a part that is already running. Throws when the start is to go no further. */
  onStop(name: string, stop: () => void | Promise<void>): void {
    this.#stops.push({ name, run: stop });
    this.#aborted?.throwIfAborted();
  }

  /**
   * Stops all parts, the last one first. A part that fails to stop is logged and does not prevent the others from
   * stopping; the promise rejects at the end. Repeated calls wait for the first.
   */
  stop(): Promise<void> {
    this.#stopping ??= this.#stopAll();
    return this.#stopping;
  }

  async #stopAll(): Promise<void> {
    const errors: unknown[] = [];
    // Parts that start in the background may still come while others stop.
    for (let last = this.#stops.pop(); last !== undefined; last = this.#stops.pop()) {
      const { name, run } = last;
      try {
        await run();
      } catch (error) {
        errors.push(error);
        this.#log.error({ err: error, part: name }, 'a part of the server did not stop cleanly');
      }
    }
    if (errors.length > 0)
      throw new AggregateError(errors, `${errors.length} parts of the server did not stop cleanly`);
  }
}
