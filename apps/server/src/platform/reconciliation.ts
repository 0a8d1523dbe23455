import { type Job, every } from './jobs.ts';
import type { Log } from './log.ts';

const EVERY_MS = 15_000;

/**
 * Finishes decisions whose completion is not recorded: at the start, and every 15 seconds in case trading was
 * unavailable.
 */
export class Reconciliation {
  readonly #steps: readonly (() => Promise<void>)[];
  readonly #job: Job;

  constructor(steps: readonly (() => Promise<void>)[], log: Log) {
    this.#steps = steps;
    this.#job = every(
      EVERY_MS,
      () => this.#round(),
      (error) => log.error({ err: error }, 'decisions could not be finished; the next round tries again'),
    );
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
    for (const step of this.#steps) await step();
  }
}
