import type { Bus } from '../bus/bus.ts';
import { type Job, every } from '../platform/jobs.ts';
import type { ProcessRole } from './process-directory.ts';

const LOOK_MS = 1000;
/**
 * Looks without the bus before leases are given up. When NATS is gone for all, processes notice it within two seconds of
 * each other, and a heartbeat that still tells of a connection counts for three: after that, one who says that it is
 * connected is.
 */
const LOOKS = 6;

/** Work under a lease that nobody can reach without the bus. */
export interface ReachedWork {
  readonly role: ProcessRole;
  /** True while this process has such a lease. */
  readonly isHeld: () => boolean;
  /** Leaves the work to another process. */
  readonly giveUp: () => Promise<void>;
}

export interface BusWatchOptions {
  readonly bus: Pick<Bus, 'connected'>;
  /** True when another process with the role and the bus is alive. */
  readonly isReplaceable: (role: ProcessRole) => Promise<boolean>;
  readonly log: { warn(message: string): void };
}

/**
 * Gives up the leases of a process that is cut off from the bus alone: with its database it would renew them for ever,
 * although nobody reaches it. They are kept while no other process is better off, as when NATS is gone for all.
 */
export class BusWatch {
  readonly #options: BusWatchOptions;
  readonly #job: Job;
  readonly #works: ReachedWork[] = [];
  #looksWithout = 0;

  constructor(options: BusWatchOptions) {
    this.#options = options;
    this.#job = every(
      LOOK_MS,
      () => this.#look(),
      (error) => options.log.warn(`it could not be looked for a process with the bus (${String(error)})`),
    );
  }

  /** Adds work that is given up when the bus is away. */
  add(work: ReachedWork): void {
    this.#works.push(work);
  }

  start(): void {
    this.#job.start();
  }

  stop(): Promise<void> {
    return this.#job.stop();
  }

  /** Counts looks, not time: a process that stood still has had no chance to connect again. */
  async #look(): Promise<void> {
    const { bus, isReplaceable } = this.#options;
    this.#looksWithout = bus.connected ? 0 : this.#looksWithout + 1;
    if (this.#looksWithout < LOOKS) return;
    for (const { role, isHeld, giveUp } of this.#works)
      if (isHeld() && (await isReplaceable(role)) && !bus.connected) await giveUp();
  }
}
