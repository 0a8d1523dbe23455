import { type Job, every } from '../platform/jobs.ts';
import type { TradingShard } from './port.ts';

const CHECK_MS = 1000;

/** Ends pending orders at their expiry while neither a command nor a quote does, as on a weekend. */
export class ExpirySchedule {
  readonly #job: Job;

  constructor(trading: TradingShard, log: { error(message: string): void }) {
    this.#job = every(
      CHECK_MS,
      () => {
        trading.beginRollovers();
        return Promise.resolve();
      },
      (error) => log.error(`expired orders could not be ended, trying again: ${String(error)}`),
    );
  }

  start(): void {
    this.#job.start();
  }

  stop(): Promise<void> {
    return this.#job.stop();
  }
}
