import { type Job, every } from './jobs.ts';

const EVERY_MS = 15_000;

/** The part of the log that reports failed steps. */
interface ErrorLog {
  error(detail: object, message: string): void;
}

/**
 * Finishes decisions whose completion is not recorded: at the start, and every 15 seconds in case trading was
 * unavailable. A step that fails is logged and keeps neither the server from starting nor the other steps from running.
 */
export class Reconciliation {
  readonly #steps: readonly (() => Promise<void>)[];
  readonly #log: ErrorLog;
  readonly #job: Job;

  constructor(steps: readonly (() => Promise<void>)[], log: ErrorLog) {
    this.#steps = steps;
    this.#log = log;
    this.#job = every(EVERY_MS, () => this.#round());
  }

  /** Runs the first round, before any call is taken, then one every 15 seconds. */
  async start(): Promise<void> {
    await this.#round();
    this.#job.start();
  }

  /** Resolves when the current round has ended. */
  stop(): Promise<void> {
    return this.#job.stop();
  }

  async #round(): Promise<void> {
    for (const step of this.#steps) {
      try {
        await step();
      } catch (error) {
        this.#log.error({ err: error }, 'decisions could not be finished; the next round tries again');
      }
    }
  }
}
