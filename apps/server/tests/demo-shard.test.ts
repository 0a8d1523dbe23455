import { createHash, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type RunningServer, startServer } from '../src/composition/server.ts';
import { readConfig } from '../src/config.ts';
import { createLog } from '../src/platform/log.ts';
import { startTradingHost } from '../src/trading/host.ts';
import { verifyShards } from '../src/trading/verify/verify-shards.ts';
import { type TestDatabase, createTestDatabase, silentLog } from './support/database.ts';
import { marketOrder } from './support/order-calls.ts';
import { query, registerUser } from './support/real-user.ts';
import { SECRETS_KEY, type TestServer, clientOf } from './support/server.ts';
import { openAccount } from './support/test-host.ts';

/** Secret of a demo account from before demo accounts had a shard of their own. */
const OLD_SECRET = 'a-demo-account-of-an-earlier-version';
const FIRST_DEMO_ORDER = 1_000_000_000_001;

let database: TestDatabase;
let running: RunningServer;
let server: TestServer;
let eurusd: number;
let old: number;

async function start(): Promise<void> {
  const result = readConfig({
    PORT: '0',
    HOST: '127.0.0.1',
    DATABASE_URL: database.url,
    FAIRLOT_SECRETS_KEY: SECRETS_KEY,
    FAIRLOT_SESSIONS: 'always',
    FAIRLOT_STRATEGIES: 'off',
  });
  if (!result.ok) throw new Error(result.problems.join('\n'));
  running = await startServer(result.config, createLog('fatal'));
  server = { ...clientOf(running.url), databaseUrl: database.url, stop: () => running.stop() };
  eurusd = await server.instrument('EURUSD');
}

/** Writes a demo account of an earlier version, on the shard of real accounts, and returns its number. */
async function writeOldAccount(): Promise<number> {
  const opened = await database.open();
  const { id } = await opened.kysely
    .insertInto('users')
    .values({
      kind: 'demo',
      email: null,
      invite_code: 'OLDONE',
      demo_hash: createHash('sha256').update(OLD_SECRET).digest(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const host = await startTradingHost({
    ...opened,
    now: Date.now,
    log: silentLog,
    holder: 'earlier version',
    onFatal: (error) => {
      throw error;
    },
  });
  expect(await host.submit(openAccount(Number(id)))).toEqual({ ok: true });
  await host.stop();
  await opened.close();
  return Number(id);
}

async function tradeOnce(token: string): Promise<number> {
  const { envelope } = await server.call('submit', marketOrder(eurusd), { token, key: randomUUID() });
  expect(envelope.reason).toBe('ok');
  const id = envelope.data.order.Id;
  expect((await server.call('close', { id }, { token })).envelope.reason).toBe('ok');
  const history = (await server.call('myDeal', { status: 3 }, { token })).envelope.data;
  expect(history.data.map(({ Id }) => Id)).toContain(id);
  expect((await server.call('statement', {}, { token })).envelope.reason).toBe('ok');
  return id;
}

/** The differences that a verification finds in each shard. */
async function verified(): Promise<unknown> {
  const opened = await database.open();
  const found: unknown[] = [];
  for await (const { shard, verification } of verifyShards(opened.pool))
    found.push({ shard, differences: verification.shown });
  await opened.close();
  return found;
}

const shardOf = async (account: number): Promise<number | undefined> =>
  (await query<{ shard: number }>(server, 'select shard from accounts where id = $1', [account]))[0]?.shard;

beforeAll(async () => {
  database = await createTestDatabase('history');
  old = await writeOldAccount();
  await start();
});
afterAll(async () => {
  await running.stop();
  await database.drop();
});

it('opens demo accounts on a shard of their own, apart from real accounts', async () => {
  const demo = await server.demo();
  const real = await registerUser(server);
  expect([await shardOf(demo.id), await shardOf(real.id)]).toEqual([1, 0]);
  expect(await tradeOnce(demo.token)).toBe(FIRST_DEMO_ORDER);
  const refused = await server.call('submit', marketOrder(eurusd), { token: real.token });
  expect(refused.envelope.reason).toBe('insufficient_margin');
});

it('lets demo accounts of an earlier version trade where they are', async () => {
  const { envelope } = await server.call('createDemo', { demo_id: OLD_SECRET });
  expect([envelope.reason, envelope.data.user.id]).toEqual(['ok', old]);
  expect(await shardOf(old)).toBe(0);
  expect(await tradeOnce(envelope.data.token)).toBeLessThan(FIRST_DEMO_ORDER);
});

it('keeps both kinds of accounts over a restart, and verifies both shards', async () => {
  const demo = await server.demo();
  await tradeOnce(demo.token);
  await running.stop();
  expect(await verified()).toMatchObject([
    { shard: 0, differences: [] },
    { shard: 1, differences: [] },
  ]);
  await start();
  const { envelope } = await server.call('createDemo', { demo_id: demo.demoId });
  expect([envelope.data.user.id, await shardOf(demo.id)]).toEqual([demo.id, 1]);
  await tradeOnce(envelope.data.token);
});

it('gives a fresh account to a demo user after the operator has dropped the demo journal', async () => {
  const { demoId, id } = await server.demo();
  const operations = readFileSync(join(import.meta.dirname, '../../../docs/operations.md'), 'utf8');
  const statements = /```sql\n(begin;[^`]*delete from journal[^`]*)```/.exec(operations)?.[1];
  await running.stop();
  await query(server, statements ?? 'the statements are not in docs/operations.md');
  expect(await verified()).toMatchObject([{ shard: 0, differences: [] }]);
  await start();
  const { envelope } = await server.call('createDemo', { demo_id: demoId });
  expect([envelope.reason, envelope.data.user.id, await shardOf(id)]).toEqual(['ok', id, 1]);
  expect(await tradeOnce(envelope.data.token)).toBe(FIRST_DEMO_ORDER);
  expect(await shardOf(old)).toBe(0);
  await running.stop();
  expect(await verified()).toMatchObject([
    { shard: 0, differences: [] },
    { shard: 1, differences: [] },
  ]);
  await start();
});
