import type { KeyStamp } from '@fairlot/domain';
import type { AccountId, AccountOpened, Applied, Command, OrderId, OrderTerms } from '@fairlot/engine';
import type { RowPlace } from './batch.ts';
import { CopyBuffer } from './copy-buffer.ts';
import { COLUMNS, copyStatement, writeOrder, writeTransfer } from './copy-rows.ts';
import { type WrittenMarks, marksStatement } from './key-marks.ts';
import { RowChanges } from './row-changes.ts';
import { type WrittenTerms, termsStatement } from './terms-versions.ts';

/** The end of the rows of the journal whose table rows are written or in flight. The next row continues from it. */
export interface TablesEnd {
  readonly shard: number;
  seq: number;
  /** Number of the next new order. */
  nextOrder: number;
  readonly marks: WrittenMarks;
  readonly terms: WrittenTerms;
}

/** The version of the terms by which a row computed the fee of an order. */
function versionOf({ terms = [] }: Applied, order: OrderId): string | undefined {
  return terms.find((noted) => noted.order === order)?.terms.version;
}

/** The rows of the tables that follow from committed rows of the journal, to be written together, in wire format. */
export class TableBatch {
  readonly rows: Applied[] = [];
  readonly #transfers = new CopyBuffer();
  readonly #accounts = new CopyBuffer();
  readonly #orders = new CopyBuffer();
  readonly #changes = new RowChanges();
  readonly #marks = new Map<AccountId, KeyStamp>();
  readonly #terms: OrderTerms[] = [];

  clear(): void {
    this.rows.length = 0;
    for (const buffer of [this.#transfers, this.#accounts, this.#orders]) buffer.clear();
    this.#changes.clear();
    this.#marks.clear();
    this.#terms.length = 0;
  }

  /** Adds the next row and advances the end. Throws when the row is not the next one. */
  add(row: Applied, end: TablesEnd): void {
    if (row.seq !== end.seq + 1) throw new Error(`table rows of ${row.seq} do not follow ${end.seq}`);
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
    let sql = `begin;select extend_tables(${place.shard}::smallint,${place.epoch},${last - this.rows.length},${last});`;
    const tables = {
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
