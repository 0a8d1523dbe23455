import type { Pool } from 'pg';

/** Market time of the last journal row, over all shards, before which no row can be dated; undefined without rows. */
export async function journalTime(pool: Pool): Promise<number | undefined> {
  const { rows } = await pool.query<{ time: bigint | null }>(
    `select max(ends.time) as time from lease cross join lateral (
       select time from journal where shard = lease.shard order by seq desc limit 1) ends`,
  );
  const time = rows[0]?.time ?? null;
  return time === null ? undefined : Number(time);
}
