import { MINUTE_MS } from '@fairlot/domain';
import { Client, type ClientConfig, type Connection } from 'pg';
import { exactTypes } from '../../db/pool.ts';
import { endFormerWriter, mayTake, requireFree, setExpiry, writerName } from '../leases/take-lease.ts';
import { LeaseHeldError } from '../leases/lease-term.ts';
import { BatchQuery } from './batch-query.ts';
import type { Batch, RowPlace } from './batch.ts';

/** SQLSTATE raised by extend_journal when the lease is not held. */
const LEASE_LOST = 'FL001';
/** Time limit of a commit, after which the host recovers. A database that stalls for 10 s must not reach it. */
const COMMIT_LIMIT_MS = MINUTE_MS;
/**
 * Lets pg send a query while another is in progress: a batch is sent while the previous one commits. pg's types lack
 * this setting.
 */
const PIPELINE = { pipeline: true };
const SESSION = `set standard_conforming_strings = on; set synchronous_commit = on;
  set enable_seqscan = off; set enable_hashjoin = off; set enable_mergejoin = off; set statement_timeout = 0`;

/** Thrown when another writer has taken the shard. This one must stop. */
export class DeposedError extends Error {
  override readonly name = 'DeposedError';
}

/** The only session that writes a shard's journal. */
export class JournalWriter {
  readonly #client: Client;
  #place: RowPlace | undefined;
  #broken = false;

  private constructor(client: Client) {
    this.#client = client;
  }

  /**
   * Opens the session. Its planner settings prevent plans that read whole tables, because a batch always finds its rows
   * by key.
   */
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
   * Takes the shard's lease by raising its epoch, and returns the new epoch. `following` is the epoch held before.
   * Throws DeposedError when another writer has raised it since; our own name on the lease means that the answer of an
   * earlier attempt was lost. Waits for a transaction of the previous writer that is still in progress. After a failure
   * the session must be closed.
   *
   * `ttlMs`: the lease ends unless it is renewed, and only one that is free, has ended or is our own is taken; otherwise
   * throws LeaseHeldError. Without it the caller is the only server of the database, and the lease does not end.
   */
  async takeLease(shard: number, holder: string, following: number | undefined, ttlMs?: number): Promise<number> {
    try {
      return await this.#take(shard, holder, following, ttlMs);
    } catch (error) {
      if (!(error instanceof LeaseHeldError) || following === undefined) throw error;
      throw new DeposedError(`another writer has taken shard ${shard}`, { cause: error });
    }
  }

  async #take(shard: number, holder: string, following: number | undefined, ttlMs?: number): Promise<number> {
    await this.#client.query(
      `insert into lease (shard, epoch, seq, holder, acquired_at) values ($1, 0, 0, '', now()) on conflict do nothing`,
      [shard],
    );
    if (ttlMs !== undefined) await this.#endFormer(shard, holder);
    await this.#client.query('begin isolation level read committed');
    if (ttlMs !== undefined) await requireFree(this.#client, shard, holder);
    await this.#client.query('select 1 from lease where shard = $1 for update', [shard]);
    // A statement of its own, because a statement that waits for the lock still reads the journal as it was before.
    const result = await this.#client.query<{ epoch: bigint }>(
      `update lease set epoch = epoch + 1, holder = $2, acquired_at = now(), seq = (select coalesce(max(seq), 0) from journal where shard = $1)
         where shard = $1 and ($3::bigint is null or epoch = $3 or holder = $2) returning epoch`,
      [shard, holder, following ?? null],
    );
    const row = result.rows[0];
    if (row === undefined) throw new DeposedError(`another writer has taken shard ${shard}`);
    const epoch = Number(row.epoch);
    await setExpiry(this.#client, shard, epoch, ttlMs);
    await this.#client.query('commit');
    if (ttlMs !== undefined) await this.#client.query(`set application_name = '${writerName(shard)}'`);
    this.#place = { shard, epoch };
    return epoch;
  }

  /** Commits a batch. After a rejection, only the journal knows whether the batch is committed. */
  async commit(batch: Batch): Promise<void> {
    if (this.#place === undefined) throw new Error('the lease was not taken');
    if (this.#broken) throw new Error('the journal’s session is broken');
    const { sql, copies } = batch.message(this.#place);
    try {
      await this.#send(sql, copies);
    } catch (error) {
      this.#broken = true;
      if ((error as { code?: string }).code === LEASE_LOST)
        throw new DeposedError('another writer extends the journal', { cause: error });
      throw error;
    }
  }

  /** Clears the holder if the lease is still ours. Only for people who read the table; the epoch alone is decisive. */
  async releaseLease(): Promise<void> {
    if (this.#place === undefined || this.#broken) return;
    await this.#client.query(`update lease set holder = '' where shard = $1 and epoch = $2`, [
      this.#place.shard,
      this.#place.epoch,
    ]);
  }

  /** Ends the session. Destroys the connection when that takes longer than a second. */
  async close(): Promise<void> {
    this.#broken = true;
    const cut = setTimeout(() => destroy(this.#client), 1000);
    await this.#client.end().catch(() => undefined);
    clearTimeout(cut);
  }

  /** A lease that may be taken may still be locked by the session of its former holder. */
  async #endFormer(shard: number, holder: string): Promise<void> {
    if (!(await mayTake(this.#client, shard, holder, false)))
      throw new LeaseHeldError(`the lease of shard ${shard} is held by another process`);
    await endFormerWriter(this.#client, shard);
  }

  #send(sql: string, copies: readonly Buffer[]): Promise<void> {
    return new Promise((done, fail) => {
      const limit = setTimeout(() => {
        fail(new Error(`a commit took longer than ${COMMIT_LIMIT_MS} ms`));
        destroy(this.#client);
      }, COMMIT_LIMIT_MS);
      this.#client.query(
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
