import { DAY_MS } from '@fairlot/domain';
import type { Pool } from 'pg';
import { shardsOf } from '../verify/verify-shards.ts';
import { type ArchiveOptions, type Archived, archiveShard } from './archive-shard.ts';

/** Archives the closed partitions of all shards that ended `afterDays` of market time ago, the oldest first. */
export async function* archiveJournal(
  options: ArchiveOptions,
  afterDays: number,
): AsyncGenerator<{ readonly shard: number; readonly archived: Exclude<Archived, 'nothing'> }> {
  const { pool } = options;
  const ends = await endsBefore(pool, (await newestTime(pool)) - afterDays * DAY_MS);
  for (const shard of await shardsOf(pool)) {
    for (const end of ends) {
      const archived = await archiveShard(options, shard, end);
      if (archived === 'nothing') continue;
      yield { shard, archived };
      // A later end would wait for a later checkpoint, and would make one file of both partitions.
      if ('waitsFor' in archived) break;
    }
  }
}

/** Market time of the newest row of all shards, in epoch milliseconds; 0 without rows. */
export async function newestTime(pool: Pick<Pool, 'query'>): Promise<number> {
  const { rows } = await pool.query<{ time: string }>(
    `select coalesce(max(last.time), 0)::text as time from shards cross join lateral (
      select time from journal where shard = shards.number order by seq desc limit 1) last`,
  );
  return Number(rows[0]?.time);
}

/** Ends of the journal's partitions up to a market time, ascending. The default partition has none. */
async function endsBefore(pool: Pool, time: number): Promise<readonly number[]> {
  const { rows } = await pool.query<{ ends: string }>(
    `select ends::text from pg_inherits i join pg_class c on c.oid = i.inhrelid cross join lateral (
        select substring(pg_get_expr(c.relpartbound, c.oid) from 'TO \\(''?(-?[0-9]+)')::bigint as ends) bound
      where i.inhparent = 'journal'::regclass and ends <= $1 order by bound.ends`,
    [time],
  );
  return rows.map(({ ends }) => Number(ends));
}
