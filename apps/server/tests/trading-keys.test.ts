import { MINUTE_MS, keyStamp, stampOfTime, timeKey } from '@fairlot/domain';
import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '../src/db/database.ts';
import type { HostOutcome } from '../src/trading/port.ts';
import { up as createMarks, down as dropMarks } from '../src/db/migrations/024-key-marks.ts';
import { verifyShard } from '../src/trading/verify/verify-shard.ts';
import { createTestDatabase, silentLog } from './support/database.ts';
import { NOON, type TestHost, buy, openAccount, startTestHost } from './support/test-host.ts';

const testDatabase = await createTestDatabase();
let database: Database;
let testHost: TestHost;
/** Warnings of the host: each is a failed commit or recovery. */
const warnings: string[] = [];
/** Statements of the pool that search the journal for a key or read all marks. */
const read = { searches: 0, marks: 0 };

function countRead(query: unknown): void {
  const text = typeof query === 'string' ? query : (query as { text?: string } | undefined)?.text;
  if (text?.includes('key_marks') === true) read.marks += 1;
  else if (text?.includes('journal') === true && text.includes('key')) read.searches += 1;
}

/** The pool, with its reads of keys counted. */
function counting(pool: Pool): Pool {
  const query = (...given: Parameters<Pool['query']>) => {
    countRead(given[0]);
    return pool.query(...given);
  };
  const connect = async () => {
    const client = await pool.connect();
    const ask = client.query.bind(client) as (...given: unknown[]) => unknown;
    const release = client.release.bind(client);
    client.query = ((...given: unknown[]) => {
      countRead(given[0]);
      return ask(...given);
    }) as typeof client.query;
    client.release = (destroy) => {
      Reflect.deleteProperty(client, 'query');
      release(destroy);
    };
    return client;
  };
  return new Proxy(pool, {
    get: (target, name) =>
      name === 'query' ? query : name === 'connect' ? connect : (Reflect.get(target, name) as unknown),
  });
}

async function restart(recentKeys = 4): Promise<void> {
  await testHost?.host.stop();
  testHost = await startTestHost(database, {
    pool: counting(database.pool),
    recentKeys,
    limit: recentKeys,
    log: { ...silentLog, warn: (message) => warnings.push(message) },
  });
}

let serial = 0;
/** A key made at a millisecond. Keys of the same millisecond differ. */
function keyAt(ms: number): string {
  serial += 1;
  const random = new Uint8Array(9);
  new DataView(random.buffer).setUint32(2, serial);
  return timeKey(stampOfTime(ms), random);
}
const rowsOf = async (key: string): Promise<number> =>
  (await database.kysely.selectFrom('journal').select('seq').where('key', '=', key).execute()).length;
const fill = async (account: number, from: number): Promise<void> => {
  for (let index = 1; index <= 10; index += 1) await testHost.host.submit(buy(account, keyAt(from + index)));
};

beforeAll(async () => {
  database = await testDatabase.open();
  await restart();
  for (const account of [1, 2, 3, 4, 5]) await testHost.host.submit(openAccount(account));
});
afterAll(async () => {
  await testHost.host.stop();
  await database.close();
  await testDatabase.drop();
});

it('applies orders with rising keys without a search, also after a restart', async () => {
  await testHost.host.submit(buy(1, keyAt(NOON)));
  await restart();
  read.searches = 0;
  for (let index = 1; index <= 10; index += 1)
    expect(await testHost.host.submit(buy(1, keyAt(NOON + MINUTE_MS + index)))).toMatchObject({ ok: true });
  expect(await testHost.host.submit(buy(2, keyAt(5)))).toMatchObject({ ok: true });
  expect(read.searches).toBe(0);
});

it('applies a key once, whatever its time and form, after it has left memory and after a restart', async () => {
  const keys = [NOON, NOON - 1000, NOON + 3_600_000, NOON + 1e12, 0, 2 ** 48 - 1].map(keyAt).concat('plain-key-1');
  const first = new Map<string, HostOutcome>();
  for (const key of keys) first.set(key, await testHost.host.submit(buy(3, key)));
  for (const outcome of first.values()) expect(outcome).toMatchObject({ ok: true });
  const repeat = async (): Promise<void> => {
    for (const key of keys) {
      expect(await testHost.host.submit(buy(3, key))).toEqual(first.get(key));
      expect(await testHost.host.submit({ ...buy(3, key), side: 'sell' })).toMatchObject({ reason: 'key_reused' });
      expect(await rowsOf(key)).toBe(1);
    }
  };
  await repeat();
  await fill(4, NOON);
  await repeat();
  await restart();
  read.searches = 0;
  await repeat();
  expect(read.searches).toBeGreaterThan(0);
  // The account's phone was far ahead. Its keys are searched for from now on, and still work.
  expect(await testHost.host.submit(buy(3, keyAt(NOON + 5000)))).toMatchObject({ ok: true });
  expect(warnings).toEqual([]);
});

it('counts the keys of an account that did not exist yet', async () => {
  const early = keyAt(NOON + 10 * MINUTE_MS);
  expect(await testHost.host.submit(buy(6, early))).toMatchObject({ ok: false, reason: 'unknown_account' });
  await restart();
  await testHost.host.submit(openAccount(6));
  expect(await testHost.host.submit(buy(6, early))).toMatchObject({ ok: false, reason: 'unknown_account' });
  expect(warnings).toEqual([]);
});

it('keeps the keys over a failed commit without reading them, and answers their copies from the journal', async () => {
  read.marks = 0;
  await restart(1000);
  expect(read.marks).toBe(1);
  warnings.length = 0;
  const before = keyAt(NOON + MINUTE_MS);
  const first = await testHost.host.submit(buy(5, before));
  read.marks = 0;
  const keys = Array.from({ length: 50 }, (_, index) => keyAt(NOON + 2 * MINUTE_MS + index));
  // The lock holds the commit back until its session is cut.
  const blocker = await database.pool.connect();
  await blocker.query('begin; lock table journal in share mode');
  const answers = keys.map((key) => testHost.host.submit(buy(5, key)));
  const cut = async (): Promise<number | null> =>
    (
      await blocker.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
           where application_name = 'fairlot journal' and datname = current_database() and wait_event_type = 'Lock'`,
      )
    ).rowCount;
  await expect.poll(cut, { timeout: 120_000 }).toBe(1);
  await blocker.query('rollback');
  blocker.release();
  for (const answer of await Promise.all(answers)) expect(answer).toEqual({ ok: false, reason: 'not_ready' });
  await expect.poll(() => testHost.host.ready, { timeout: 120_000 }).toBe(true);
  testHost.quote('1.10000', '1.10010');
  expect(warnings.filter((text) => text.includes('a commit failed'))).toHaveLength(1);
  expect(read.marks).toBe(0);
  read.searches = 0;
  expect(await testHost.host.submit(buy(5, before))).toEqual(first);
  expect(read.searches).toBe(0);
  for (const key of keys) {
    const again = await testHost.host.submit(buy(5, key));
    expect(await rowsOf(key)).toBe(1);
    expect(await testHost.host.submit(buy(5, key))).toEqual(again);
  }
  expect((await verifyShard(database.pool)).shown).toEqual([]);
});

it('does not recover again and again when a mark is lost: the index refuses the row, and the caller gets the first outcome', async () => {
  const used = keyAt(NOON + 20 * MINUTE_MS);
  const first = await testHost.host.submit(buy(2, used));
  await testHost.host.stop();
  await database.pool.query('delete from key_marks where account = 2');
  expect((await verifyShard(database.pool)).shown).toEqual([
    expect.stringContaining('account 2: the mark of its keys is 0 in the table') as string,
  ]);
  await restart();
  warnings.length = 0;
  const copies = await Promise.all([1, 2, 3].map(() => testHost.host.submit(buy(2, used))));
  expect(copies).toEqual([first, first, first]);
  await expect.poll(() => testHost.host.ready, { timeout: 120_000 }).toBe(true);
  testHost.quote('1.10000', '1.10010');
  expect(warnings.filter((text) => text.includes('a commit failed'))).toHaveLength(1);
  warnings.length = 0;
  expect(await testHost.host.submit(buy(2, used))).toEqual(first);
  expect(await testHost.host.submit(buy(2, keyAt(NOON + 30 * MINUTE_MS)))).toMatchObject({ ok: true });
  expect(warnings).toEqual([]);
  expect((await verifyShard(database.pool)).shown).toEqual([]);
});

it('marks the keys of an existing journal when the database is migrated', async () => {
  const greatest = new Map<bigint, number>();
  for (const { account, key } of await database.kysely.selectFrom('journal').select(['account', 'key']).execute()) {
    const stamp = keyStamp(key ?? '');
    if (account !== null && stamp !== undefined) greatest.set(account, Math.max(greatest.get(account) ?? 0, stamp));
  }
  expect(greatest.size).toBeGreaterThan(4);
  await dropMarks(database.kysely as never);
  await createMarks(database.kysely as never);
  const marks = await database.kysely.selectFrom('key_marks').select(['account', 'stamp']).execute();
  expect(new Map(marks.map(({ account, stamp }) => [account, Number(stamp)]))).toEqual(greatest);
});
