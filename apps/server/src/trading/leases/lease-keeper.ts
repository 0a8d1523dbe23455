import { Client, type ClientConfig } from 'pg';
import { exactTypes } from '../../db/pool.ts';
import { type Job, every } from '../../platform/jobs.ts';
import type { LeaseTerm, LeaseTimes } from './lease-term.ts';

/** A renewal that a database crash undoes only lets the lease end early, so it need not wait for the disk. */
const SESSION = `set synchronous_commit = off; set lock_timeout = 0`;

export interface LeaseKeeperOptions extends LeaseTimes {
  readonly connection: ClientConfig;
  readonly log: { warn(message: string): void };
}

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
  #client: Client | undefined;

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
    await this.#client?.end().catch(() => undefined);
    await stopped;
    // One that was connecting has a session only now.
    await this.#client?.end().catch(() => undefined);
    this.#client = undefined;
  }

  /** The term of a shard's lease. `onLost` is called when the database says that another process has the lease. */
  termOf(shard: number, onLost: () => void): LeaseTerm {
    const { ttlMs } = this.#options;
    const isCurrent = (): boolean => performance.now() < (this.#held.get(shard)?.until ?? 0);
    return {
      ttlMs,
      taken: (epoch, since) => this.#held.set(shard, { epoch, onLost, until: since + ttlMs }),
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
      this.#client ??= await this.#connect();
      const { rows } = await this.#client.query<{ shard: number }>(
        `update lease_expiries e set expires_at = clock_timestamp() + $3 * interval '1 millisecond'
           from unnest($1::smallint[], $2::bigint[]) as mine (shard, epoch)
           where e.shard = mine.shard and e.epoch = mine.epoch returning e.shard`,
        [asked.map(([shard]) => shard), asked.map(([, { epoch }]) => epoch), ttlMs],
      );
      const renewed = new Set(rows.map(({ shard }) => shard));
      for (const [shard, held] of asked) {
        // Taken anew or given up while the answer was under way.
        if (this.#held.get(shard) !== held) continue;
        if (renewed.has(shard)) held.until = since + ttlMs;
        else this.#lost(shard, held);
      }
      // The answer came so late that it proves nothing any more.
      if (performance.now() >= since + ttlMs) this.#job.wake();
    } catch (error) {
      const client = this.#client;
      this.#client = undefined;
      void client?.end().catch(() => undefined);
      throw error;
    }
  }

  #lost(shard: number, { onLost }: Held): void {
    this.#held.delete(shard);
    onLost();
  }

  async #connect(): Promise<Client> {
    const { connection, ttlMs } = this.#options;
    const client = new Client({
      ...connection,
      types: exactTypes,
      application_name: 'fairlot leases',
      keepAlive: true,
      connectionTimeoutMillis: ttlMs,
      // A connection that swallows what it is sent must not be waited for: another one may work.
      query_timeout: ttlMs,
    });
    client.on('error', () => undefined);
    await client.connect();
    await client.query(SESSION);
    return client;
  }
}
