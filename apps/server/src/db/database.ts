import { MINUTE_MS } from '@fairlot/domain';
import { Kysely, PostgresDialect } from 'kysely';
import { Client, type ClientConfig, type Pool, type PoolConfig } from 'pg';
import { pause } from '../platform/pause.ts';
import { withClient } from './client.ts';
import { WORKING_USER } from './embedded/cluster.ts';
import { type EmbeddedServer, startEmbedded } from './embedded/server.ts';
import { DatabaseInUseError, type LockOptions, type ServerLock, takeServerLock } from './lock.ts';
import type { DatabaseLog } from './log.ts';
import { isMigrated } from './migrator.ts';
import { DEFAULT_POOLS, type PoolSettings, SESSION_WAIT_MS, createPool } from './pool.ts';
import { type Connections, prepareDatabase, prepareShared } from './prepare.ts';
import { ensureWorkingRole } from './roles/working-role.ts';
import type { Tables } from './tables/index.ts';

/** Name of the database in the embedded cluster. */
const EMBEDDED_DATABASE = 'fairlot';
const OLDEST_VERSION = 150_000;
const RECOVERY_LIMIT_MS = MINUTE_MS;
const RECOVERY_PAUSE_MS = 250;

/** Settings of openDatabase. */
export interface DatabaseConfig {
  /** Folder of the embedded cluster. Ignored with a URL. */
  readonly dataFolder: string;
  /** Any PostgreSQL 15 to 18, used instead of the embedded one. */
  readonly databaseUrl?: string | undefined;
  /**
   * The same database as the role that owns its tables. It migrates; then `databaseUrl` needs, and gets, only the rights
   * of daily work. Absent: the role of `databaseUrl` migrates, unless there is nothing to migrate.
   */
  readonly ownerUrl?: string | undefined;
  /** `owner` for commands that delete what the server may not. Default: working. */
  readonly role?: 'working' | 'owner';
  readonly log: DatabaseLog;
  readonly pools?: PoolSettings;
  /**
   * True (default) for the server, which must be the only one of this database. Read-only tools pass false: they
   * neither lock nor migrate, and do not stop a server that they found running.
   */
  readonly exclusive?: boolean;
  /** True for a process of an installation that has several: it shares the lock with the others. */
  readonly isShared?: boolean;
  /** Name of the sessions of the pools. Default: that of the program. */
  readonly sessionsName?: string;
  /**
   * Called when the database can't be recovered, or another server has it; the process must end. Default: throws, which
   * ends it.
   */
  readonly onLost?: (reason: Error) => void;
}

/** A pool of sessions, and the query builder on it. */
export interface QueryPool {
  readonly pool: Pool;
  readonly kysely: Kysely<Tables>;
}

/** An open database. The pool reopens broken sessions. An embedded server that dies is restarted. */
export interface Database {
  /** The pool of the part that holds this: that of trading at first, that of calls for the features. */
  readonly pool: Pool;
  readonly kysely: Kysely<Tables>;
  /** For trading, market and background work: never waits for calls. Only a query that hangs is cancelled. */
  readonly trading: QueryPool;
  /** For the calls of users and staff. A query that takes too long is cancelled. */
  readonly calls: QueryPool;
  /** For statements, rankings and other reads of much data: few sessions, more time. */
  readonly reports: QueryPool;
  /** Connection settings for sessions outside the pool, such as the journal's writer. */
  readonly connection: ClientConfig;
  /** True when PostgreSQL refuses this server any change of the journal and the other append-only tables. */
  readonly rolesParted: boolean;
  /** Closes all sessions, then stops the embedded server if this process holds the lock. */
  close(): Promise<void>;
}

/**
 * Starts or finds the database, takes the lock that makes this process its only server, and migrates it. Throws
 * DatabaseInUseError when another server has it.
 */
export async function openDatabase(config: DatabaseConfig): Promise<Database> {
  const keeper = new Keeper(config);
  const connections = await keeper.open();
  const rolesParted = await keeper.prepare(connections).catch(async (error: unknown) => {
    await keeper.close();
    throw error;
  });
  const connection = connectionFor(config, connections);
  const pools = config.pools ?? DEFAULT_POOLS;
  // Tools read whole tables, which takes as long as it takes.
  const tradingTimeoutMs = config.exclusive === false ? 0 : pools.tradingTimeoutMs;
  const named =
    config.sessionsName === undefined ? connection : { ...connection, application_name: config.sessionsName };
  const trading = openPool(named, { max: pools.trading, statement_timeout: tradingTimeoutMs });
  const calls = openPool(named, limitedTo(pools.calls, pools.callTimeoutMs));
  const reports = openPool(named, limitedTo(pools.reports, pools.reportTimeoutMs));
  const close = async (): Promise<void> => {
    await Promise.all([trading, calls, reports].map(closePool));
    await keeper.close();
  };
  return { ...trading, trading, calls, reports, connection, rolesParted, close };
}

/** A pool whose queries end after a time. A caller waits as long for a session, and never less than the usual time. */
function limitedTo(max: number, timeoutMs: number): PoolConfig {
  return { max, statement_timeout: timeoutMs, connectionTimeoutMillis: Math.max(SESSION_WAIT_MS, timeoutMs) };
}

/**
 * The owner's for commands that need it, and for a tool that reads an embedded cluster, which may be one of an earlier
 * version without the working role.
 */
function connectionFor(
  { role, exclusive, databaseUrl }: DatabaseConfig,
  { working, owner }: Connections,
): ClientConfig {
  const needsOwner = role === 'owner' || (exclusive === false && databaseUrl === undefined);
  return (needsOwner ? owner : undefined) ?? working;
}

function openPool(connection: ClientConfig, settings: PoolConfig): QueryPool {
  const pool = createPool(connection, settings);
  return { pool, kysely: new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) }) };
}

/** Kysely ends a pool only if it has used it; idle sessions would keep a command alive for half a minute. */
async function closePool({ pool, kysely }: QueryPool): Promise<void> {
  await kysely.destroy();
  if (!pool.ending) await pool.end();
}

/** Holds the server lock and the embedded server, if any. Recovers both after a loss. */
class Keeper {
  readonly #config: DatabaseConfig;
  #embedded: EmbeddedServer | undefined;
  #lock: ServerLock | undefined;
  #closing = false;
  #recovering: Promise<void> | undefined;

  constructor(config: DatabaseConfig) {
    this.#config = config;
  }

  async open(): Promise<Connections> {
    const connections = await this.#connect();
    await requireVersion(connections.owner ?? connections.working);
    const { exclusive, isShared } = this.#config;
    if (exclusive !== false && isShared !== true) await this.#takeLock(connections.working);
    return connections;
  }

  /** Migrates. Returns true when PostgreSQL refuses changes of the append-only tables. */
  async prepare(connections: Connections): Promise<boolean> {
    const { exclusive, isShared, log } = this.#config;
    if (exclusive === false) return false;
    if (isShared !== true) return prepareDatabase(connections, log);
    return prepareShared(connections, log, () => this.#takeLock(connections.working));
  }

  async close(): Promise<void> {
    this.#closing = true;
    await this.#recovering;
    if (this.#config.exclusive === false && this.#embedded?.adopted === false) await this.#takeLockToStop();
    // Keeps the lock during the shutdown, so that no other process starts to use a server that is about to end.
    if (this.#lock !== undefined) await this.#embedded?.stop();
    await this.#lock?.release().catch(() => undefined);
  }

  async #connect(): Promise<Connections> {
    const { databaseUrl, ownerUrl, dataFolder, log, exclusive } = this.#config;
    const connections =
      databaseUrl === undefined
        ? await this.#connectEmbedded(dataFolder, log)
        : { working: urlConnection(databaseUrl), owner: ownerUrl === undefined ? undefined : urlConnection(ownerUrl) };
    const { working, owner } = connections;
    if (owner !== undefined && exclusive !== false) await withClient(owner, (client) => ensureRoleOf(client, working));
    return connections;
  }

  async #connectEmbedded(dataFolder: string, log: DatabaseLog): Promise<Connections> {
    this.#embedded = await startEmbedded(dataFolder, log, this.#embedded?.connection.port);
    const { connection, workingPassword } = this.#embedded;
    await ensureDatabase({ ...connection, database: 'postgres' });
    const owner = { ...connection, database: EMBEDDED_DATABASE, application_name: 'fairlot' };
    return { owner, working: { ...owner, user: WORKING_USER, password: workingPassword } };
  }

  async #takeLock(connection: ClientConfig, check?: LockOptions['check']): Promise<void> {
    this.#lock = await takeServerLock(
      connection,
      () => {
        this.#lock = undefined;
        if (!this.#closing) this.#recovering = this.#recover();
      },
      { isShared: this.#config.isShared, check },
    );
  }

  /** Lets a tool stop the embedded server that it started, unless a Fairlot server uses it by now. */
  async #takeLockToStop(): Promise<void> {
    if (this.#embedded === undefined) return;
    try {
      await this.#takeLock({ ...this.#embedded.connection, database: EMBEDDED_DATABASE });
    } catch (error) {
      if (!(error instanceof DatabaseInUseError)) throw error;
    }
  }

  #lose(reason: Error): void {
    (this.#config.onLost ?? fail)(reason);
  }

  async #recover(): Promise<void> {
    const { log } = this.#config;
    log.error('the database session was lost; reconnecting');
    const deadline = Date.now() + RECOVERY_LIMIT_MS;
    while (!this.#closing) {
      try {
        const { working } = await this.#connect();
        let isOurs = false;
        // While no process was connected, one of another version may have migrated.
        await this.#takeLock(working, async (session) => {
          isOurs = await isMigrated(session);
        });
        if (isOurs) log.info('the database is back');
        else this.#lose(new Error('the database was migrated by another version'));
        return;
      } catch (error) {
        if (Date.now() > deadline) {
          this.#lose(new Error('the database could not be recovered', { cause: error }));
          return;
        }
        await pause(RECOVERY_PAUSE_MS);
      }
    }
  }
}

/** A name of sessions in the address would replace those by which a successor ends them (ADR 110). */
function urlConnection(url: string): ClientConfig {
  const connectionString = url.replaceAll(/(?<=[?&])application_name=[^&#]*&?/g, '');
  return { connectionString, application_name: 'fairlot' };
}

/** Makes the role of a connection with its password, unless it exists. */
async function ensureRoleOf(owner: Client, working: ClientConfig): Promise<void> {
  const { user, password } = new Client(working);
  if (user !== undefined) await ensureWorkingRole(owner, user, password ?? '');
}

async function ensureDatabase(connection: ClientConfig): Promise<void> {
  await withClient(connection, async (client) => {
    const found = await client.query('select 1 from pg_database where datname = $1', [EMBEDDED_DATABASE]);
    if (found.rowCount === 0) {
      await client.query(`create database ${EMBEDDED_DATABASE}`).catch((error: unknown) => {
        // Two servers start at once and the other one created it (duplicate_database, or its unique index).
        if (!['42P04', '23505'].includes((error as { code?: string }).code ?? '')) throw error;
      });
    }
  });
}

async function requireVersion(connection: ClientConfig): Promise<void> {
  await withClient(connection, async (client) => {
    const result = await client.query<{ version: number }>(
      `select current_setting('server_version_num')::integer as version`,
    );
    const version = result.rows[0]?.version ?? 0;
    if (version < OLDEST_VERSION)
      throw new Error(`PostgreSQL 15 or later is needed; this one is ${Math.floor(version / 10_000)}`);
  });
}

function fail(reason: Error): never {
  throw reason;
}
