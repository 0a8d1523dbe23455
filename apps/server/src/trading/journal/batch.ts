import { hash } from 'node:crypto';
import type { KeyStamp } from '@fairlot/domain';
import {
  type AccountId,
  type AccountOpened,
  type Applied,
  type Command,
  type OrderId,
  type OrderTerms,
  fingerprintOf,
  nameOf,
} from '@fairlot/engine';
import type { RowTexts } from './codec.ts';
import { CopyBuffer } from './copy-buffer.ts';
import { COLUMNS, copyStatement, writeOrder, writeTransfer } from './copy-rows.ts';
import { encodeRow } from './encode-row.ts';
import { type WrittenMarks, marksStatement } from './key-marks.ts';
import { RowChanges } from './row-changes.ts';
import { type WrittenTerms, termsStatement } from './terms-versions.ts';

/** The end of a shard's journal, including rows in flight. The next row continues from it. */
export interface JournalEnd {
  readonly shard: number;
  readonly epoch: number;
  seq: number;
  /** Hash of the last row: 32 bytes, one character each. */
  hash: string;
  /** Number of the next new order. */
  nextOrder: number;
  readonly marks: WrittenMarks;
  readonly terms: WrittenTerms;
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

/** The version of the terms by which a row computed the fee of an order. */
function versionOf({ terms = [] }: Applied, order: OrderId): string | undefined {
  return terms.find((noted) => noted.order === order)?.terms.version;
}

/** The hash before the first row. */
export const NO_HASH = '\0'.repeat(32);

/**
 * Writes a journal row and returns its hash: SHA-256 over the previous hash and the row's preceding bytes in COPY's
 * binary format (each field starts with its length), so that different rows never have the same bytes. Consecutive rows
 * in a buffer must be consecutive in the journal.
 */
export function writeJournalRow(
  to: CopyBuffer,
  place: RowPlace,
  row: Applied,
  texts: RowTexts,
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
  to.text(texts.command);
  to.text(texts.markets);
  to.text(texts.outcome);
  to.text(texts.events);
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
 * Rows to be committed together, in wire format. They are encoded when they are applied, while the previous batch
 * commits.
 */
export class Batch {
  readonly rows: Applied[] = [];
  readonly #journal = new CopyBuffer();
  readonly #transfers = new CopyBuffer();
  readonly #accounts = new CopyBuffer();
  readonly #orders = new CopyBuffer();
  readonly #changes = new RowChanges();
  readonly #marks = new Map<AccountId, KeyStamp>();
  readonly #terms: OrderTerms[] = [];

  clear(): void {
    this.rows.length = 0;
    for (const buffer of [this.#journal, this.#transfers, this.#accounts, this.#orders]) buffer.clear();
    this.#changes.clear();
    this.#marks.clear();
    this.#terms.length = 0;
  }

  /** Adds the next row and advances the journal's end. Throws when the row is not the next one. */
  add(row: Applied, end: JournalEnd): void {
    if (row.seq !== end.seq + 1) throw new Error(`journal row ${row.seq} does not follow ${end.seq}`);
    end.hash = writeJournalRow(this.#journal, end, row, encodeRow(row), end.hash);
    this.#mark(row.command, end.marks);
    const { time } = row.command;
    for (const view of row.markets) this.#changes.addMarket(view);
    for (const noted of row.terms ?? []) if (end.terms.isNew(noted)) this.#terms.push(noted);
    for (const event of row.events) {
      const isNew = (event.type === 'orderPlaced' || event.type === 'positionOpened') && event.order >= end.nextOrder;
      if (event.type === 'transferred') writeTransfer(this.#transfers, end.shard, row.seq, time, event);
      else if (event.type === 'accountOpened') this.#openAccount(end.shard, time, event);
      else if (isNew) {
        writeOrder(this.#orders, end.shard, time, event, versionOf(row, event.order));
        end.nextOrder = event.order + 1;
      } else if (event.type === 'accountRetired') {
        // A removed account keeps no mark, so that of an earlier row must not be written after the removal.
        this.#marks.delete(event.account);
      } else if (event.type === 'positionSplit') end.nextOrder = event.part + 1;
      if (event.type === 'orderAmended') this.#changes.amend(event, versionOf(row, event.order));
      else this.#changes.add(event, time, end.shard, isNew);
    }
    end.seq = row.seq;
    this.rows.push(row);
  }

  /** The whole transaction: its SQL, and the rows of its COPYs. */
  message(place: RowPlace): { readonly sql: string; readonly copies: readonly Buffer[] } {
    const last = this.rows.at(-1)?.seq ?? 0;
    const copies: Buffer[] = [];
    let sql = `begin;select extend_journal(${place.shard}::smallint,${place.epoch},${last - this.rows.length},${last});`;
    const tables = {
      journal: this.#journal,
      transfers: this.#transfers,
      accounts: this.#accounts,
      orders: this.#orders,
    };
    for (const [table, buffer] of Object.entries(tables)) {
      if (buffer.rows === 0) continue;
      sql += copyStatement(table as keyof typeof COLUMNS);
      copies.push(buffer.finish());
    }
    const changes =
      this.#changes.statements(place.shard) +
      marksStatement(place.shard, this.#marks) +
      termsStatement(place.shard, this.#terms);
    return { sql: `${sql}${changes}commit;`, copies };
  }

  #mark(command: Command, written: WrittenMarks): void {
    if (!('key' in command)) return;
    const mark = written.next(command.account, command.key);
    if (mark !== undefined) this.#marks.set(command.account, mark);
  }

  #openAccount(shard: number, time: number, { account: id, kind, group }: AccountOpened): void {
    const to = this.#accounts;
    to.row(COLUMNS.accounts.length);
    to.int8(id);
    to.int2(shard);
    to.text(kind);
    to.int8(0);
    to.int8(0);
    to.int8(0);
    to.int8(time);
    if (group === undefined) to.none();
    else to.int4(group);
  }
}
