import { lots } from '@fairlot/domain';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '../src/db/database.ts';
import { Metrics } from '../src/platform/metrics.ts';
import { TradingMetrics } from '../src/trading/trading-metrics.ts';
import { type TestDatabase, createTestDatabase } from './support/database.ts';
import { metricIn } from './support/metrics.ts';
import { type TestHost, buy, openAccount, startTestHost } from './support/test-host.ts';

const metrics = new Metrics();
const trading = new TradingMetrics(metrics);
let made: TestDatabase;
let database: Database;
let on: TestHost;

beforeAll(async () => {
  made = await createTestDatabase();
  database = await made.open();
  on = await startTestHost(database, { watch: trading.watchOf(0) });
  trading.follow(0, on.host);
});
afterAll(async () => {
  await on.host.stop();
  await database.close();
  await made.drop();
});

const read = async (name: string, labels = 'shard="0"') => metricIn(await metrics.registry.metrics(), name, labels);

it('counts rows, commits, stop-outs and recoveries of a shard', async () => {
  expect([await read('fairlot_stop_outs_total'), await read('fairlot_recoveries_total')]).toEqual([0, 0]);
  expect(await read('fairlot_limits_hit_total', 'limit="uncommitted_commands"')).toBe(0);
  const before = (await read('fairlot_commit_rows_sum')) ?? 0;
  await on.host.submit(openAccount(1));
  const most = { ...buy(1, 'a'), lots: lots('50') };
  expect(await on.host.submit(most)).toMatchObject({ ok: true });
  expect(await read('fairlot_journal_rows_total', 'shard="0",command="placeOrder"')).toBe(1);
  expect(await read('fairlot_commit_rows_sum')).toBe(before + 2);
  expect(await read('fairlot_commit_seconds_count')).toBe(await read('fairlot_commit_rows_count'));
  expect(await read('fairlot_rows_uncommitted')).toBe(0);

  on.quote('1.08000', '1.08010');
  expect(on.host.uncommitted).toBeGreaterThan(0);
  await expect.poll(() => read('fairlot_stop_outs_total')).toBe(1);

  await database.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'fairlot journal' and datname = current_database()`,
  );
  await expect
    .poll(async () => (await on.host.submit({ type: 'resetDemo', account: 1, key: `r${Math.random()}` })).ok)
    .toBe(true);
  expect(await read('fairlot_recoveries_total')).toBe(1);
});
