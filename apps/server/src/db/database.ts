import { Kysely, PostgresDialect } from 'kysely';
import { Client } from 'pg';
import type { ClientConfig, Pool } from 'pg';
import { startEmbedded } from './embedded/server.ts';
import type { EmbeddedServer } from './embedded/server.ts';
import { DatabaseInUseError, takeServerLock } from './lock.ts';
import type { ServerLock } from './lock.ts';
import type { DatabaseLog } from './log.ts';
import { migrate } from './migrator.ts';
import { pause } from './pause.ts';
import { createPool } from './pool.ts';
import type { Tables } from './tables/index.ts';

/** Name of the database inside the embedded cluster. */
const EMBEDDED_DATABASE = 'fairlot';
const OLDEST_VERSION = 150_000;
const RECOVERY_LIMIT_MS = 60_000;
const RECOVERY_PAUSE_MS = 250;

export interface DatabaseConfig {
  /** Folder of the embedded cluster. Not used with a URL. */
  readonly dataFolder: string;
  /** Any PostgreSQL 15 to 18 instead of the embedded one. */
  readonly databaseUrl?: string | undefined;
  readonly log: DatabaseLog;
  /** Whether to be the one server of this database (default). Tools that only read say false; they neither lock nor migrate nor stop the server that they found. */
  readonly exclusive?: boolean;
  /** The database can't be brought back, or another server took it: the process is to end. Default: throws, which ends it. */
  readonly onLost?: (reason: Error) => void;
}

/** An open database. Sessions that break are opened again by the pool; an embedded server that dies is started again. */
export interface Database {
  readonly pool: Pool;
  readonly kysely: Kysely<Tables>;
  /** For sessions outside the pool, such as the journal's writer. */
  readonly connection: ClientConfig;
  /** Closes all sessions, then stops the embedded server if this process is its keeper. */
  close(): Promise<void>;
}

/**
 * Starts or finds the database, makes sure that this process is its only server, and migrates it.
 * Throws DatabaseInUseError when another server has it.
 */
export async function openDatabase(config: DatabaseConfig): Promise<Database> {
  const keeper = new Keeper(config);
  const connection = await keeper.open();
  const pool = createPool(connection);
  const kysely = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  const close = async (): Promise<void> => {
    await kysely.destroy();
    await keeper.close();
  };
  try {
    if (config.exclusive !== false) await migrate(kysely, config.log);
  } catch (error) {
    await close();
    throw error;
  }
  return { pool, kysely, connection, close };
}

/** Holds the server lock and, where the database is embedded, its server; brings both back when they are lost. */
class Keeper {
  readonly #config: DatabaseConfig;
  #embedded: EmbeddedServer | undefined;
  #lock: ServerLock | undefined;
  #closing = false;
  #recovering: Promise<void> | undefined;

  constructor(config: DatabaseConfig) {
    this.#config = config;
  }

  async open(): Promise<ClientConfig> {
    const connection = await this.#connect();
    await requireVersion(connection);
    if (this.#config.exclusive !== false) await this.#takeLock(connection);
    return connection;
  }

  async close(): Promise<void> {
    this.#closing = true;
    await this.#recovering;
    if (this.#config.exclusive === false && this.#embedded?.adopted === false) await this.#takeLockToStop();
    // The lock is held while the server goes down, so that nobody starts to work on a server that is about to end.
    if (this.#lock !== undefined) await this.#embedded?.stop();
    await this.#lock?.release().catch(() => undefined);
  }

  async #connect(): Promise<ClientConfig> {
    const { databaseUrl, dataFolder, log } = this.#config;
    if (databaseUrl !== undefined) return { connectionString: databaseUrl, application_name: 'fairlot' };
    this.#embedded = await startEmbedded(dataFolder, log, this.#embedded?.connection.port);
    await ensureDatabase({ ...this.#embedded.connection, database: 'postgres' });
    return { ...this.#embedded.connection, database: EMBEDDED_DATABASE, application_name: 'fairlot' };
  }

  async #takeLock(connection: ClientConfig): Promise<void> {
    this.#lock = await takeServerLock(connection, () => {
      this.#lock = undefined;
      if (!this.#closing) this.#recovering = this.#recover();
    });
  }

  /** A tool that started the embedded server stops it, unless a real server has come to work on it meanwhile. */
  async #takeLockToStop(): Promise<void> {
    if (this.#embedded === undefined) return;
    try {
      await this.#takeLock({ ...this.#embedded.connection, database: EMBEDDED_DATABASE });
    } catch (error) {
      if (!(error instanceof DatabaseInUseError)) throw error;
    }
  }

  async #recover(): Promise<void> {
    const { log } = this.#config;
    log.error('the database session was lost; bringing the database back');
    const deadline = Date.now() + RECOVERY_LIMIT_MS;
    while (!this.#closing) {
      try {
        await this.#takeLock(await this.#connect());
        log.info('the database is back');
        return;
      } catch (error) {
        if (Date.now() > deadline) {
          const reason = new Error('the database did not come back', { cause: error });
          (this.#config.onLost ?? fail)(reason);
          return;
        }
        await pause(RECOVERY_PAUSE_MS);
      }
    }
  }
}

async function ensureDatabase(connection: ClientConfig): Promise<void> {
  await withClient(connection, async (client) => {
    const found = await client.query('select 1 from pg_database where datname = $1', [EMBEDDED_DATABASE]);
    if (found.rowCount === 0) {
      await client.query(`create database ${EMBEDDED_DATABASE}`).catch((error: unknown) => {
        // Two starts at once: the other one made it (duplicate_database, or its unique index).
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

async function withClient<T>(connection: ClientConfig, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionTimeoutMillis: 10_000, ...connection });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}

function fail(reason: Error): never {
  throw reason;
}
