import type { AccountKind } from '@fairlot/engine';
import type { Pool } from 'pg';

/** A shard of the directory. */
export interface ShardEntry {
  readonly number: number;
  /** The kind of its accounts. Shard 0 also has demo accounts from before these had a shard of their own. */
  readonly kind: AccountKind;
  /** True when new accounts of its kind may be placed on it. */
  readonly takesNew: boolean;
}

/** Reads the directory by ascending number. */
export async function readShards(pool: Pool): Promise<readonly ShardEntry[]> {
  const { rows } = await pool.query<ShardEntry>(
    'select number, kind, takes_new as "takesNew" from shards order by number',
  );
  return rows;
}

/**
 * Adds shards of real accounts until there are so many, each with the next free number, and returns the directory.
 * Shards are never removed, because their journals are the proof of what they did. Processes that start together add the
 * same ones once.
 */
export async function openShards(pool: Pool, realShards: number): Promise<readonly ShardEntry[]> {
  await pool.query(
    `insert into shards (number, kind)
       select top.number + missing, 'real' from (select max(number) as number, count(*) filter (where kind = 'real') as real from shards) top,
         generate_series(1, $1 - top.real) as missing
       on conflict do nothing`,
    [realShards],
  );
  return readShards(pool);
}
