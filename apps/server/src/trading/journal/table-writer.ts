import type { ClientConfig } from 'pg';
import { tablesName } from '../leases/take-lease.ts';
import type { RowPlace } from './batch.ts';
import type { TableBatch } from './table-batch.ts';
import { DeposedError, WriterSession } from './writer-session.ts';

/** The only session that writes the tables of a shard that follow from its journal. */
export class TableWriter {
  readonly #session: WriterSession;
  readonly #place: RowPlace;
  /** The last row of the journal whose table rows were written when the session began. */
  readonly written: number;

  private constructor(session: WriterSession, place: RowPlace, written: number) {
    this.#session = session;
    this.#place = place;
    this.written = written;
  }

  /**
   * Opens the session for the holder of a shard's lease. Waits for a transaction of the previous holder's session, whose
   * later ones all fail. Its commits don't wait for the disk: after a crash of the database, the watermark tells which
   * rows the tables have lost, and the journal has them.
   */
  static async open(connection: ClientConfig, place: RowPlace): Promise<TableWriter> {
    const session = await WriterSession.open(connection, tablesName(place.shard), false);
    try {
      await session.client.query(
        `insert into shard_writes (shard, epoch, seq)
           select $1::smallint, 0, coalesce(max(seq), 0) from journal where shard = $1 on conflict do nothing`,
        [place.shard],
      );
      const { rows } = await session.client.query<{ seq: bigint }>(
        'update shard_writes set epoch = $2 where shard = $1 and epoch <= $2 returning seq',
        [place.shard, place.epoch],
      );
      const [row] = rows;
      if (row === undefined) throw new DeposedError(`another writer has taken the tables of shard ${place.shard}`);
      return new TableWriter(session, place, Number(row.seq));
    } catch (error) {
      await session.close();
      throw error;
    }
  }

  /** Calls the handler when the database ends the session. */
  onLost(handler: (error: Error) => void): void {
    this.#session.onLost(handler);
  }

  /** Writes a batch. After a rejection, only the watermark knows whether the batch is written. */
  async write(batch: TableBatch): Promise<void> {
    const { sql, copies } = batch.message(this.#place);
    await this.#session.commit(sql, copies);
  }

  /** Ends the session. */
  close(): Promise<void> {
    return this.#session.close();
  }
}
