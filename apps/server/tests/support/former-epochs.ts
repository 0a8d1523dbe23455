import type { Client, Pool } from 'pg';

/**
 * Along a shard's journal epochs never fall: a row under a former epoch is one of a holder that had lost its lease. Looks at
 * one shard or at all; returns the problems.
 */
export async function checkEpochs(database: Client | Pool, shard?: number): Promise<string[]> {
  const { rows } = await database.query<{ shard: number; seq: string }>(
    `select shard, seq from (
       select shard, seq, epoch, lag(epoch) over (partition by shard order by seq) as before from journal
        where $1::integer is null or shard = $1
     ) as rows where epoch < before`,
    [shard ?? null],
  );
  return rows.map((row) => `row ${row.seq} of shard ${row.shard} stands under a former epoch`);
}
