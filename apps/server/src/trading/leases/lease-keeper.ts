import type { ClientConfig } from 'pg';
import { type Job, every } from '../../platform/jobs.ts';
import { type LeaseSession, openLeaseSession } from './lease-session.ts';
import type { LeaseTerm, LeaseTimes } from './lease-term.ts';

export interface LeaseKeeperSettings extends LeaseTimes {
  readonly log: { warn(message: string): void };
}

/** The settings and the database of a keeper: PostgreSQL, or another implementation. */
export type LeaseKeeperOptions = LeaseKeeperSettings &
  ({ readonly connection: ClientConfig } | { readonly openSession: () => Promise<LeaseSession> });

interface Held {
  readonly epoch: number;
  readonly onLost: () => void;
  /** Steady time until which the lease is certainly ours. */
  until: number;
}

/**
 * Renews all leases of this process with one statement, in a session of its own: a busy pool or a slow batch must not
 * delay it. The database's clock alone decides when a lease ends; the steady clock here only tells when to stop trusting
 * it.
 */
export class LeaseKeeper {
  readonly #options: LeaseKeeperOptions;
  readonly #held = new Map<number, Held>();
  readonly #job: Job;
  #session: LeaseSession | undefined;

  constructor(options: LeaseKeeperOptions) {
    this.#options = options;
    this.#job = every(
      options.renewMs,
      () => this.#renew(),
      (error) => options.log.warn(`leases could not be renewed (${String(error)}); trying again`),
    );
  }

  start(): void {
    this.#job.start();
  }

  async stop(): Promise<void> {
    this.#held.clear();
    const stopped = this.#job.stop();
    // A renewal under way may hang on a dead connection, so it is not waited for before its session ends.
    await this.#session?.close().catch(() => undefined);
    await stopped;
    // One that was connecting has a session only now.
    await this.#session?.close().catch(() => undefined);
    this.#session = undefined;
  }

  /** The term of a shard's lease. `onLost` is called when the database says that another process has the lease. */
  termOf(shard: number, onLost: () => void): LeaseTerm {
    const { ttlMs } = this.#options;
    let epoch = 0;
    const isCurrent = (): boolean => {
      const held = this.#held.get(shard);
      // A later term of the shard has another epoch.
      return held?.epoch === epoch && performance.now() < held.until;
    };
    return {
      ttlMs,
      taken: (taken, since) => {
        epoch = taken;
        this.#held.set(shard, { epoch, onLost, until: since + ttlMs });
      },
      get epoch() {
        return epoch;
      },
      get isCurrent() {
        return isCurrent();
      },
    };
  }

  /** Renews a shard's lease no longer. */
  forget(shard: number): void {
    this.#held.delete(shard);
  }

  async #renew(): Promise<void> {
    if (this.#held.size === 0) return;
    const { ttlMs } = this.#options;
    const asked = [...this.#held];
    const since = performance.now();
    try {
      this.#session ??= await this.#open();
      const renewed = await this.#session.renew(
        asked.map(([shard, { epoch }]) => ({ shard, epoch })),
        ttlMs,
      );
      for (const [shard, held] of asked) {
        // Taken anew or given up while the answer was under way.
        if (this.#held.get(shard) !== held) continue;
        if (renewed.has(shard)) held.until = since + ttlMs;
        else this.#lost(shard, held);
      }
      // The answer came so late that it proves nothing any more.
      if (performance.now() >= since + ttlMs) this.#job.wake();
    } catch (error) {
      const session = this.#session;
      this.#session = undefined;
      void session?.close().catch(() => undefined);
      throw error;
    }
  }

  #lost(shard: number, { onLost }: Held): void {
    this.#held.delete(shard);
    onLost();
  }

  #open(): Promise<LeaseSession> {
    const options = this.#options;
    return 'openSession' in options ? options.openSession() : openLeaseSession(options.connection, options.ttlMs);
  }
}
