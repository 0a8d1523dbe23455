import { randomBytes } from 'node:crypto';
import { DAY_MS, stampOfTime, timeKey } from '@fairlot/domain';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '../src/db/database.ts';
import { DemoRetirementQueries } from '../src/features/auth/demo-retirement-queries.ts';
import { DemoRetirement } from '../src/features/auth/demo-retirement.ts';
import { SessionQueries } from '../src/features/auth/session-queries.ts';
import { openShardRouter } from '../src/trading/shard-router.ts';
import { verifyShard } from '../src/trading/verify/verify-shard.ts';
import { createTestDatabase, silentLog } from './support/database.ts';
import { query } from './support/real-user.ts';
import { startTestServer } from './support/server.ts';
import { EURUSD, NOON, type TestHost, buy, openAccount, routed, startTestHost } from './support/test-host.ts';

const NOW = Date.parse('2026-11-20T12:00:00Z');
const ORIGIN = { address: '203.0.113.1', agent: '' };

const testDatabase = await createTestDatabase();
let database: Database;
let testHost: TestHost;
let retirement: DemoRetirement;
let isClockOff = false;

beforeAll(async () => {
  database = await testDatabase.open();
  testHost = await startTestHost(database, { shard: 1 });
  retirement = new DemoRetirement({
    queries: new DemoRetirementQueries(database.kysely),
    trading: { submit: (draft) => testHost.host.submit(draft) },
    clock: () => NOW,
    isClockOff: () => isClockOff,
    log: silentLog,
  });
});
afterAll(async () => {
  await testHost.host.stop();
  await database.close();
  await testDatabase.drop();
});

const daysAgo = (days: number): Date => new Date(NOW - days * DAY_MS);

/** Creates a demo user whose only session was last used some days ago. */
async function demoUser(createdDays: number, seenDays: number): Promise<number> {
  const { id } = await database.kysely
    .insertInto('users')
    .values({
      kind: 'demo',
      email: null,
      invite_code: randomBytes(6).toString('hex'),
      demo_hash: randomBytes(32),
      created_at: daysAgo(createdDays),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await database.kysely
    .insertInto('sessions')
    .values({ user_id: id, token_hash: randomBytes(32), expires_at: daysAgo(0), last_seen_at: daysAgo(seenDays) })
    .execute();
  expect(await testHost.host.submit(openAccount(Number(id)))).toEqual({ ok: true });
  return Number(id);
}

/** The books of an account in the table. */
async function removed(account: number): Promise<unknown> {
  const { rows } = await database.pool.query<{ cash: bigint }>(
    'select cash, order_reserve, retired_at is not null as is_removed from accounts where id = $1',
    [account],
  );
  return rows[0];
}

async function rowCount(): Promise<bigint | undefined> {
  const { rows } = await database.pool.query<{ count: bigint }>('select count(*) from journal');
  return rows[0]?.count;
}

/** Replays the journal and compares it with the tables. */
async function expectSound(): Promise<void> {
  expect((await verifyShard(database.pool, 1)).shown).toEqual([]);
}

async function retired(): Promise<number[]> {
  const rows = await database.kysely.selectFrom('users').select('id').where('retired_at', 'is not', null).execute();
  return rows.map(({ id }) => Number(id));
}

it('retires demo accounts that were not used for 30 days, ends their orders and removes them', async () => {
  const unused = await demoUser(90, 31);
  const used = await demoUser(90, 29);
  const young = await demoUser(29, 29);
  const timed = timeKey(stampOfTime(NOON), randomBytes(9));
  expect(await testHost.host.submit(buy(unused, timed))).toMatchObject({ ok: true });
  await testHost.host.submit({ ...buy(unused, 'pending'), target: 109_000_000n as never });
  await testHost.host.submit(buy(used, timeKey(stampOfTime(NOON), randomBytes(9))));
  expect(await retirement.run()).toBe(1);
  expect(await retired()).toEqual([unused]);
  const orders = await database.kysely.selectFrom('orders').select(['account', 'status']).orderBy('id').execute();
  expect(orders).toEqual([
    { account: BigInt(unused), status: 'closed' },
    { account: BigInt(unused), status: 'cancelled' },
    { account: BigInt(used), status: 'open' },
  ]);
  const { rows } = await database.pool.query<{ account: bigint }>('select account from key_marks');
  expect(rows).toEqual([{ account: BigInt(used) }]);
  expect(await removed(unused)).toEqual({ cash: 0n, order_reserve: 0n, is_removed: true });
  expect(testHost.host.account(unused)).toBeUndefined();
  expect(await retirement.run()).toBe(0);
  expect(await retired()).not.toContain(young);
  await expectSound();
});

it('retires nobody while the clock is off', async () => {
  const unused = await demoUser(90, 31);
  isClockOff = true;
  expect(await retirement.run()).toBe(0);
  expect(await retired()).not.toContain(unused);
  isClockOff = false;
  expect(await retirement.run()).toBe(1);
});

it('closes positions of retired accounts also while the market is closed', async () => {
  const unused = await demoUser(90, 31);
  expect(await testHost.host.submit(buy(unused, 'market'))).toMatchObject({ ok: true });
  testHost.host.setOpen(EURUSD.id, false);
  expect(await retirement.run()).toBe(1);
  expect(await removed(unused)).toMatchObject({ cash: 0n, is_removed: true });
  testHost.host.setOpen(EURUSD.id, true);
});

it('removes accounts that an interrupted run has left, and none comes back with a restart or a late sign-in', async () => {
  const left = await demoUser(90, 31);
  await database.kysely
    .updateTable('users')
    .set({ retired_at: new Date(NOW) })
    .where('id', '=', BigInt(left))
    .execute();
  expect(await retirement.run()).toBe(1);
  await testHost.host.stop();
  testHost = await startTestHost(database, { shard: 1 });
  expect(testHost.host.account(left)).toBeUndefined();
  const router = await openShardRouter(database.pool, routed([testHost, testHost]));
  expect(await router.submit(buy(left, 'too-late'))).toEqual({ ok: false, reason: 'unknown_account' });
  // A sign-in that began before: its command is known to the journal and opens nothing.
  expect(await testHost.host.submit(openAccount(left))).toEqual({ ok: true });
  expect(testHost.host.account(left)).toBeUndefined();
  await expectSound();
});

it('forgets the shard of a removed account when its removal is committed', async () => {
  const unused = await demoUser(90, 31);
  const router = await openShardRouter(database.pool, routed([testHost, testHost]));
  expect(await router.submit({ type: 'retireAccount', account: unused, key: 'retire:now' })).toEqual({ ok: true });
  const before = await rowCount();
  expect(await router.submit(buy(unused, 'too-late'))).toEqual({ ok: false, reason: 'unknown_account' });
  expect(await rowCount()).toBe(before);
});

it('keeps accounts of sample strategies, and those that sign in meanwhile', async () => {
  const [sample, returning] = [await demoUser(90, 31), await demoUser(90, 31)];
  await database.kysely
    .insertInto('ranking_samples')
    .values({ strategy: 'trend', demo_key: 'key', user_id: BigInt(sample) })
    .execute();
  const queries = new DemoRetirementQueries(database.kysely);
  const since = daysAgo(30);
  expect(await queries.unused(since, returning - 1, 10)).toEqual([returning]);
  let retiring: Promise<boolean> | undefined;
  await database.kysely.transaction().execute(async (transaction) => {
    const user = { id: returning, kind: 'demo', email: null, mobile: null, inviteCode: '' } as const;
    await new SessionQueries(transaction).insert(
      user,
      null,
      randomBytes(32),
      { openedAt: NOW, expiresAt: NOW + DAY_MS },
      ORIGIN,
    );
    retiring = queries.retire(returning, since, new Date(NOW));
    // Gives the retirement time to begin. It must wait for the end of this transaction.
    await transaction.selectFrom('users').select('id').execute();
  });
  expect(await retiring).toBe(false);
  expect(await retirement.run()).toBe(0);
});

it('refuses to sign in to a retired account, and opens a new one instead', async () => {
  const server = await startTestServer();
  const { id, demoId } = await server.demo();
  await query(server, 'update users set retired_at = now() where id = $1', [id]);
  const { envelope } = await server.call('createDemo', { demo_id: demoId });
  expect(envelope).toMatchObject({ reason: 'demo_retired', code: 2006 });
  expect((await server.demo()).id).not.toBe(id);
  await server.stop();
});
