import { restoreEngine } from '@fairlot/engine';
import type { ClientBase } from 'pg';
import { type RowTexts, decodeRow } from './codec.ts';
import { encodeRow } from './encode-row.ts';
import type { StoredShard } from './load-shard.ts';
import { rows } from './shard-rows.ts';
import { TableBatch } from './table-batch.ts';
import type { TableWriter } from './table-writer.ts';

/** Rows of the journal that are read and written at once. */
export const TAIL_CHUNK = 2000;

/** A row of the journal as it is stored. */
export type TailRow = [seq: bigint, rules: number, command: string, markets: string, outcome: string, events: string];

/** Reads the rows after one of them, in order: fewer than `TAIL_CHUNK` when they are the last ones. */
export function readTail(client: ClientBase, shard: number, after: number): Promise<readonly TailRow[]> {
  return rows<TailRow>(
    client,
    `select seq, rules, command, markets, outcome, events from journal where shard = $1 and seq > $2 order by seq limit ${TAIL_CHUNK}`,
    [shard, after],
  );
}

/**
 * Writes the table rows of the journal's tail, which the tables lack after a crash: replays it as the verification does.
 * Throws when the engine computes another row than the journal has. Returns the number of rows. `read`: see readTail.
 */
export async function foldTail(
  read: (after: number) => Promise<readonly TailRow[]>,
  { image, end }: StoredShard,
  writer: Pick<TableWriter, 'write'>,
): Promise<number> {
  const engine = restoreEngine(image, { recentKeys: 1, replays: true });
  const batch = new TableBatch();
  const { seq: first } = end;
  for (;;) {
    const tail = await read(end.seq);
    for (const [seq, rules, command, markets, outcome, events] of tail) {
      const texts = { command, markets, outcome, events };
      const row = engine.replay(decodeRow(Number(seq), rules, texts));
      requireSame(Number(seq), encodeRow(row), texts);
      batch.add(row, end);
    }
    if (tail.length > 0) await writer.write(batch);
    if (tail.length < TAIL_CHUNK) return end.seq - first;
    batch.clear();
  }
}

/** Tables that follow from another decision than the journal's would lie for good. */
function requireSame(seq: number, again: RowTexts, stored: RowTexts): void {
  for (const part of ['command', 'markets', 'outcome', 'events'] as const) {
    if (again[part] !== stored[part])
      throw new Error(`row ${seq} of the journal can't be folded: the engine computes other ${part}`);
  }
}
