import { NotReadyError } from '../platform/not-ready-error.ts';
import { pause } from '../platform/pause.ts';

/** Milliseconds for which work waits for a late renewal, as a command of a shard does. */
const WAIT_MS = 1500;
const LOOK_MS = 25;

/** A lease under which this process acts. */
interface ActingLease {
  readonly role: string;
  /** True while the lease cannot have ended. */
  readonly isCurrent: boolean;
  /** Gives it up. */
  readonly stop: () => Promise<void>;
}

/**
 * The single roles that this process has taken. While the lease of one may have ended, another process may have the role,
 * so this one does nothing for any of them until a renewal is confirmed. A process without such a role may always act.
 */
export class HeldRoles {
  readonly #leases = new Set<ActingLease>();
  #look: Promise<void> | undefined;

  /** Adds a lease that was taken. It stays for good: one that was given up keeps the process from acting, too. */
  add(lease: ActingLease): void {
    this.#leases.add(lease);
  }

  /**
   * Gives all leases up. Call it when the work of all roles has ended: the process does nothing afterwards, and whoever
   * takes one of them ends the sessions of all.
   */
  async stop(): Promise<void> {
    for (const lease of this.#leases) await lease.stop();
  }

  /** True while no other process can have a role of this one. */
  get mayAct(): boolean {
    return this.#expired === undefined;
  }

  /** Waits for a late renewal. Throws NotReadyError when none comes in time. */
  async require(): Promise<void> {
    const until = performance.now() + WAIT_MS;
    for (let expired = this.#expired; expired !== undefined; expired = this.#expired) {
      if (performance.now() >= until) throw new NotReadyError(`another process may be the ${expired.role} by now`);
      await this.#nextLook();
    }
  }

  get #expired(): ActingLease | undefined {
    for (const lease of this.#leases) if (!lease.isCurrent) return lease;
    return undefined;
  }

  /** One timer for all that wait, because thousands of them must not delay the renewal. */
  #nextLook(): Promise<void> {
    this.#look ??= this.#pauseOnce();
    return this.#look;
  }

  async #pauseOnce(): Promise<void> {
    await pause(LOOK_MS);
    this.#look = undefined;
  }
}
