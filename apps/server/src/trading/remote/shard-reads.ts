import type { Applied, EngineImage } from '@fairlot/engine';
import type { Pool } from 'pg';
import { inSnapshot } from '../../db/snapshot.ts';
import { loadShard } from '../journal/load-shard.ts';
import { readJournal } from './read-journal.ts';

/** The reads of a process that follows shards and holds none. */
export interface ShardReads {
  /** The state of a shard in its tables, in one snapshot. */
  snapshot(shard: number): Promise<EngineImage>;
  /** The rows after one of them, in order, some at most. Rows that the tables lack are left out. */
  rowsAfter(shard: number, seq: number): Promise<readonly Applied[]>;
  /** The last row of the journal under a shard's lease. */
  lastRow(shard: number): Promise<number>;
}

/** The source of the reads: PostgreSQL, or another implementation. */
export type ReadsPlace = { readonly pool: Pool } | { readonly reads: ShardReads };

/** The reads that the options name. */
export function readsOf(place: ReadsPlace): ShardReads {
  if ('reads' in place) return place.reads;
  const { pool } = place;
  return {
    snapshot: async (shard) => (await inSnapshot(pool, (client) => loadShard(client, shard))).image,
    rowsAfter: (shard, seq) => readJournal(pool, shard, seq),
    lastRow: async (shard) => {
      const { rows } = await pool.query<{ seq: bigint }>('select seq from lease where shard = $1', [shard]);
      return Number(rows[0]?.seq ?? 0n);
    },
  };
}
