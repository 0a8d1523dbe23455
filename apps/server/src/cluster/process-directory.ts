import type { Pool } from 'pg';
import { type Job, every } from '../platform/jobs.ts';

const BEAT_MS = 1000;
/** A process that was not seen for so long is away. */
const ALIVE_MS = 3000;

/** A shard that a process holds. */
export interface HeldShard {
  readonly shard: number;
  readonly epoch: number;
  /** Decided rows that are not committed, and committed rows that the tables lack. */
  readonly uncommitted: number;
  readonly unwritten: number;
}

/** Figures of a process, as it last told. */
export interface ProcessState {
  readonly shards: readonly HeldShard[];
  /** Leases of single roles that it holds. */
  readonly leads: readonly string[];
  readonly isBusConnected: boolean;
  /** Milliseconds since the market was last heard; absent in the process that is the market. */
  readonly marketSilenceMs?: number | undefined;
  readonly sockets?: number | undefined;
  /** Share of one core since the last beat. */
  readonly cpuShare: number;
  readonly heapMiB: number;
}

/** A process of the installation. */
export interface ProcessEntry {
  readonly id: number;
  readonly name: string;
  readonly roles: readonly string[];
  readonly url: string;
  readonly prefers: readonly number[];
  readonly startedAt: Date;
  readonly seenAt: Date;
  readonly isAlive: boolean;
  readonly state: ProcessState;
}

export interface ProcessDirectoryOptions {
  readonly pool: Pool;
  readonly name: string;
  readonly roles: readonly string[];
  readonly url: string;
  readonly prefers: readonly number[];
  readonly state: () => Omit<ProcessState, 'cpuShare' | 'heapMiB'>;
  readonly log: { warn(message: string): void };
}

/** The entry of this process in the directory, which it renews every second. */
export class ProcessDirectory {
  readonly #options: ProcessDirectoryOptions;
  readonly #job: Job;
  #id: number | undefined;
  #cpu = process.cpuUsage();
  #cpuAt = performance.now();

  constructor(options: ProcessDirectoryOptions) {
    this.#options = options;
    this.#job = every(
      BEAT_MS,
      () => this.#beat(),
      (error) => options.log.warn(`the directory of processes could not be told (${String(error)})`),
    );
  }

  /** The number of this process; undefined before its start. */
  get id(): number | undefined {
    return this.#id;
  }

  /** Enters this process, and removes those that ended more than a day ago. */
  async start(): Promise<void> {
    await this.#options.pool.query(`delete from processes where seen_at < clock_timestamp() - interval '1 day'`);
    await this.#enter();
    this.#job.start();
  }

  async stop(): Promise<void> {
    await this.#job.stop();
    await this.#options.pool.query('delete from processes where id = $1', [this.#id]).catch(() => undefined);
  }

  async #enter(): Promise<void> {
    const { pool, name, roles, url, prefers } = this.#options;
    const { rows } = await pool.query<{ id: bigint }>(
      `insert into processes (name, roles, url, prefers, started_at, seen_at, state)
         values ($1, $2, $3, $4, clock_timestamp(), clock_timestamp(), $5) returning id`,
      [name, roles, url, prefers, this.#state()],
    );
    this.#id = Number(rows[0]?.id);
  }

  async #beat(): Promise<void> {
    const { rowCount } = await this.#options.pool.query(
      'update processes set seen_at = clock_timestamp(), state = $2 where id = $1',
      [this.#id, this.#state()],
    );
    if (rowCount === 0) await this.#enter();
  }

  #state(): ProcessState {
    const { user, system } = process.cpuUsage(this.#cpu);
    const now = performance.now();
    const cpuShare = (user + system) / 1000 / Math.max(1, now - this.#cpuAt);
    [this.#cpu, this.#cpuAt] = [process.cpuUsage(), now];
    const heapMiB = Math.round(process.memoryUsage().heapUsed / 1024 / 1024);
    return { ...this.#options.state(), cpuShare: Math.round(cpuShare * 1000) / 1000, heapMiB };
  }
}

/** All processes, those that were seen last first. */
export async function listProcesses(pool: Pool): Promise<readonly ProcessEntry[]> {
  const { rows } = await pool.query<Omit<ProcessEntry, 'id'> & { readonly id: bigint }>(
    `select id, name, roles, url, prefers, started_at as "startedAt", seen_at as "seenAt",
       seen_at > clock_timestamp() - $1 * interval '1 millisecond' as "isAlive", state
     from processes order by name, id`,
    [ALIVE_MS],
  );
  return rows.map((row) => ({ ...row, id: Number(row.id) }));
}

/** The address of the process that holds the lease of the house; undefined while none does. */
export async function houseAddress(pool: Pool): Promise<string | undefined> {
  const { rows } = await pool.query<{ url: string }>(
    `select p.url from role_leases l join processes p on p.name = l.holder
       where l.role = 'house' and l.expires_at > clock_timestamp() order by p.seen_at desc limit 1`,
  );
  return rows[0]?.url;
}

/** True when another alive process prefers a shard. */
export async function isPreferredElsewhere(pool: Pool, shard: number, own: number | undefined): Promise<boolean> {
  const { rowCount } = await pool.query(
    `select from processes where 'trading' = any(roles) and $1 = any(prefers) and id <> $2
       and seen_at > clock_timestamp() - $3 * interval '1 millisecond' limit 1`,
    [shard, own ?? 0, ALIVE_MS],
  );
  return (rowCount ?? 0) > 0;
}
