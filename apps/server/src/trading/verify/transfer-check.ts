import { LEDGER_TYPES } from '@fairlot/domain';
import type { Applied } from '@fairlot/engine';
import type { ClientBase, QueryArrayResult } from 'pg';
import { exactTypes } from '../../db/pool.ts';
import { partyBook, partyNumber } from '../journal/party-numbers.ts';
import type { Findings } from './findings.ts';

const COLUMNS =
  'id, seq, time, kind, debit_account, debit_book, credit_account, credit_book, amount, reference, memo, worth, account';

/** Compares the transfers table with the journal's events, row by row, while the journal is read. */
export class TransferCheck {
  readonly #client: ClientBase;
  readonly #shard: number;
  readonly #findings: Findings;
  readonly #waiting: { id: number; text: string }[] = [];
  /** Number of the transfer before the first one that is read. */
  readonly #start: number;
  #last: number;

  constructor(client: ClientBase, shard: number, findings: Findings, start = 0) {
    this.#start = start;
    this.#last = start;
    this.#client = client;
    this.#shard = shard;
    this.#findings = findings;
  }

  row({ seq, command, events }: Applied): void {
    for (const event of events) {
      if (event.type !== 'transferred') continue;
      const debit = partyNumber(event.debit);
      const credit = partyNumber(event.credit);
      if (event.id !== this.#last + 1)
        this.#findings.add(`row ${seq}: transfer ${event.id} follows transfer ${this.#last}`);
      this.#last = event.id;
      this.#waiting.push({
        id: event.id,
        text: [
          event.id,
          seq,
          command.time,
          LEDGER_TYPES[event.kind],
          debit,
          partyBook(event.debit),
          credit,
          partyBook(event.credit),
          event.amount,
          event.reference ?? '',
          event.memo ?? '',
          event.worth ?? '',
          Math.max(debit, credit),
        ].join('|'),
      });
    }
  }

  /** Compares the transfers of the rows since the last call. */
  async compare(): Promise<void> {
    const expected = this.#waiting.splice(0);
    const [first, last] = [expected[0], expected.at(-1)];
    if (first === undefined || last === undefined) return;
    const { rows }: QueryArrayResult<(string | number | bigint | null)[]> = await this.#client.query({
      text: `select ${COLUMNS} from transfers where shard = $1 and id between $2 and $3 order by id`,
      values: [this.#shard, first.id, last.id],
      rowMode: 'array',
      types: exactTypes,
    });
    const stored = new Map(rows.map((row) => [Number(row[0]), row.map((value) => String(value ?? '')).join('|')]));
    for (const { id, text } of expected) {
      const have = stored.get(id);
      if (have !== text)
        this.#findings.add(`transfer ${id} is ${have ?? 'missing'} in the table, ${text} by the journal`);
    }
  }

  /** Compares the remaining transfers, and checks that the table contains no others. Returns their number. */
  async finish(): Promise<number> {
    await this.compare();
    const { rows } = await this.#client.query<{ count: string }>(
      'select count(*)::text as count from transfers where shard = $1 and id > $2',
      [this.#shard, this.#start],
    );
    const moved = this.#last - this.#start;
    if (Number(rows[0]?.count) !== moved)
      this.#findings.add(`the transfers table has ${rows[0]?.count} transfers, the journal ${moved}`);
    return moved;
  }
}
