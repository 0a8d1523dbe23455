import type { Pool } from 'pg';
import { type Job, every } from '../platform/jobs.ts';
import type { LoadSample } from './process-load.ts';

/** A role of a process; one process can have several. */
export type ProcessRole = 'market' | 'trading' | 'web' | 'worker' | 'gateway';

/** The right of one process to a role that only one may have at a time. */
export interface HeldRole {
  readonly role: string;
  readonly holder: string;
  readonly epoch: number;
  readonly endsAt: Date;
}

/** A shard that a process holds. */
export interface HeldShardState {
  readonly shard: number;
  readonly epoch: number;
  /** Rows that are not committed, and committed rows that the tables lack. */
  readonly uncommitted: number;
  readonly unwritten: number;
}

/** Facts of a process that change, as of its last heartbeat. */
export interface ProcessState extends LoadSample {
  /** Name of this start, as no other one has it: processes of another database are told by it. */
  readonly start?: string;
  readonly shards: readonly HeldShardState[];
  /** Role leases that it holds. */
  readonly leads: readonly string[];
  /** False in an installation of one process too, which has no bus. */
  readonly busConnected: boolean;
  /** Milliseconds since the last quote; absent in a process without a market. */
  readonly marketLagMs?: number;
  /** Milliseconds for which its quotes have been due and none has come; absent in a process without a market. */
  readonly marketOverdueMs?: number;
  /** Open sockets; absent in a process that takes none. */
  readonly sockets?: number;
  /** Milliseconds by which the clock of its machine has jumped; absent while it can be trusted. */
  readonly clockOffMs?: number;
  /** Ids of the keys of secrets that it knows, the sealing one first; absent in a process that opens none. */
  readonly secretKeys?: readonly string[];
  /** Settings of the market; absent in a process without its role. */
  readonly market?: MarketTerms;
}

/** Settings of the market by which its followers label prices, keep sessions and take money. */
export interface MarketTerms {
  /** The kind of source. */
  readonly feed: string;
  /** True when every price is one of a real market. */
  readonly isReal: boolean;
  readonly sessions: string;
}

/** A row of the directory. */
export interface ListedProcess {
  readonly id: bigint;
  readonly name: string;
  readonly roles: readonly ProcessRole[];
  /** Address for other processes; null when it takes no requests of theirs. */
  readonly url: string | null;
  readonly version: string;
  readonly prefers: readonly number[];
  readonly startedAt: Date;
  readonly seenAt: Date;
  readonly state: ProcessState;
  /** True when its last heartbeat is at most three seconds old by the clock of the database. */
  readonly isAlive: boolean;
}

export interface ProcessDirectoryOptions {
  readonly pool: Pool;
  readonly name: string;
  readonly roles: readonly ProcessRole[];
  readonly url: string | null;
  readonly version: string;
  /** Shards that this process should host; only those of the role trading count. */
  readonly prefers: readonly number[];
  readonly state: () => ProcessState;
  readonly log: { info(message: string): void; warn(message: string): void };
}

const HEARTBEAT_MS = 1000;
/** SQL: true for a row whose process is alive. Heartbeats may miss two turns. */
const ALIVE = `seen_at > clock_timestamp() - interval '3 seconds'`;
/** SQL: true for a row whose process can do the work of a lease: without the bus nobody could reach it. */
const ABLE = `${ALIVE} and (state->>'busConnected')::boolean`;
const COLUMNS = `id, name, roles, url, version, prefers, started_at as "startedAt", seen_at as "seenAt", state, ${ALIVE} as "isAlive"`;

/**
 * The entry of this process in the directory. The directory informs and decides nothing: leases alone say who may write.
 */
export class ProcessDirectory {
  readonly #options: ProcessDirectoryOptions;
  readonly #heartbeat: Job;
  readonly #startedAt = new Date(Date.now() - process.uptime() * 1000);
  #id: bigint | undefined;
  #isLate = false;

  constructor(options: ProcessDirectoryOptions) {
    this.#options = options;
    this.#heartbeat = every(
      HEARTBEAT_MS,
      () => this.beat(),
      (error) => this.#late(error),
    );
  }

  /** Number of this process's row; undefined before the start. It changes when the row had to be inserted again. */
  get id(): bigint | undefined {
    return this.#id;
  }

  /** Inserts the row of this process, removes rows of processes that died, and begins to send heartbeats. */
  async start(): Promise<void> {
    await this.#options.pool.query(
      `delete from processes where seen_at < clock_timestamp() - interval '1 day' or (name = $1 and not ${ALIVE})`,
      [this.#options.name],
    );
    await this.#insert();
    this.#heartbeat.start();
  }

  /** Writes one heartbeat. The timer calls it each second; call it to show a change at once. */
  async beat(): Promise<void> {
    const { pool, state } = this.#options;
    const { rowCount } = await pool.query(
      'update processes set seen_at = clock_timestamp(), state = $2 where id = $1',
      [this.#id, JSON.stringify(state())],
    );
    // Another process removed it: this one stood still for a day, or came back under a name that was taken meanwhile.
    if (rowCount === 0) await this.#insert();
    if (this.#isLate) this.#options.log.info('the directory of processes has this process again');
    this.#isLate = false;
  }

  /** Ends the heartbeats and removes the row. A database that is away keeps the row; it counts as dead soon. */
  async stop(): Promise<void> {
    await this.#heartbeat.stop();
    if (this.#id === undefined) return;
    await this.#options.pool
      .query('delete from processes where id = $1', [this.#id])
      .catch((error: unknown) => this.#late(error));
    this.#id = undefined;
  }

  async #insert(): Promise<void> {
    const { pool, name, roles, url, version, prefers, state } = this.#options;
    const { rows } = await pool.query<{ id: bigint }>(
      `insert into processes (name, roles, url, version, prefers, started_at, seen_at, state)
         values ($1, $2, $3, $4, $5, $6, clock_timestamp(), $7) returning id`,
      [name, roles, url, version, prefers, this.#startedAt, JSON.stringify(state())],
    );
    this.#id = rows[0]?.id;
  }

  /** Logs the first failure of a row of them. */
  #late(error: unknown): void {
    if (this.#isLate) return;
    this.#isLate = true;
    this.#options.log.warn(`the directory of processes could not be written (${String(error)}); trying again`);
  }
}

/** All processes, those that died within a day included, by name and start. */
export async function listProcesses(pool: Pool): Promise<readonly ListedProcess[]> {
  const { rows } = await pool.query<ListedProcess>(`select ${COLUMNS} from processes order by name, id`);
  return rows;
}

/** The processes with a role that are alive, the oldest row first. */
export async function aliveWith(pool: Pool, role: ProcessRole): Promise<readonly ListedProcess[]> {
  const { rows } = await pool.query<ListedProcess>(
    `select ${COLUMNS} from processes where $1 = any(roles) and ${ALIVE} order by id`,
    [role],
  );
  return rows;
}

/** True when an alive process with the role trading and the bus, other than `ownId`, prefers the shard. */
export async function isPreferredByOther(pool: Pool, shard: number, ownId: bigint | undefined): Promise<boolean> {
  const { rows } = await pool.query(
    `select 1 from processes
       where 'trading' = any(roles) and $1 = any(prefers) and id is distinct from $2 and ${ABLE} limit 1`,
    [shard, ownId],
  );
  return rows.length > 0;
}

/** True when an alive process with the role and the bus, other than `ownId`, could take a lease of it. */
export async function isReplaceable(pool: Pool, role: ProcessRole, ownId: bigint | undefined): Promise<boolean> {
  const { rows } = await pool.query(
    `select 1 from processes where $1 = any(roles) and id is distinct from $2 and ${ABLE} limit 1`,
    [role, ownId],
  );
  return rows.length > 0;
}

/** The address of the process that has the lease of the house; undefined while none has it. */
export async function houseAddress(pool: Pool): Promise<string | undefined> {
  const { rows } = await pool.query<{ url: string | null }>(
    `select p.url from role_leases l join processes p on p.name = l.holder
       where l.role = 'house' and l.expires_at > clock_timestamp() order by p.seen_at desc limit 1`,
  );
  return rows[0]?.url ?? undefined;
}
