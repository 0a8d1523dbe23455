import { lots, money } from '@fairlot/domain';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '../src/db/database.ts';
import { openShards } from '../src/trading/shard-directory.ts';
import { type ShardRouter, openShardRouter } from '../src/trading/shard-router.ts';
import { verifyShards } from '../src/trading/verify/verify-shards.ts';
import { createTestDatabase } from './support/database.ts';
import { EURUSD, RULES, type TestHost, buy, openAccount, routed, startTestHost } from './support/test-host.ts';

const SHARDS = [0, 1, 2, 3];
const REALS = [0, 2, 3];
const FIRST_DEMO = 100;

const testDatabase = await createTestDatabase();
let database: Database;
let hosts: TestHost[];
let router: ShardRouter;

const host = (shard: number): TestHost['host'] => (hosts[shard] as TestHost).host;
const openReal = (account: number) => ({ ...openAccount(account), kind: 'real' }) as const;

async function start(): Promise<void> {
  hosts = await Promise.all(SHARDS.map((shard) => startTestHost(database, { shard })));
  router = await openShardRouter(database.pool, routed(hosts));
}

beforeAll(async () => {
  database = await testDatabase.open();
  await start();
});
afterAll(async () => {
  await router.stop();
  await database.close();
  await testDatabase.drop();
});

it('keeps a directory that only grows', async () => {
  const [real, demo] = ['real', 'demo'].map((kind) => ({ kind, takesNew: true }));
  expect(await openShards(database.pool, 1)).toEqual([
    { number: 0, ...real },
    { number: 1, ...demo },
  ]);
  const four = [0, 1, 2, 3].map((number) => ({ number, ...(number === 1 ? demo : real) }));
  expect(await openShards(database.pool, 3)).toEqual(four);
  expect(await openShards(database.pool, 1)).toEqual(four);
});

it('places new accounts on the shard of their kind that has the fewest, also after a restart', async () => {
  const placed: (number | undefined)[] = [];
  for (let account = 1; account <= 7; account += 1) {
    expect(await router.submit(openReal(account))).toEqual({ ok: true });
    placed.push(router.shardOf(account));
  }
  expect(placed).toEqual([0, 2, 3, 0, 2, 3, 0]);
  expect(await router.submit(openAccount(FIRST_DEMO))).toEqual({ ok: true });
  expect(router.shardOf(FIRST_DEMO)).toBe(1);
  await router.stop();
  await start();
  expect(await router.submit(openReal(8))).toEqual({ ok: true });
  expect([1, 2, 3, 8].map((account) => router.shardOf(account))).toEqual([0, 2, 3, 2]);
});

it('leaves a shard alone that takes no new accounts', async () => {
  expect(await router.submit(openReal(9))).toEqual({ ok: true });
  expect(router.shardOf(9)).toBe(3);
  const closed = routed(hosts).map((shard) => ({ ...shard, takesNew: shard.number !== 3 }));
  const narrow = await openShardRouter(database.pool, closed);
  const placed = [];
  for (const account of [10, 11, 12, 13]) {
    await narrow.submit(openReal(account));
    placed.push(narrow.shardOf(account));
  }
  expect(placed).toEqual([0, 2, 0, 2]);
  for (const account of [10, 11, 12, 13]) router.place(account, narrow.shardOf(account) ?? -1);
});

it('adds the exposure of all shards of real accounts up, and hides it while one of them recovers', async () => {
  for (const account of [1, 2, 3]) {
    await router.submit({ type: 'deposit', account, key: 'money', amount: money('1000'), reference: account });
    expect(await router.submit(buy(account, 'one'))).toMatchObject({ ok: true });
  }
  await router.submit(buy(FIRST_DEMO, 'one'));
  expect(router.exposure('real')).toMatchObject([
    { instrument: EURUSD.id, holdings: { positions: 3, longLots: lots('0.3') } },
  ]);
  expect(router.exposure('demo')).toMatchObject([{ holdings: { positions: 1 } }]);
  await host(2).stop();
  expect(router.exposure('real')).toBeUndefined();
  await restart(2);
});

async function restart(shard: number): Promise<void> {
  hosts[shard] = await startTestHost(database, { shard });
  router = await openShardRouter(database.pool, routed(hosts));
}

it('lets the accounts of other shards trade while one recovers, the first one too', async () => {
  for (const stopped of [2, 0]) {
    await host(stopped).stop();
    expect([router.ready, router.rules, router.groups]).toEqual([true, RULES, []]);
    const others = [1, 2, 3].filter((account) => router.shardOf(account) !== stopped);
    expect(others).toHaveLength(2);
    for (const account of others)
      expect(await router.submit(buy(account, `while ${stopped} is away`))).toMatchObject({ ok: true });
    expect(await router.submit(openReal(20 + stopped))).toEqual({ ok: true });
    expect(router.shardOf(20 + stopped)).not.toBe(stopped);
    await restart(stopped);
  }
});

it('changes rules on the first shard last, and tells a halt to all that can hear it', async () => {
  const order: number[] = [];
  const stop = router.onShardCommitted((shard, rows) => {
    if (rows.some(({ command }) => command.type === 'setRules')) order.push(shard);
  });
  expect(await router.submit({ type: 'setRules', rules: { ...RULES, stopOutPercent: 40 } })).toEqual({ ok: true });
  stop();
  expect(order).toEqual([1, 3, 2, 0]);
  const halt = { type: 'setDealing', instrument: EURUSD.id, mode: 'halted', staff: 1, memo: 'drill' } as const;
  await host(0).stop();
  const halted = router.submit(halt);
  await expect(halted).rejects.toThrow('stopped');
  await restart(0);
  expect(await router.submit(halt)).toEqual({ ok: true });
  for (const shard of SHARDS) expect(host(shard).restricted?.get(EURUSD.id)).toBe('halted');
});

it('verifies every shard, and the sums of all are nothing', async () => {
  const found: unknown[] = [];
  let sum = 0n;
  for await (const { shard, verification } of verifyShards(database.pool)) {
    found.push([shard, verification.shown]);
    sum += money(verification.balances.clients);
    for (const amount of Object.values(verification.balances.house)) sum += money(amount);
  }
  expect(found).toEqual(SHARDS.map((shard) => [shard, []]));
  expect(sum).toBe(0n);
  const { rows } = await database.pool.query<{ shard: number }>(
    `select distinct shard from orders where account < ${FIRST_DEMO} order by 1`,
  );
  expect(rows.map(({ shard }) => shard)).toEqual(REALS);
});
