import { MINUTE_MS } from '@fairlot/domain';
import { Client, type ClientConfig, type Connection } from 'pg';
import { exactTypes } from '../../db/pool.ts';
import { BatchQuery } from './batch-query.ts';

/** SQLSTATE raised by extend_journal and extend_tables when the shard is not held. */
const LEASE_LOST = 'FL001';
/** Time limit of a commit, after which the host recovers. A database that stalls for 10 s must not reach it. */
const COMMIT_LIMIT_MS = MINUTE_MS;
/**
 * Lets pg send a query while another is in progress: a batch is sent while the previous one commits. pg's types lack
 * this setting.
 */
const PIPELINE = { pipeline: true };
const SETTINGS = `set standard_conforming_strings = on;
  set enable_seqscan = off; set enable_hashjoin = off; set enable_mergejoin = off; set statement_timeout = 0`;

/** Thrown when another writer has taken the shard. This one must stop. */
export class DeposedError extends Error {
  override readonly name = 'DeposedError';
}

/** A session that writes the rows of one shard, batch after batch. After a failure it must be closed. */
export class WriterSession {
  readonly client: Client;
  #broken = false;

  private constructor(client: Client) {
    this.client = client;
  }

  /**
   * Opens the session. Its planner settings prevent plans that read whole tables, because a batch always finds its rows
   * by key. `isSynchronous`: a commit waits until the disk has it.
   */
  static async open(connection: ClientConfig, name: string, isSynchronous: boolean): Promise<WriterSession> {
    const client = new Client({
      ...connection,
      ...PIPELINE,
      types: exactTypes,
      application_name: name,
      keepAlive: true,
      connectionTimeoutMillis: 10_000,
    });
    client.on('error', () => undefined);
    await client.connect();
    await client.query(`${SETTINGS}; set synchronous_commit = ${isSynchronous ? 'on' : 'off'}`);
    return new WriterSession(client);
  }

  get isBroken(): boolean {
    return this.#broken;
  }

  /** Calls the handler when the session ends without having been closed, also while nothing is committed. */
  onLost(handler: (error: Error) => void): void {
    this.client.once('end', () => {
      if (!this.#broken) handler(new Error('the database ended the session'));
    });
  }

  /** Commits a batch. After a rejection, only the database knows whether the batch is committed. */
  async commit(sql: string, copies: readonly Buffer[]): Promise<void> {
    if (this.#broken) throw new Error('the session is broken');
    try {
      await this.#send(sql, copies);
    } catch (error) {
      this.#broken = true;
      if ((error as { code?: string }).code === LEASE_LOST)
        throw new DeposedError('another writer has taken the shard', { cause: error });
      throw error;
    }
  }

  /** Ends the session. Destroys the connection when that takes longer than a second. */
  async close(): Promise<void> {
    this.#broken = true;
    const cut = setTimeout(() => destroy(this.client), 1000);
    await this.client.end().catch(() => undefined);
    clearTimeout(cut);
  }

  #send(sql: string, copies: readonly Buffer[]): Promise<void> {
    return new Promise((done, fail) => {
      const limit = setTimeout(() => {
        fail(new Error(`a commit took longer than ${COMMIT_LIMIT_MS} ms`));
        destroy(this.client);
      }, COMMIT_LIMIT_MS);
      this.client.query(
        new BatchQuery(sql, copies, 'COMMIT', (error) => {
          clearTimeout(limit);
          if (error === undefined) done();
          else fail(error);
        }),
      );
    });
  }
}

function destroy(client: Client): void {
  (client as unknown as { connection: Connection }).connection.stream.destroy();
}
