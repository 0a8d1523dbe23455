import type { Bus } from '../bus/bus.ts';
import { type Job, every } from '../platform/jobs.ts';
import type { ProcessRole } from './process-directory.ts';

const LOOK_MS = 1000;
/**
 * Looks in a row at which another process is better off, before its leases are given up. A heartbeat may tell for three
 * seconds of a connection that is lost, and a process may need more than five to dial again, when the others have done so
 * after an outage for all.
 */
const LOOKS = 8;

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
  /** Looks in a row at which another process could do the work and this one could not. */
  readonly #looks = new Map<ReachedWork, number>();

  constructor(options: BusWatchOptions) {
    this.#options = options;
    this.#job = every(
      LOOK_MS,
      () => this.#look(),
      (error) => options.log.warn(`it could not be looked for a process with the bus (${String(error)})`),
    );
  }

  /** Adds work that is given up when the bus is away. Shards come first, because the others may end the process. */
  add(work: ReachedWork): void {
    if (work.role === 'trading') this.#works.unshift(work);
    else this.#works.push(work);
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
    for (const work of this.#works) {
      const isWorseOff = !bus.connected && work.isHeld() && (await isReplaceable(work.role)) && !bus.connected;
      const looks = isWorseOff ? (this.#looks.get(work) ?? 0) + 1 : 0;
      this.#looks.set(work, looks);
      if (looks >= LOOKS) await work.giveUp();
    }
  }
}
