import type { Applied } from '@fairlot/engine';
import type { Pool, QueryArrayResult } from 'pg';
import { exactTypes } from '../../db/pool.ts';
import { decodeRow } from '../journal/codec.ts';

/** Rows of the journal that are read at once. */
const MOST_ROWS = 2000;

type StoredRow = [seq: bigint, rules: number, command: string, markets: string, outcome: string, events: string];

/**
 * The rows of a shard's journal after one of them, in order, so many at most. Rows that its tables lack are left out,
 * because listeners read the tables. Throws when the first of them has left the database (ADR 104).
 */
export async function readJournal(pool: Pool, shard: number, after: number): Promise<readonly Applied[]> {
  const { rows }: QueryArrayResult<StoredRow> = await pool.query<StoredRow>({
    text: `select seq, rules, command, markets, outcome, events from journal
      where shard = $1 and seq > $2 and seq <= (select seq from shard_writes where shard = $1) order by seq limit ${MOST_ROWS}`,
    values: [shard, after],
    rowMode: 'array',
    types: exactTypes,
  });
  const first = Number(rows[0]?.[0] ?? after + 1);
  if (first !== after + 1)
    throw new Error(
      `rows ${after + 1} to ${first - 1} of shard ${shard} have left the database: they are in the archive`,
    );
  return rows.map(([seq, rules, command, markets, outcome, events]) =>
    decodeRow(Number(seq), rules, { command, markets, outcome, events }),
  );
}
