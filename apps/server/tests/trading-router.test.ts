import { money } from '@fairlot/domain';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '../src/db/database.ts';
import { committedAccount } from '../src/trading/committed-account.ts';
import { type ShardRouter, openShardRouter } from '../src/trading/shard-router.ts';
import { createTestDatabase } from './support/database.ts';
import { RULES, type TestHost, buy, openAccount, routed, startTestHost } from './support/test-host.ts';

const testDatabase = await createTestDatabase();
let database: Database;
let hosts: TestHost[];
let router: ShardRouter;

const REAL = 1;
const DEMO = 2;
const deposit = (account: number, key: string) =>
  ({ type: 'deposit', account, key, amount: money('1'), reference: 1 }) as const;

beforeAll(async () => {
  database = await testDatabase.open();
  hosts = await Promise.all([0, 1].map((shard) => startTestHost(database, { shard })));
  router = await openShardRouter(database.pool, routed(hosts));
});
afterAll(async () => {
  await router.stop();
  await database.close();
  await testDatabase.drop();
});

it('refuses a command for an unknown account without taking its key', async () => {
  expect(await router.submit(deposit(DEMO, 'early'))).toEqual({ ok: false, reason: 'unknown_account' });
  expect(router.account(DEMO)).toBeUndefined();
  expect(await router.submit(openAccount(DEMO))).toEqual({ ok: true });
  expect(await router.submit({ ...openAccount(REAL), kind: 'real' })).toEqual({ ok: true });
  expect(await router.submit(deposit(DEMO, 'early'))).toEqual({ ok: true });
});

it('places accounts by their kind and finds them again', async () => {
  const again = await openShardRouter(database.pool, routed(hosts));
  for (const each of [router, again]) {
    expect((await committedAccount(each, REAL))?.kind).toBe('real');
    expect((await committedAccount(each, DEMO))?.kind).toBe('demo');
  }
  expect(router.positions(REAL)).toEqual({ positions: [], changedBy: expect.any(Number) as number });
  expect(router.positions(3)).toBeUndefined();
  const accounts = await database.kysely.selectFrom('accounts').select(['id', 'shard']).orderBy('id').execute();
  expect(accounts).toEqual([
    { id: BigInt(REAL), shard: 0 },
    { id: BigInt(DEMO), shard: 1 },
  ]);
  expect(await router.submit({ ...openAccount(DEMO), kind: 'real' })).toMatchObject({ reason: 'key_reused' });
});

it('passes rules to every shard, and reports the commits of all', async () => {
  const seen: string[] = [];
  const stopListening = router.onCommitted((rows) => {
    for (const { command } of rows) seen.push(command.type);
  });
  expect(await router.submit({ type: 'setRules', rules: { ...RULES, stopOutPercent: 40 } })).toEqual({ ok: true });
  stopListening();
  expect(hosts.map(({ host }) => host.rules?.stopOutPercent)).toEqual([40, 40]);
  expect(seen).toEqual(['setRules', 'setRules']);
});

it('lets real accounts trade while the demo shard is down', async () => {
  await hosts[1]?.host.stop();
  expect([router.ready, router.states()]).toEqual([
    true,
    [
      { number: 0, kind: 'real', ready: true },
      { number: 1, kind: 'demo', ready: false },
    ],
  ]);
  expect(await router.submit(deposit(REAL, 'on'))).toEqual({ ok: true });
  expect(await router.submit(buy(REAL, 'refused by the engine'))).toMatchObject({ reason: 'insufficient_margin' });
});
