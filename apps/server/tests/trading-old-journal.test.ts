import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { money } from '@fairlot/domain';
import { Kysely, Migrator, PostgresDialect } from 'kysely';
import { Pool } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '../src/db/database.ts';
import { migrations } from '../src/db/migrations/index.ts';
import { verifyShard } from '../src/trading/verify/verify-shard.ts';
import { createTestDatabase } from './support/database.ts';
import { startTestHost } from './support/test-host.ts';

/** Tables of a database that the first release wrote: fills of every kind, stop-outs, swaps, withdrawals, refusals. */
const FIXTURE = fileURLToPath(new URL('fixtures/journal-rules-1.jsonl.gz', import.meta.url));
const ROWS = 2216;
/** The last migration of that release. */
const RELEASED = '020-margin-warnings';

const testDatabase = await createTestDatabase('empty');
let database: Database;

beforeAll(async () => {
  await restoreOldRelease(testDatabase.url);
  database = await testDatabase.open();
});
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

it('of an earlier release is verified by the rules that decided its rows', async () => {
  const { rows, count, shown } = await verifyShard(database.pool);
  expect({ rows, count, shown }).toEqual({ rows: ROWS, count: 0, shown: [] });
});

it('continues under the present rules, and is verified as a whole', async () => {
  const { host } = await startTestHost(database);
  expect((await host.submit({ type: 'openAccount', account: 900, key: 'open', kind: 'real' })).ok).toBe(true);
  await host.submit({ type: 'deposit', account: 900, key: 'deposit', amount: money('100'), reference: 1 });
  await host.stop();
  const { rows } = await database.pool.query<{ rules: number; rows: bigint }>(
    'select rules, count(*)::int as rows from journal group by rules order by rules',
  );
  expect(rows).toMatchObject([{ rules: 1, rows: ROWS }, { rules: 7 }]);
  const { count, shown } = await verifyShard(database.pool);
  expect({ count, shown }).toEqual({ count: 0, shown: [] });
});

/** Makes the database of the earlier release, with its schema and its rows. The next opening migrates it. */
async function restoreOldRelease(url: string): Promise<void> {
  const pool = new Pool({ connectionString: url, max: 1 });
  const db = new Kysely<never>({ dialect: new PostgresDialect({ pool }) });
  const old = Object.fromEntries(Object.entries(migrations).filter(([name]) => name <= RELEASED));
  const { error } = await new Migrator({
    db,
    provider: { getMigrations: () => Promise.resolve(old) },
  }).migrateToLatest();
  if (error !== undefined) throw new Error('the old schema could not be made', { cause: error });
  for (const line of gunzipSync(readFileSync(FIXTURE)).toString().trim().split('\n')) {
    const [table, row] = JSON.parse(line) as [string, string];
    await pool.query(`insert into ${table} select * from jsonb_populate_record(null::${table}, $1::jsonb)`, [row]);
  }
  await db.destroy();
}
