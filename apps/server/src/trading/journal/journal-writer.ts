import type { ClientConfig } from 'pg';
import type { Batch, RowPlace } from './batch.ts';
import { DeposedError, WriterSession } from './writer-session.ts';

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
   */
  async takeLease(shard: number, holder: string, following: number | undefined): Promise<number> {
    await this.#session.client.query(
      `insert into lease (shard, epoch, seq, holder, acquired_at) values ($1, 0, 0, '', now()) on conflict do nothing`,
      [shard],
    );
    await this.#session.client.query('begin isolation level read committed');
    await this.#session.client.query('select 1 from lease where shard = $1 for update', [shard]);
    // A statement of its own, because a statement that waits for the lock still reads the journal as it was before.
    const result = await this.#session.client.query<{ epoch: bigint }>(
      `update lease set epoch = epoch + 1, holder = $2, acquired_at = now(), seq = (select coalesce(max(seq), 0) from journal where shard = $1)
         where shard = $1 and ($3::bigint is null or epoch = $3 or holder = $2) returning epoch`,
      [shard, holder, following ?? null],
    );
    await this.#session.client.query('commit');
    const row = result.rows[0];
    if (row === undefined) throw new DeposedError(`another writer has taken shard ${shard}`);
    const epoch = Number(row.epoch);
    this.#place = { shard, epoch };
    return epoch;
  }

  /** Commits a batch. After a rejection, only the journal knows whether the batch is committed. */
  async commit(batch: Batch): Promise<void> {
    if (this.#place === undefined) throw new Error('the lease was not taken');
    const { sql, copies } = batch.message(this.#place);
    await this.#session.commit(sql, copies);
  }

  /** Clears the holder if the lease is still ours. Only for people who read the table; the epoch alone is decisive. */
  async releaseLease(): Promise<void> {
    if (this.#place === undefined || this.#session.isBroken) return;
    await this.#session.client.query(`update lease set holder = '' where shard = $1 and epoch = $2`, [
      this.#place.shard,
      this.#place.epoch,
    ]);
  }

  /** Ends the session. */
  close(): Promise<void> {
    return this.#session.close();
  }
}
