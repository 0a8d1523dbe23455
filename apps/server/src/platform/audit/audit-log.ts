import type { Pool } from 'pg';
import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import { CHAIN_START, chainHash } from './chain.ts';
import type { AuditRow } from './chain.ts';

/** An entry as its writer gives it: number, time and place in the chain come from the log. */
export type AuditEntry = Omit<AuditRow, 'id' | 'at'>;

/** Entries that wait to be written, at most. */
const QUEUE_LIMIT = 1000;

interface Waiting {
  readonly entry: AuditEntry;
  readonly resolve: (id: number) => void;
  readonly reject: (error: Error) => void;
}

interface Head {
  readonly id: number;
  readonly hash: Buffer;
}

/**
 * The audit log: append-only rows in the database, each with a hash over the one before it. Rows are written in the order
 * in which they were asked for, as many at once as wait. Each hash also goes to the server's log, so that a log that was
 * cut off at its end shows too.
 */
export class AuditLog {
  private readonly waiting: Waiting[] = [];
  private head: Head | undefined;
  private writing: Promise<void> | undefined;
  private readonly pool: Pool;
  private readonly clock: Clock;
  private readonly log: Log;

  constructor(pool: Pool, clock: Clock, log: Log) {
    this.pool = pool;
    this.clock = clock;
    this.log = log;
  }

  /** Writes an entry and returns its number. Rejects when it could not be written: what it stands for must not be done then. */
  append(entry: AuditEntry): Promise<number> {
    if (this.waiting.length >= QUEUE_LIMIT) return Promise.reject(new Error('too many audit entries wait'));
    return new Promise((resolve, reject) => {
      this.waiting.push({ entry, resolve, reject });
      this.writing ??= this.drain();
    });
  }

  /** Resolves when nothing waits any more. */
  async settled(): Promise<void> {
    await this.writing;
  }

  private async drain(): Promise<void> {
    // What is asked for in the same turn is written together.
    await Promise.resolve();
    while (this.waiting.length > 0) {
      const batch = this.waiting.splice(0);
      try {
        const rows = await this.write(batch.map(({ entry }) => entry));
        for (const [index, { resolve }] of batch.entries()) resolve(rows[index]?.id ?? 0);
      } catch (error) {
        // Whether the rows are in is unknown: the next batch looks where the chain ends.
        this.head = undefined;
        const reason = error instanceof Error ? error : new Error(String(error));
        for (const { reject } of batch) reject(reason);
      }
    }
    this.writing = undefined;
  }

  private async write(entries: readonly AuditEntry[]): Promise<readonly AuditRow[]> {
    let head = this.head ?? (await this.readHead());
    const rows: { readonly row: AuditRow; readonly previous: Buffer; readonly hash: Buffer }[] = [];
    for (const entry of entries) {
      const row = { ...entry, id: head.id + 1, at: this.clock() };
      const hash = chainHash(head.hash, row);
      rows.push({ row, previous: head.hash, hash });
      head = { id: row.id, hash };
    }
    const column = <T>(read: (row: AuditRow) => T): T[] => rows.map(({ row }) => read(row));
    await this.pool.query(
      `insert into audit_log (id, at, phase, of_id, staff_id, staff_name, address, action, subject, user_id, input, outcome, previous, hash)
       select * from unnest($1::bigint[], $2::bigint[], $3::text[], $4::bigint[], $5::bigint[], $6::text[], $7::text[], $8::text[], $9::text[],
         $10::bigint[], $11::text[], $12::text[], $13::bytea[], $14::bytea[])`,
      [
        column(({ id }) => id),
        column(({ at }) => at),
        column(({ phase }) => phase),
        column((row) => row.of),
        column(({ staffId }) => staffId),
        column(({ staffName }) => staffName),
        column(({ address }) => address),
        column(({ action }) => action),
        column(({ subject }) => subject),
        column(({ userId }) => userId),
        column(({ input }) => input),
        column(({ outcome }) => outcome),
        rows.map(({ previous }) => previous),
        rows.map(({ hash }) => hash),
      ],
    );
    this.head = head;
    this.log.info({ audit: head.id, hash: head.hash.toString('hex') }, 'audit log');
    return rows.map(({ row }) => row);
  }

  private async readHead(): Promise<Head> {
    const { rows } = await this.pool.query<{ id: bigint; hash: Buffer }>(
      'select id, hash from audit_log order by id desc limit 1',
    );
    const last = rows[0];
    return last === undefined ? { id: 0, hash: CHAIN_START } : { id: Number(last.id), hash: last.hash };
  }
}
