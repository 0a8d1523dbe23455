import { DAY_MS, money, rate } from '@fairlot/domain';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '../src/db/database.ts';
import { readHouseResult } from '../src/features/office/dashboards/house-result-queries.ts';
import { readBooks } from '../src/features/statement/books.ts';
import { TransferDays } from '../src/trading/days/transfer-days.ts';
import { defineTerms } from '../src/trading/define-terms.ts';
import type { HostOutcome } from '../src/trading/port.ts';
import { SwapSchedule } from '../src/trading/swap-schedule.ts';
import { verifyShards } from '../src/trading/verify/verify-shards.ts';
import { createTestDatabase, silentLog } from './support/database.ts';
import { EURUSD, RULES, type TestHost, buy, openAccount, startTestHost } from './support/test-host.ts';

const SHARDS = [0, 1];
const MIDNIGHT = Date.parse('2026-11-20T00:00:00Z');
const NIGHT = Date.parse('2026-11-20T22:00:00Z');

const testDatabase = await createTestDatabase();
let database: Database;
let hosts: TestHost[] = [];

/** Account `number` of a shard. Accounts of a database have different numbers, because users have. */
const accountOf = (shard: number, number: number): number => shard * 100 + number;
const orderOf = (outcome: HostOutcome): number => (outcome.ok ? (outcome.order ?? 0) : 0);

async function start(): Promise<void> {
  hosts = await Promise.all(SHARDS.map((shard) => startTestHost(database, { shard })));
}

async function stop(): Promise<void> {
  await Promise.all(hosts.map(({ host }) => host.stop()));
}

/** The same commands on each shard: trades, pending orders, and withdrawals of the same numbers. */
async function work(shard: number, turn: string): Promise<void> {
  const { host } = hosts[shard] as TestHost;
  const account = accountOf(shard, 1);
  const draft = (name: string) => ({ account, key: `${turn}-${name}` });
  for (let count = 0; count < 30; count += 1) {
    const [opened, pending] = await Promise.all([
      host.submit(buy(account, `${turn}-buy-${count}`)),
      host.submit({ ...buy(account, `${turn}-wait-${count}`), target: 109_000_000n as never }),
    ]);
    expect([opened.ok, pending.ok]).toEqual([true, true]);
    await host.submit({ type: 'closePosition', ...draft(`close-${count}`), order: orderOf(opened) });
    await host.submit({ type: 'cancelOrder', ...draft(`cancel-${count}`), order: orderOf(pending) });
  }
  await host.submit(buy(account, `${turn}-held`));
  await host.submit({ type: 'holdWithdrawal', ...draft('hold'), withdrawal: 7, amount: money('5'), fee: money('1') });
  const kept = turn === 'first' ? 8 : 9;
  await host.submit({
    type: 'holdWithdrawal',
    ...draft('kept'),
    withdrawal: kept,
    amount: money('5'),
    fee: money('1'),
  });
  expect(await host.submit({ type: 'payWithdrawal', ...draft('pay'), withdrawal: 7 })).toEqual({ ok: true });
}

async function findings(): Promise<unknown> {
  const found: unknown[] = [];
  for await (const { shard, verification } of verifyShards(database.pool)) found.push([shard, verification.shown]);
  return found;
}

beforeAll(async () => {
  database = await testDatabase.open();
  await start();
  for (const shard of SHARDS) await hosts[shard]?.host.submit(openAccount(accountOf(shard, 1)));
});
afterAll(async () => {
  await stop();
  await database.close();
  await testDatabase.drop();
});

it('trades on two shards at once without one number twice, and continues both after a restart', async () => {
  await Promise.all(SHARDS.map((shard) => work(shard, 'first')));
  await stop();
  expect(await findings()).toEqual([
    [0, []],
    [1, []],
  ]);
  await start();
  await Promise.all(SHARDS.map((shard) => work(shard, 'second')));
  const { rows } = await database.pool.query<{ shard: number; orders: number; first: number; last: number }>(
    'select shard, count(*)::integer as orders, min(id)::float as first, max(id)::float as last from orders group by shard order by shard',
  );
  expect(rows).toEqual([
    { shard: 0, orders: 122, first: 1, last: 122 },
    { shard: 1, orders: 122, first: 1_000_000_000_001, last: 1_000_000_000_122 },
  ]);
  expect(
    await database.kysely
      .selectFrom('withdrawals_held')
      .select(['shard', 'id'])
      .orderBy('shard')
      .orderBy('id')
      .execute(),
  ).toEqual([
    { shard: 0, id: 8n },
    { shard: 0, id: 9n },
    { shard: 1, id: 8n },
    { shard: 1, id: 9n },
  ]);
});

it('gives each shard its own terms', async () => {
  const dearer = { ...EURUSD, feeRate: rate('4') };
  const journalled = async () => (await database.kysely.selectFrom('journal').select('seq').execute()).length;
  const before = await journalled();
  await defineTerms((hosts[1] as TestHost).host, database.pool, RULES, [dearer], 1);
  expect(await journalled()).toBe(before + 1);
  await defineTerms((hosts[1] as TestHost).host, database.pool, RULES, [dearer], 1);
  await defineTerms((hosts[0] as TestHost).host, database.pool, RULES, [EURUSD], 0);
  expect(await journalled()).toBe(before + 1);
});

it('charges swaps, sums days and reads statements and the house’s result of both shards', async () => {
  for (const shard of SHARDS) {
    const { host, clock } = hosts[shard] as TestHost;
    clock.time = NIGHT;
    const schedule = new SwapSchedule({ trading: host, pool: database.pool, log: silentLog, shard });
    await schedule.runDue();
    await new TransferDays({ db: database.kysely, log: silentLog, shard }).catchUp(1);
  }
  const results = await Promise.all(
    SHARDS.map((shard) => readBooks(database.kysely, accountOf(shard, 1), { from: MIDNIGHT, to: MIDNIGHT + DAY_MS })),
  );
  expect(results[0]?.closing.total).not.toBe(results[0]?.opening.total);
  expect(results[0]?.moved.get('swap')).toBe(money('-1.3'));
  expect(results[1]).toEqual(results[0]);
  const { list, total } = await readHouseResult(database.kysely, { accounts: 'demo' }, { offset: 0, limit: 10 });
  expect([total, list[0]?.swap]).toEqual([1, '2.60']);
  expect(await findings()).toEqual([
    [0, []],
    [1, []],
  ]);
});

it('refuses a shard whose orders would have no exact numbers', async () => {
  await expect(startTestHost(database, { shard: 9001 })).rejects.toThrow('a shard has a number from 0 to 9000');
});
