import { randomBytes } from 'node:crypto';
import { DAY_MS } from '@fairlot/domain';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '../src/db/database.ts';
import { DemoRetirementQueries } from '../src/features/auth/demo-retirement-queries.ts';
import { DemoRetirement } from '../src/features/auth/demo-retirement.ts';
import { SessionQueries } from '../src/features/auth/session-queries.ts';
import { createTestDatabase, silentLog } from './support/database.ts';
import { query } from './support/real-user.ts';
import { startTestServer } from './support/server.ts';
import { EURUSD, type TestHost, buy, openAccount, startTestHost } from './support/test-host.ts';

const NOW = Date.parse('2026-11-20T12:00:00Z');
const ORIGIN = { address: '203.0.113.1', agent: '' };

const testDatabase = await createTestDatabase();
let database: Database;
let testHost: TestHost;
let retirement: DemoRetirement;

beforeAll(async () => {
  database = await testDatabase.open();
  testHost = await startTestHost(database, { shard: 1 });
  retirement = new DemoRetirement({
    queries: new DemoRetirementQueries(database.kysely),
    trading: testHost.host,
    clock: () => NOW,
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

async function retired(): Promise<number[]> {
  const rows = await database.kysely.selectFrom('users').select('id').where('retired_at', 'is not', null).execute();
  return rows.map(({ id }) => Number(id));
}

it('retires demo accounts that were not used for 30 days, and ends their orders', async () => {
  const unused = await demoUser(90, 31);
  const used = await demoUser(90, 29);
  const young = await demoUser(29, 29);
  expect(await testHost.host.submit(buy(unused, 'market'))).toMatchObject({ ok: true });
  await testHost.host.submit({ ...buy(unused, 'pending'), target: 109_000_000n as never });
  await testHost.host.submit(buy(used, 'market'));
  expect(await retirement.run()).toBe(1);
  expect(await retired()).toEqual([unused]);
  const orders = await database.kysely.selectFrom('orders').select(['account', 'status']).orderBy('id').execute();
  expect(orders).toEqual([
    { account: BigInt(unused), status: 'closed' },
    { account: BigInt(unused), status: 'cancelled' },
    { account: BigInt(used), status: 'open' },
  ]);
  expect(await retirement.run()).toBe(0);
  expect(await retired()).not.toContain(young);
});

it('waits until the positions of an account can be closed', async () => {
  const unused = await demoUser(90, 31);
  expect(await testHost.host.submit(buy(unused, 'market'))).toMatchObject({ ok: true });
  testHost.host.setOpen(EURUSD.id, false);
  expect(await retirement.run()).toBe(0);
  testHost.clock.time += 1;
  testHost.host.setOpen(EURUSD.id, true);
  testHost.quote('1.10000', '1.10010');
  const later = new DemoRetirement({
    queries: new DemoRetirementQueries(database.kysely),
    trading: testHost.host,
    clock: () => NOW + 1,
    log: silentLog,
  });
  expect(await later.run()).toBe(1);
  expect(await retired()).toContain(unused);
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
