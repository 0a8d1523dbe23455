import { Client, type ClientConfig, type QueryResult, type QueryResultRow } from 'pg';
import { exactTypes } from '../db/pool.ts';

/**
 * Milliseconds after which a connection or an answer is given up and another connection opened: half a lease, so that a
 * connection that swallows what it is sent leaves time for a second one.
 */
const LIMIT_MS = 1500;

/** Runs the statements of role leases. */
export interface RoleSession {
  query<Row extends QueryResultRow>(text: string, values: unknown[]): Promise<QueryResult<Row>>;
}

/**
 * The database session of a process for the leases of its roles, opened at its first statement. It is in no pool, so
 * that calls and slow queries delay no renewal. A statement that fails closes it, and the next one opens another.
 */
export class OwnRoleSession implements RoleSession {
  readonly #connection: ClientConfig;
  #client: Promise<Client> | undefined;
  #isStopped = false;

  constructor(connection: ClientConfig) {
    this.#connection = connection;
  }

  async query<Row extends QueryResultRow>(text: string, values: unknown[]): Promise<QueryResult<Row>> {
    if (this.#isStopped) throw new Error('the session of the role leases has stopped');
    this.#client ??= openClient(this.#connection);
    const opening = this.#client;
    try {
      return await (await opening).query<Row>(text, values);
    } catch (error) {
      // Another statement may have opened a new one already.
      if (this.#client === opening) this.#client = undefined;
      void close(opening);
      throw error;
    }
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    if (this.#client !== undefined) await close(this.#client);
    this.#client = undefined;
  }
}

async function openClient(connection: ClientConfig): Promise<Client> {
  const client = new Client({
    ...connection,
    types: exactTypes,
    application_name: 'fairlot roles',
    keepAlive: true,
    connectionTimeoutMillis: LIMIT_MS,
    query_timeout: LIMIT_MS,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
  } catch (error) {
    void client.end().catch(() => undefined);
    throw error;
  }
  return client;
}

/** Ends a session, whatever its state. */
async function close(opening: Promise<Client>): Promise<void> {
  await opening.then((client) => client.end()).catch(() => undefined);
}
