import type { ClientBase, QueryArrayResult } from 'pg';
import { exactTypes } from '../../db/pool.ts';

const ROWS_A_FETCH = 5000;

/** A row of the journal as it is stored. `hash` has 32 bytes. */
export type StoredRow = [
  seq: bigint,
  epoch: bigint,
  time: bigint,
  account: bigint | null,
  key: string | null,
  print: bigint | null,
  command: string,
  markets: string,
  outcome: string,
  events: string,
  rules: number,
  hash: Buffer,
];

/**
 * The rows of a shard after row `after` up to row `through`, in order, in chunks. The client must be in a transaction,
 * and one such reading at a time has its cursor.
 */
export async function* storedRows(
  client: ClientBase,
  shard: number,
  after: number,
  through: number = Number.MAX_SAFE_INTEGER,
): AsyncGenerator<readonly StoredRow[]> {
  await client.query(`declare journal_rows no scroll cursor for select seq, epoch, time, account, key, key_print, command, markets, outcome, events, rules, hash
    from journal where shard = ${shard} and seq > ${after} and seq <= ${through} order by seq`);
  for (;;) {
    const { rows }: QueryArrayResult<StoredRow> = await client.query<StoredRow>({
      text: `fetch ${ROWS_A_FETCH} from journal_rows`,
      rowMode: 'array',
      types: exactTypes,
    });
    yield rows;
    if (rows.length < ROWS_A_FETCH) break;
  }
  await client.query('close journal_rows');
}
