import { spawn } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { bundle } from '../../../tools/bundle.mjs';
import { removeFolder } from '../../../tools/leftovers.mjs';
import { type RunningServer, startServer } from '../src/composition/server.ts';
import { readConfig } from '../src/config.ts';
import { createLog } from '../src/platform/log.ts';
import { lineOf } from '../src/trading/checkpoints/checkpoint.ts';
import { CHECKPOINT_FILE } from '../src/trading/checkpoints/checkpoint-store.ts';
import { startTradingHost } from '../src/trading/host.ts';
import { verifyShards } from '../src/trading/verify/verify-shards.ts';
import { type TestDatabase, createTestDatabase, silentLog } from './support/database.ts';
import { marketOrder } from './support/order-calls.ts';
import { query, registerUser } from './support/real-user.ts';
import { FREE, LONGEST_PAST_MS, SECRETS_KEY, type TestServer, clientOf } from './support/server.ts';
import { openAccount } from './support/test-host.ts';

/** Secret of a demo account from before demo accounts had a shard of their own. */
const OLD_SECRET = 'a-demo-account-of-an-earlier-version';
const FIRST_DEMO_ORDER = 1_000_000_000_001;

const program = await bundle('apps/server/src/drop-demo.ts');
const folder = mkdtempSync(join(tmpdir(), 'fairlot-drop-demo-'));

let database: TestDatabase;
let running: RunningServer;
let server: TestServer;
let eurusd: number;
let old: number;

async function start(): Promise<void> {
  const result = readConfig({
    PORT: '0',
    HOST: '127.0.0.1',
    ...database.settings,
    FAIRLOT_SECRETS_KEY: SECRETS_KEY,
    // A slow machine must not have calls refused.
    FAIRLOT_CALL_TIMEOUT_MS: FREE.FAIRLOT_CALL_TIMEOUT_MS,
    FAIRLOT_REPORT_TIMEOUT_MS: FREE.FAIRLOT_REPORT_TIMEOUT_MS,
    FAIRLOT_SESSIONS: 'always',
    FAIRLOT_SIMULATED_MONEY: 'play-money',
    FAIRLOT_STRATEGIES: 'off',
  });
  if (!result.ok) throw new Error(result.problems.join('\n'));
  running = await startServer(result.config, createLog('fatal'), { longestPastMs: LONGEST_PAST_MS });
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
  await removeFolder(folder);
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

/** Runs `npm run drop-demo` with an answer on its standard input. */
async function dropDemo(answer: string): Promise<{ readonly code: number | null; readonly output: string }> {
  const child = spawn(process.execPath, [program], {
    env: { ...process.env, ...database.settings, FAIRLOT_DATA_DIR: folder, FAIRLOT_CHECKPOINT_FILE: '' },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stdin.end(answer);
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, output };
}

/** The tables with rows of a shard, each with a digest of these rows. */
async function contentOf(shard: number): Promise<Record<string, string>> {
  const content: Record<string, string> = {};
  const tables = await query<{ name: string }>(
    server,
    `select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'shard' order by 1`,
  );
  for (const { name } of tables) {
    const [found] = await query<{ digest: string | null }>(
      server,
      `select md5(string_agg(t::text, ',' order by t::text)) as digest from ${name} t where shard = ${shard}`,
    );
    if (found?.digest) content[name] = found.digest;
  }
  return content;
}

function checkpointLine(shard: number): string {
  const [journalHash, stateHash, imageHash] = ['a', 'b', 'c'].map((digit) => digit.repeat(64)) as [
    string,
    string,
    string,
  ];
  const signature = { keyId: 'd'.repeat(16), signature: 'e'.repeat(86) };
  return `${lineOf({ shard, seq: 7, time: 0, journalHash, stateHash, imageHash, ...signature })}\n`;
}

it('drops the demo journal only after the word, with the server stopped, and leaves real money untouched', async () => {
  const { demoId, id, token } = await server.demo();
  await tradeOnce(token);
  const real = await registerUser(server);
  // Order numbers begin again, so a deed must not stay and mean the next order of its number.
  await query(
    server,
    `with dealer as (insert into staff (name, roles) values ('dealer', '{dealer}') returning id)
     insert into desk_deeds (kind, order_id, user_id, author_id, reason, key, state)
     select 'close', $1, $2, id, 'before the drop', 'key', 'done' from dealer`,
    [FIRST_DEMO_ORDER, id],
  );
  expect(await dropDemo('drop demo\n')).toMatchObject({ code: 3, output: expect.stringContaining('Stop the server') });
  await running.stop();
  const file = join(folder, CHECKPOINT_FILE);
  writeFileSync(file, checkpointLine(0) + checkpointLine(1));
  const [before, demo] = [await contentOf(0), await contentOf(1)];
  expect(Object.keys(demo)).toEqual(expect.arrayContaining(['accounts', 'journal', 'orders', 'transfers']));

  for (const answer of ['yes\n', ''])
    expect(await dropDemo(answer)).toMatchObject({ code: 1, output: expect.stringContaining('Nothing was deleted') });
  expect(await contentOf(1)).toEqual(demo);
  expect(await dropDemo('drop demo\n')).toMatchObject({
    code: 0,
    output: expect.stringMatching(/Audit log: entry \d+, hash [0-9a-f]{64}\n/),
  });
  expect(await contentOf(1)).toEqual({});
  expect(await contentOf(0)).toEqual(before);
  const orphans = await query(
    server,
    'select account from transfer_days union select account from order_days union select account from trade_days union select user_id from desk_deeds except select id from accounts',
  );
  expect(orphans).toEqual([]);
  expect(readFileSync(file, 'utf8')).toBe(checkpointLine(0));
  expect(await verified()).toMatchObject([{ shard: 0, differences: [] }]);

  await start();
  expect((await server.call('getBalance', {}, { token: real.token })).envelope.reason).toBe('ok');
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
