import type { Pool } from 'pg';
import { readShards } from './shard-directory.ts';

/** Tables of sums, sessions, notes and deeds of staff by the number of their account, in these columns. They must go before the accounts. */
const BY_ACCOUNT: Readonly<Record<string, string>> = {
  sessions: 'user_id',
  desk_deeds: 'user_id',
  copies: 'user_id',
  copy_leaders: 'user_id',
  transfer_days: 'account',
  order_days: 'account',
  trade_days: 'account',
  // A new order of another user may get the number of a deleted one.
  trade_notes: 'user_id',
  trade_tags: 'user_id',
};

/** Contents of the shards of demo accounts. */
export interface DemoShards {
  readonly numbers: readonly number[];
  readonly accounts: number;
  readonly rows: number;
}

/** Counts what dropDemoShards would delete. */
export async function demoShards(pool: Pool): Promise<DemoShards> {
  const numbers = (await readShards(pool)).filter(({ kind }) => kind === 'demo').map(({ number }) => number);
  const { rows } = await pool.query<{ accounts: bigint; rows: bigint }>(
    `select (select count(*) from accounts where shard = any($1::int[])) as accounts, (select coalesce(sum((select max(seq) from journal where shard = number)), 0)::bigint from unnest($1::int[]) as number) as rows`,
    [numbers],
  );
  return { numbers, accounts: Number(rows[0]?.accounts ?? 0n), rows: Number(rows[0]?.rows ?? 0n) };
}

/**
 * Deletes the journals, accounts, orders and sums of the shards of demo accounts in one transaction, and signs out its users, who get
 * new accounts at their next sign-in. Finds the tables by their `shard` column, so that none is forgotten. No server may
 * use the database. Throws, and deletes nothing, when one of them has a real account.
 */
export async function dropDemoShards(pool: Pool, numbers: DemoShards['numbers']): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const shards = [numbers];
    const { rows: real } = await client.query<{ shard: number }>(
      `select shard from accounts where shard = any($1::int[]) and kind <> 'demo' limit 1`,
      shards,
    );
    if (real[0] !== undefined) throw new Error(`shard ${real[0].shard} has accounts that are not demo accounts`);
    await client.query(
      'delete from copy_results r using copy_events e where e.number = r.event and e.shard = any($1::int[])',
      shards,
    );
    for (const [table, column] of Object.entries(BY_ACCOUNT))
      await client.query(
        `delete from ${table} where ${column} in (select id from accounts where shard = any($1::int[]))`,
        shards,
      );
    const { rows: tables } = await client.query<{ name: string }>(
      `select quote_ident(c.table_name) as name from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
        where c.table_schema = current_schema() and c.column_name = 'shard' and t.table_type = 'BASE TABLE' order by 1`,
    );
    for (const { name } of tables) await client.query(`delete from ${name} where shard = any($1::int[])`, shards);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}
