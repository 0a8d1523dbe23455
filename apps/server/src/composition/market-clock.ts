import type { MachineClocks } from '../platform/clock.ts';
import { type Job, every } from '../platform/jobs.ts';
import type { Log } from '../platform/log.ts';
import { SteadyClock } from '../platform/steady-clock.ts';
import type { Part } from './lifecycle.ts';

const BEAT_MS = 250;

export interface MarketClockOptions {
  readonly clocks: MachineClocks;
  readonly log: Log;
  /** Market time that was already reached; undefined for a new database. */
  readonly notBefore: number | undefined;
}

/**
 * The clock of the market: a wall clock that does not jump. A jump suspends dealing until the clock agrees again
 * or an operator accepts it.
 */
export class MarketClock implements Part {
  readonly #options: MarketClockOptions;
  readonly #steady: SteadyClock;
  readonly #beat: Job;
  readonly #listeners = new Set<(inDoubt: boolean) => void>();

  constructor(options: MarketClockOptions) {
    this.#options = options;
    this.#steady = new SteadyClock(
      options.clocks,
      { jumped: (offMs) => this.#jumped(offMs), trusted: (acceptedMs) => this.#trusted(acceptedMs) },
      options.notBefore,
    );
    this.#beat = every(BEAT_MS, () => this.#steady.beat());
  }

  /** Market time of a feed that follows the wall clock, in epoch milliseconds. */
  readonly now = (): number => this.#steady.now();

  /** Milliseconds by which the wall clock has jumped; undefined while it can be trusted. */
  get offMs(): number | undefined {
    return this.#steady.offMs;
  }

  /** Calls the listener when the clock comes into doubt and when it can be trusted again. */
  onDoubt(listener: (inDoubt: boolean) => void): void {
    this.#listeners.add(listener);
  }

  /** Accepts the jump: the wall clock as it is now is the time. Returns false when there is no jump. */
  accept(): boolean {
    return this.#steady.accept();
  }

  start(): void {
    this.#beat.start();
  }

  stop(): Promise<void> {
    return this.#beat.stop();
  }

  #jumped(offMs: number): void {
    this.#options.log.error(
      `the clock of this machine has jumped by ${offMs} ms. Dealing is suspended and market time goes on as before, until the clock agrees again or staff accept it in the office`,
    );
    for (const listener of this.#listeners) listener(true);
  }

  #trusted(acceptedMs: number): void {
    this.#options.log.warn(
      acceptedMs === 0
        ? 'the clock of this machine agrees with the time that has passed again. Dealing goes on'
        : `the jump of the clock by ${acceptedMs} ms is accepted, and dealing goes on. After a jump back, market time runs slower until the clock has caught up`,
    );
    for (const listener of this.#listeners) listener(false);
  }
}
