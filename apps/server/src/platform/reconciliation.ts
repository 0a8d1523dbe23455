import type { Log } from './log.ts';

const EVERY_MS = 15_000;

/** Settles what was decided and is not known to be done: at the start, and while the server runs, in case the trading core was away. */
export class Reconciliation {
  private readonly steps: readonly (() => Promise<void>)[];
  private readonly log: Log;
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> = Promise.resolve();

  constructor(steps: readonly (() => Promise<void>)[], log: Log) {
    this.steps = steps;
    this.log = log;
  }

  /** The first round, before anybody is let in; then one now and again. */
  async start(): Promise<void> {
    for (const step of this.steps) await step();
    this.timer = setInterval(() => {
      this.running = this.running.then(() => this.round());
    }, EVERY_MS);
    this.timer.unref();
  }

  /** Resolves when the round that runs is over. */
  async stop(): Promise<void> {
    clearInterval(this.timer);
    await this.running;
  }

  private async round(): Promise<void> {
    try {
      for (const step of this.steps) await step();
    } catch (error) {
      this.log.error({ err: error }, 'what was decided could not be settled; the next round tries again');
    }
  }
}
