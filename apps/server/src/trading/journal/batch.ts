import { hash } from 'node:crypto';
import { type Applied, type Command, fingerprintOf, nameOf } from '@fairlot/engine';
import type { RowTexts } from './codec.ts';
import { CopyBuffer } from './copy-buffer.ts';
import { COLUMNS, copyStatement } from './copy-rows.ts';
import { writeRowTexts } from './encode-row.ts';

/** The end of a shard's journal, including rows in flight. The next row continues from it. */
export interface JournalEnd {
  readonly shard: number;
  readonly epoch: number;
  seq: number;
  /** Hash of the last row: 32 bytes, one character each. */
  hash: string;
}

/** Columns of a journal row that are not in the engine's row. */
export interface RowPlace {
  readonly shard: number;
  readonly epoch: number;
}

/** A command's account and key, if any. */
export function keyOf(command: Command): { readonly account: number | undefined; readonly key: string | undefined } {
  return {
    account: 'account' in command ? command.account : undefined,
    key: 'key' in command ? command.key : undefined,
  };
}

/** Rows decided by the first rules were written and hashed before the journal had a column for the version. */
const WITHOUT_COLUMN = 1;

/** The hash before the first row. */
export const NO_HASH = '\0'.repeat(32);

/**
 * Writes a journal row and returns its hash: SHA-256 over the previous hash and the row's preceding bytes in COPY's
 * binary format (each field starts with its length), so that different rows never have the same bytes. Consecutive rows
 * in a buffer must be consecutive in the journal. `texts`: those that are stored; by default, the row's own.
 */
export function writeJournalRow(
  to: CopyBuffer,
  place: RowPlace,
  row: Applied,
  texts: RowTexts | undefined,
  previous: string,
): string {
  const { account, key } = keyOf(row.command);
  const start = to.position;
  to.row(row.rules === WITHOUT_COLUMN ? COLUMNS.journal.length - 1 : COLUMNS.journal.length);
  to.int2(place.shard);
  to.int8(row.seq);
  to.int8(place.epoch);
  to.int8(row.command.time);
  to.int8(account);
  to.text(key);
  writeFingerprint(to, account, key);
  if (texts === undefined) writeRowTexts(to, row);
  else {
    to.text(texts.command);
    to.text(texts.markets);
    to.text(texts.outcome);
    to.text(texts.events);
  }
  if (row.rules !== WITHOUT_COLUMN) to.int2(row.rules);
  // The previous row ends with its hash, so the two are already adjacent.
  const bytes =
    to.rows > 1 ? to.since(start - NO_HASH.length) : Buffer.concat([Buffer.from(previous, 'latin1'), to.since(start)]);
  const digest = hash('sha256', bytes, 'binary');
  to.latin1(digest);
  return digest;
}

function writeFingerprint(to: CopyBuffer, account: number | undefined, key: string | undefined): void {
  if (account === undefined || key === undefined) {
    to.none();
    return;
  }
  const { high, low } = fingerprintOf(nameOf({ account, key }));
  to.halves(high, low);
}

/**
 * Rows of the journal to be committed together, in wire format. They are encoded when they are applied, while the
 * previous batch commits.
 */
export class Batch {
  readonly rows: Applied[] = [];
  readonly #journal = new CopyBuffer();

  clear(): void {
    this.rows.length = 0;
    this.#journal.clear();
  }

  /** Adds the next row and advances the journal's end. Throws when the row is not the next one. */
  add(row: Applied, end: JournalEnd): void {
    if (row.seq !== end.seq + 1) throw new Error(`journal row ${row.seq} does not follow ${end.seq}`);
    end.hash = writeJournalRow(this.#journal, end, row, undefined, end.hash);
    end.seq = row.seq;
    this.rows.push(row);
  }

  /** The whole transaction: its SQL, and the rows of its COPY. */
  message(place: RowPlace): { readonly sql: string; readonly copies: readonly Buffer[] } {
    const last = this.rows.at(-1)?.seq ?? 0;
    const extend = `select extend_journal(${place.shard}::smallint,${place.epoch},${last - this.rows.length},${last})`;
    return { sql: `begin;${extend};${copyStatement('journal')}commit;`, copies: [this.#journal.finish()] };
  }
}
