import { Client, Query } from 'pg';
import type { ClientConfig, Connection } from 'pg';
import { exactTypes } from '../../db/pool.ts';
import type { Batch, RowPlace } from './batch.ts';

/** SQLSTATE that extend_journal raises when the lease is not held. */
const LEASE_LOST = 'FL001';
/** A commit that takes longer is given up and recovered from; a database that stands still for 10 s must not cause it. */
const COMMIT_LIMIT_MS = 60_000;
/** pg sends a query while another is under way: a batch travels while the one before commits. Its types don't know the setting yet. */
const PIPELINE = { pipeline: true };
const SESSION = `set standard_conforming_strings = on; set synchronous_commit = on;
  set enable_seqscan = off; set enable_hashjoin = off; set enable_mergejoin = off; set statement_timeout = 0`;

/** Another writer has taken the shard; this one must not go on. */
export class DeposedError extends Error {
  override readonly name = 'DeposedError';
}

/** The one session through which a shard's journal grows. */
export class JournalWriter {
  readonly #client: Client;
  #place: RowPlace | undefined;
  #broken = false;

  private constructor(client: Client) {
    this.#client = client;
  }

  /** Opens the session. The planner is kept from whole-table plans: a batch always finds its rows by their keys. */
  static async open(connection: ClientConfig): Promise<JournalWriter> {
    const client = new Client({
      ...connection,
      ...PIPELINE,
      types: exactTypes,
      application_name: 'fairlot journal',
      keepAlive: true,
      connectionTimeoutMillis: 10_000,
    });
    client.on('error', () => undefined);
    await client.connect();
    await client.query(SESSION);
    return new JournalWriter(client);
  }

  /**
   * Takes the shard's lease by raising its epoch, and returns the new one. `following`: the epoch held before; if another
   * writer has raised it since, throws DeposedError (its own name on the lease means that an answer was lost). Waits for
   * a transaction of the writer before that is still under way.
   */
  async takeLease(shard: number, holder: string, following: number | undefined): Promise<number> {
    await this.#client.query(
      `insert into lease (shard, epoch, seq, holder, acquired_at) values ($1, 0, 0, '', now()) on conflict do nothing`,
      [shard],
    );
    const result = await this.#client.query<{ epoch: bigint }>(
      `update lease set epoch = epoch + 1, holder = $2, acquired_at = now(), seq = (select coalesce(max(seq), 0) from journal where shard = $1)
         where shard = $1 and ($3::bigint is null or epoch = $3 or holder = $2) returning epoch`,
      [shard, holder, following ?? null],
    );
    const row = result.rows[0];
    if (row === undefined) throw new DeposedError(`another writer has taken shard ${shard}`);
    const epoch = Number(row.epoch);
    this.#place = { shard, epoch };
    return epoch;
  }

  /** Commits a batch. When it rejects, the batch may be committed or not: only the journal knows. */
  async commit(batch: Batch): Promise<void> {
    if (this.#place === undefined) throw new Error('the lease was not taken');
    if (this.#broken) throw new Error('the journal’s session is broken');
    const { sql, copies } = batch.message(this.#place);
    try {
      await this.#send(sql, copies);
    } catch (error) {
      this.#broken = true;
      if ((error as { code?: string }).code === LEASE_LOST)
        throw new DeposedError('the journal goes on under another writer', { cause: error });
      throw error;
    }
  }

  /** Says that nobody holds the lease any more, if it is still ours: for people who read the table; the epoch is what counts. */
  async giveLeaseBack(): Promise<void> {
    if (this.#place === undefined || this.#broken) return;
    await this.#client.query(`update lease set holder = '' where shard = $1 and epoch = $2`, [
      this.#place.shard,
      this.#place.epoch,
    ]);
  }

  /** Ends the session; one that stands still is cut. */
  async close(): Promise<void> {
    this.#broken = true;
    const cut = setTimeout(() => destroy(this.#client), 1000);
    await this.#client.end().catch(() => undefined);
    clearTimeout(cut);
  }

  #send(sql: string, copies: readonly Buffer[]): Promise<void> {
    return new Promise((done, fail) => {
      const limit = setTimeout(() => {
        fail(new Error(`a commit took longer than ${COMMIT_LIMIT_MS} ms`));
        destroy(this.#client);
      }, COMMIT_LIMIT_MS);
      this.#client.query(
        new BatchQuery(sql, copies, (error) => {
          clearTimeout(limit);
          if (error === undefined) done();
          else fail(error);
        }),
      );
    });
  }
}

/**
 * One message with all statements of a transaction, followed at once by the rows of its COPYs: one flight to the server
 * and back. (It extends pg's Query because pg pipelines no other; see PIPELINE.) The protocol allows it: after an error the server leaves out the other statements and reads over the rows.
 */
class BatchQuery extends Query {
  readonly #copies: readonly Buffer[];
  readonly #settle: (error?: Error) => void;
  #lastTag = '';

  constructor(sql: string, copies: readonly Buffer[], settle: (error?: Error) => void) {
    super(sql);
    this.#copies = copies;
    this.#settle = settle;
    this.submit = (connection) => {
      const { stream } = connection;
      stream.cork();
      connection.query(sql);
      for (const copy of this.#copies) stream.write(copy);
      stream.uncork();
    };
  }

  handleCommandComplete(message: { text: string }): void {
    this.#lastTag = message.text;
  }

  handleError(error: Error): void {
    // pg takes a failed query out of its hands at once: no ReadyForQuery will come here.
    this.#settle(error);
  }

  handleReadyForQuery(): void {
    this.#settle(this.#lastTag === 'COMMIT' ? undefined : new Error(`the batch ended with ${this.#lastTag}`));
  }

  handleRowDescription(): void {
    // The only result is that of extend_journal, which is void.
  }

  handleDataRow(): void {
    // See handleRowDescription.
  }

  handleCopyInResponse(): void {
    // The rows are already on their way.
  }
}

function destroy(client: Client): void {
  (client as unknown as { connection: Connection }).connection.stream.destroy();
}
