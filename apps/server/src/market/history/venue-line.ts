import { plainDetail } from '../feeds/live/connection/fault.ts';
import { RestError } from '../feeds/live/connection/rest.ts';
import { retryDelay } from '../feeds/live/connection/retry.ts';
import { type Timers, waitFor } from '../feeds/live/connection/timers.ts';
import type { SourceName } from '../feeds/live/source.ts';

/** The pause after the first failure, doubled by each further one, and the longest. */
const PAUSE_MS = 30_000;
const LONGEST_PAUSE_MS = 900_000;

export interface VenueLineDeps {
  /** Does the next piece of work. Resolves to false when there is none. Rejects when the venue fails. */
  readonly work: (signal: AbortSignal) => Promise<boolean>;
  readonly timers: Timers;
  readonly log: { info(message: string): void; warn(message: string): void };
}

/**
 * The past of one venue, fetched in the background: one piece of work after the other, with pauses after failures. A
 * failure is told once, and its end.
 */
export class VenueLine {
  readonly name: SourceName;
  readonly #deps: VenueLineDeps;
  readonly #stopping = new AbortController();
  #running: Promise<void> | undefined;
  #isWoken = false;
  #failures = 0;
  #told: string | undefined;
  #isRefused = false;

  constructor(name: SourceName, deps: VenueLineDeps) {
    this.name = name;
    this.#deps = deps;
  }

  /** True while the venue does not accept the credentials. */
  get isRefused(): boolean {
    return this.#isRefused;
  }

  /** There may be work. */
  wake(): void {
    this.#isWoken = true;
    if (this.#stopping.signal.aborted) return;
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined;
      if (this.#isWoken) this.wake();
    });
  }

  /** Ends the work. Resolves when nothing is written any more. */
  async stop(): Promise<void> {
    this.#isWoken = false;
    this.#stopping.abort(new Error('the market stops'));
    await this.#running;
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      this.#isWoken = false;
      try {
        const hasWorked = await this.#deps.work(signal);
        if (hasWorked) this.#recovered();
        if (!hasWorked && !this.#isWoken) return;
      } catch (error) {
        if (signal.aborted) return;
        const pause = this.#failed(error);
        await waitFor(this.#deps.timers, pause, signal).catch(() => undefined);
      }
    }
  }

  #recovered(): void {
    if (this.#told !== undefined) this.#deps.log.info(`history of ${this.name}: works again`);
    this.#failures = 0;
    this.#told = undefined;
    this.#isRefused = false;
  }

  /** Tells a failure once, and returns the pause until the next attempt. */
  #failed(error: unknown): number {
    this.#failures += 1;
    const fault = error instanceof RestError ? error.fault : undefined;
    const reason = fault?.reason ?? 'failed';
    this.#isRefused = reason === 'unauthorized';
    if (reason !== this.#told) {
      this.#told = reason;
      const words = plainDetail(error instanceof Error ? error.message : String(error));
      this.#deps.log.warn(`history of ${this.name}: ${reason} (${words}); tried again later`);
    }
    if (fault?.phase === 'refused') return retryDelay(this.#failures, fault, () => this.#deps.timers.random());
    return Math.min(LONGEST_PAUSE_MS, PAUSE_MS * 2 ** Math.min(this.#failures - 1, 10));
  }
}
