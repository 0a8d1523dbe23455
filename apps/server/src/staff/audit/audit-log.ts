import { DatabaseError, type Pool } from 'pg';
import type { Clock } from '../../platform/clock.ts';
import { type Log, recordsOf } from '../../platform/log.ts';
import { type AuditRow, CHAIN_START, chainHash } from './chain.ts';

/** An entry without number, time and hashes, which the log adds. */
export type AuditEntry = Omit<AuditRow, 'id' | 'at'>;

/** Maximum number of entries waiting to be written. */
const QUEUE_LIMIT = 1000;
/** Attempts of a batch whose numbers another writer has taken meanwhile. */
const ATTEMPTS = 5;

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
 * The audit log: append-only rows in the database, each with a hash over the one before it. Rows are written in the
 * order of the requests, all waiting ones in one batch. Each batch's last hash also goes to the server's log, at any log
 * level, so that a truncated audit log can be detected.
 */
export class AuditLog {
  readonly #waiting: Waiting[] = [];
  #head: Head | undefined;
  #writing: Promise<void> | undefined;
  readonly #pool: Pool;
  readonly #clock: Clock;
  readonly #log: Log;

  constructor(pool: Pool, clock: Clock, log: Log) {
    this.#pool = pool;
    this.#clock = clock;
    this.#log = recordsOf(log);
  }

  /**
   * Writes an entry and returns its number. Rejects when the entry could not be written; the caller must then not do
   * the action.
   */
  append(entry: AuditEntry): Promise<number> {
    if (this.#waiting.length >= QUEUE_LIMIT) return Promise.reject(new Error('too many audit entries are waiting'));
    return new Promise((resolve, reject) => {
      this.#waiting.push({ entry, resolve, reject });
      this.#writing ??= this.#drain();
    });
  }

  /** Resolves when all entries are written. */
  async settled(): Promise<void> {
    await this.#writing;
  }

  async #drain(): Promise<void> {
    // Entries of the same turn of the event loop are written together.
    await Promise.resolve();
    while (this.#waiting.length > 0) {
      await this.#settle(this.#waiting.splice(0));
    }
    this.#writing = undefined;
  }

  /** Writes a batch. If the database refuses its data, every entry is tried alone, so that one can't fail the others. */
  async #settle(batch: readonly Waiting[], attempt = 1): Promise<void> {
    try {
      const rows = await this.#write(batch.map(({ entry }) => entry));
      for (const [index, { resolve }] of batch.entries()) resolve(rows[index]?.id ?? 0);
    } catch (error) {
      // The rows may or may not be written: the next batch reads the end of the chain.
      this.#head = undefined;
      // Another writer (the market, a command on the machine) has extended the chain: nothing was written.
      if (isTaken(error) && attempt < ATTEMPTS) return this.#settle(batch, attempt + 1);
      if (batch.length > 1 && isDataException(error)) {
        for (const each of batch) await this.#settle([each]);
        return;
      }
      const reason = error instanceof Error ? error : new Error(String(error));
      for (const { reject } of batch) reject(reason);
    }
  }

  async #write(entries: readonly AuditEntry[]): Promise<readonly AuditRow[]> {
    let head = this.#head ?? (await this.#readHead());
    const rows: { readonly row: AuditRow; readonly previous: Buffer; readonly hash: Buffer }[] = [];
    for (const entry of entries) {
      const row = { ...entry, id: head.id + 1, at: this.#clock() };
      const hash = chainHash(head.hash, row);
      rows.push({ row, previous: head.hash, hash });
      head = { id: row.id, hash };
    }
    const column = <T>(read: (row: AuditRow) => T): T[] => rows.map(({ row }) => read(row));
    await this.#pool.query(
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
    this.#head = head;
    this.#log.info({ audit: head.id, hash: head.hash.toString('hex') }, 'audit log');
    return rows.map(({ row }) => row);
  }

  async #readHead(): Promise<Head> {
    const { rows } = await this.#pool.query<{ id: bigint; hash: Buffer }>(
      'select id, hash from audit_log order by id desc limit 1',
    );
    const last = rows[0];
    return last === undefined ? { id: 0, hash: CHAIN_START } : { id: Number(last.id), hash: last.hash };
  }
}

/** True when the next number of the chain was taken. */
function isTaken(error: unknown): boolean {
  return error instanceof DatabaseError && error.constraint === 'audit_log_pkey';
}

/** True for SQLSTATE class 22: the database refused a value, and nothing was written. */
function isDataException(error: unknown): boolean {
  return error instanceof DatabaseError && error.code?.startsWith('22') === true;
}
