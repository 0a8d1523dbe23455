import type { ClientConfig } from 'pg';
import { endFormerWriter, mayTake, requireFree, setExpiry, writerName } from '../leases/take-lease.ts';
import { LeaseHeldError } from '../leases/lease-term.ts';
import { pause } from '../../platform/pause.ts';
import type { Batch, RowPlace } from './batch.ts';
import { DeposedError, WriterSession } from './writer-session.ts';

const RELEASE_MS = 1000;

/** The only session that writes a shard's journal. */
export class JournalWriter {
  readonly #session: WriterSession;
  #place: RowPlace | undefined;

  private constructor(session: WriterSession) {
    this.#session = session;
  }

  static async open(connection: ClientConfig): Promise<JournalWriter> {
    return new JournalWriter(await WriterSession.open(connection, 'fairlot journal', true));
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
    const { client } = this.#session;
    await client.query(
      `insert into lease (shard, epoch, seq, holder, acquired_at) values ($1, 0, 0, '', now()) on conflict do nothing`,
      [shard],
    );
    if (ttlMs !== undefined) await this.#endFormer(shard, holder);
    await client.query('begin isolation level read committed');
    if (ttlMs !== undefined) await requireFree(client, shard, holder);
    await client.query('select 1 from lease where shard = $1 for update', [shard]);
    // A statement of its own, because a statement that waits for the lock still reads the journal as it was before.
    const result = await client.query<{ epoch: bigint }>(
      `update lease set epoch = epoch + 1, holder = $2, acquired_at = now(), seq = (select coalesce(max(seq), 0) from journal where shard = $1)
         where shard = $1 and ($3::bigint is null or epoch = $3 or holder = $2) returning epoch`,
      [shard, holder, following ?? null],
    );
    const row = result.rows[0];
    if (row === undefined) throw new DeposedError(`another writer has taken shard ${shard}`);
    const epoch = Number(row.epoch);
    await setExpiry(client, shard, epoch, ttlMs);
    await client.query('commit');
    if (ttlMs !== undefined) await client.query(`set application_name = '${writerName(shard)}'`);
    this.#place = { shard, epoch };
    return epoch;
  }

  /** A lease that may be taken may still be locked by the session of its former holder. */
  async #endFormer(shard: number, holder: string): Promise<void> {
    if (!(await mayTake(this.#session.client, shard, holder, false)))
      throw new LeaseHeldError(`the lease of shard ${shard} is held by another process`);
    await endFormerWriter(this.#session.client, shard);
  }

  /** Calls the handler when the database ends the session. */
  onLost(handler: (error: Error) => void): void {
    this.#session.onLost(handler);
  }

  /** Commits a batch. After a rejection, only the journal knows whether the batch is committed. */
  async commit(batch: Batch): Promise<void> {
    if (this.#place === undefined) throw new Error('the lease was not taken');
    const { sql, copies } = batch.message(this.#place);
    await this.#session.commit(sql, copies);
  }

  /**
   * Clears the holder if the lease is still ours, so that others need not wait for its end; the epoch alone is decisive.
   * Waits for a second at most: the machine of the database may be gone.
   */
  async releaseLease(): Promise<void> {
    if (this.#place === undefined || this.#session.isBroken) return;
    const { shard, epoch } = this.#place;
    const sql = `update lease set holder = '' where shard = $1 and epoch = $2`;
    await Promise.race([this.#session.client.query(sql, [shard, epoch]), pause(RELEASE_MS)]);
  }

  /** Ends the session. */
  close(): Promise<void> {
    return this.#session.close();
  }
}
