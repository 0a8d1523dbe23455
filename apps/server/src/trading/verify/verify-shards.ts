import type { Pool } from 'pg';
import { type Verification, type VerifyOptions, verifyShard } from './verify-shard.ts';

/** Tables whose rows belong to a shard. A row of a shard without a journal must not escape the verification. */
const TABLES = [
  'lease',
  'shard_writes',
  'journal',
  'accounts',
  'orders',
  'transfers',
  'withdrawals_held',
  'instrument_terms',
  'trading_rules',
  'markets',
  'restricted_instruments',
  'fill_corrections',
  'account_groups',
  'terms_versions',
];

/** The shards of a database by ascending number; shard 0 also when it is empty. */
export async function shardsOf(pool: Pick<Pool, 'query'>): Promise<readonly number[]> {
  const { rows } = await pool.query<{ shard: number }>(
    `select 0 as shard ${TABLES.map((table) => `union select shard from ${table}`).join(' ')} order by shard`,
  );
  return rows.map(({ shard }) => shard);
}

/** Verifies all shards of a database one after the other, each in its own snapshot. */
export async function* verifyShards(
  pool: Pool,
  options: VerifyOptions = {},
): AsyncGenerator<{ readonly shard: number; readonly verification: Verification }> {
  for (const shard of await shardsOf(pool)) yield { shard, verification: await verifyShard(pool, shard, options) };
}
