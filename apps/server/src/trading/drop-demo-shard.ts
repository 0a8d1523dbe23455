import type { Pool } from 'pg';
import { DEMO_SHARD } from './shard-router.ts';

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

/** Contents of the demo shard. */
export interface DemoShard {
  readonly accounts: number;
  readonly rows: number;
}

/** Counts what dropDemoShard would delete. */
export async function demoShard(pool: Pool): Promise<DemoShard> {
  const { rows } = await pool.query<{ accounts: bigint; rows: bigint }>(
    `select (select count(*) from accounts where shard = $1) as accounts, (select coalesce(max(seq), 0) from journal where shard = $1) as rows`,
    [DEMO_SHARD],
  );
  return { accounts: Number(rows[0]?.accounts ?? 0n), rows: Number(rows[0]?.rows ?? 0n) };
}

/**
 * Deletes the journal, accounts, orders and sums of the demo shard in one transaction, and signs out its users, who get
 * new accounts at their next sign-in. Finds the tables by their `shard` column, so that none is forgotten. No server may
 * use the database. Throws, and deletes nothing, when the shard has a real account.
 */
export async function dropDemoShard(pool: Pool): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const { rows: real } = await client.query(`select 1 from accounts where shard = $1 and kind <> 'demo' limit 1`, [
      DEMO_SHARD,
    ]);
    if (real.length > 0) throw new Error(`shard ${DEMO_SHARD} has accounts that are not demo accounts`);
    await client.query('delete from copy_results r using copy_events e where e.number = r.event and e.shard = $1', [
      DEMO_SHARD,
    ]);
    for (const [table, column] of Object.entries(BY_ACCOUNT))
      await client.query(`delete from ${table} where ${column} in (select id from accounts where shard = $1)`, [
        DEMO_SHARD,
      ]);
    const { rows: tables } = await client.query<{ name: string }>(
      `select quote_ident(c.table_name) as name from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
        where c.table_schema = current_schema() and c.column_name = 'shard' and t.table_type = 'BASE TABLE' order by 1`,
    );
    for (const { name } of tables) await client.query(`delete from ${name} where shard = $1`, [DEMO_SHARD]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}
