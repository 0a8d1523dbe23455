import { money } from '@fairlot/domain';
import type { Applied } from '@fairlot/engine';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '../src/db/database.ts';
import type { HostOutcome } from '../src/trading/port.ts';
import { verifyShard } from '../src/trading/verify/verify-shard.ts';
import { createTestDatabase } from './support/database.ts';
import { EURUSD, type TestHost, buy, openAccount, startTestHost } from './support/test-host.ts';

const testDatabase = await createTestDatabase();
let database: Database;
let testHost: TestHost;
beforeAll(async () => {
  database = await testDatabase.open();
  testHost = await startTestHost(database);
  await testHost.host.submit(openAccount(1));
});
afterAll(async () => {
  await testHost.host.stop();
  await database.close();
  await testDatabase.drop();
});

const journalled = async (key: string): Promise<number> =>
  (await database.kysely.selectFrom('journal').select('seq').where('key', '=', key).execute()).length;
const cutJournalSessions = (): Promise<unknown> =>
  database.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'fairlot journal' and datname = current_database()`,
  );

/** An account without the figures that depend on quotes and without the last row that changed it. */
function settled(view: ReturnType<TestHost['host']['account']>): object {
  if (view === undefined || view === 'uncommitted') throw new Error('the account is not visible');
  const { cash, orderReserve, withdrawalHold, standing, positions } = view;
  return {
    cash,
    orderReserve,
    withdrawalHold,
    standing,
    positions: positions.map(({ order, profit }) => ({ order, profit })),
  };
}

const PATIENT = { timeout: 120_000 };

async function untilReady(): Promise<void> {
  await expect.poll(() => testHost.host.ready, PATIENT).toBe(true);
}

it('neither answers nor notifies listeners before the rows are committed', async () => {
  const seen: Promise<number>[] = [];
  const stopListening = testHost.host.onCommitted((rows) => {
    for (const { command } of rows) if ('key' in command) seen.push(journalled(command.key));
  });
  const answers = await Promise.all(
    Array.from({ length: 50 }, async (_, index) => {
      const outcome = await testHost.host.submit(buy(1, `batch ${index}`));
      return [outcome.ok, await journalled(`batch ${index}`)];
    }),
  );
  stopListening();
  expect(answers).toEqual(Array.from({ length: 50 }, () => [true, 1]));
  expect(await Promise.all(seen)).toEqual(Array.from({ length: 50 }, () => 1));
});

it('shows only the committed state of an account', async () => {
  const submitted = testHost.host.submit(buy(1, 'shown'));
  expect(testHost.host.account(1)).toBe('uncommitted');
  expect(testHost.host.positions(1)).toBe('uncommitted');
  await submitted;
  const view = testHost.host.account(1);
  expect(view).toMatchObject({ id: 1, kind: 'demo' });
  if (view === undefined || view === 'uncommitted') return expect.unreachable();
  const { positions, changedBy } = view;
  expect(testHost.host.positions(1)).toEqual({ positions: positions.map(({ order }) => order), changedBy });
  expect(testHost.host.account(99)).toBeUndefined();
});

it('returns the first outcome under a key to concurrent and later copies, and refuses another payload', async () => {
  const copies = await Promise.all(Array.from({ length: 20 }, () => testHost.host.submit(buy(1, 'once'))));
  expect(new Set(copies.map((outcome) => JSON.stringify(outcome))).size).toBe(1);
  expect(await testHost.host.submit(buy(1, 'once'))).toEqual(copies[0]);
  expect(await testHost.host.submit({ ...buy(1, 'once'), leverage: 50 })).toMatchObject({
    ok: false,
    reason: 'key_reused',
  });
  expect(await journalled('once')).toBe(1);
});

it('finds outcomes evicted from memory in the journal, and applies concurrent copies of a new key once', async () => {
  await testHost.host.stop();
  // After a restart all keys are only in the journal; a cache of four keys soon evicts those of this test too.
  testHost = await startTestHost(database, { recentKeys: 4, limit: 4 });
  const first = await testHost.host.submit(buy(1, 'archived'));
  for (let index = 0; index < 10; index += 1) await testHost.host.submit(buy(1, `filler ${index}`));
  expect(await Promise.all([1, 2, 3].map(() => testHost.host.submit(buy(1, 'archived'))))).toEqual([
    first,
    first,
    first,
  ]);
  expect(await testHost.host.submit({ ...buy(1, 'archived'), side: 'sell' })).toMatchObject({
    ok: false,
    reason: 'key_reused',
  });
  expect(await testHost.host.submit({ ...openAccount(1), kind: 'real' })).toMatchObject({
    ok: false,
    reason: 'key_reused',
  });
  expect(await journalled('archived')).toBe(1);
});

it('refuses commands beyond the limit of uncommitted ones, and accepts commands again afterwards', async () => {
  const outcomes = await Promise.all(
    Array.from({ length: 10 }, (_, index) => testHost.host.submit(buy(1, `flood ${index}`))),
  );
  expect(outcomes.map(({ ok }) => ok)).toEqual([true, true, true, true, false, false, false, false, false, false]);
  expect(outcomes[9]).toEqual({ ok: false, reason: 'overloaded' });
  expect(await testHost.host.submit(buy(1, 'flood 9'))).toMatchObject({ ok: true });
  await testHost.host.stop();
  testHost = await startTestHost(database);
});

it('recovers when its database session is cut during batches, and gives each caller the true outcome', async () => {
  const told = new Map<string, HostOutcome>();
  for (let round = 0; round < 5; round += 1) {
    const calls = Array.from({ length: 200 }, async (_, index) => {
      const key = `cut ${round}-${index}`;
      told.set(key, await testHost.host.submit(buy(1, key)));
    });
    await Promise.all([...calls, cutJournalSessions()]);
    await untilReady();
  }
  const { rows } = await database.pool.query<{ key: string; outcome: string }>(
    `select key, outcome from journal where key like 'cut %'`,
  );
  const committed = new Map(rows.map(({ key, outcome }) => [key, outcome]));
  expect(committed.size).toBe(rows.length);
  for (const [key, outcome] of told) {
    if (outcome.ok || (outcome.reason !== 'not_ready' && outcome.reason !== 'overloaded'))
      expect(committed.get(key)).toBe(JSON.stringify(outcome));
    else expect(committed.has(key)).toBe(false);
  }
  // The host may not have noticed the last cut yet. The market state survives: the order is filled after the recovery.
  testHost.quote('1.10000', '1.10010');
  await expect.poll(() => testHost.host.submit(openAccount(5)), PATIENT).toEqual({ ok: true });
  expect(await testHost.host.submit(buy(5, 'after the cuts'))).toMatchObject({ ok: true });
});

it('fires triggers on quotes and journals their events', async () => {
  const placed = await testHost.host.submit({ ...buy(5, 'stopped'), stopLoss: 109_900_000n as never });
  expect(placed).toMatchObject({ ok: true });
  const rows: Applied[] = [];
  const closed = new Promise<void>((done) => {
    testHost.host.onCommitted((all) => {
      rows.push(...all);
      if (rows.some(({ command }) => command.type === 'trigger')) done();
    });
  });
  testHost.quote('1.09890', '1.09900');
  await closed;
  expect(rows.flatMap(({ events }) => events)).toContainEqual(
    expect.objectContaining({ type: 'positionClosed', order: placed.ok ? placed.order : 0, reason: 'stop_loss' }),
  );
  testHost.quote('1.10000', '1.10010');
});

it('has the same state after a restart', async () => {
  const before = settled(testHost.host.account(1));
  await testHost.host.stop();
  await expect(testHost.host.submit(buy(1, 'too late'))).rejects.toThrow('stopped');
  testHost = await startTestHost(database);
  expect(settled(testHost.host.account(1))).toEqual(before);
});

it('can’t commit any more after another writer takes the lease', async () => {
  const successor = await startTestHost(database);
  const late = await testHost.host.submit({
    type: 'deposit',
    account: 1,
    key: 'deposed',
    amount: money('1'),
    reference: 1,
  });
  expect(late).toEqual({ ok: false, reason: 'not_ready' });
  expect(testHost.fatal).toHaveLength(1);
  expect(testHost.host.ready).toBe(false);
  expect(await journalled('deposed')).toBe(0);
  testHost = successor;
  expect(
    await testHost.host.submit({ type: 'deposit', account: 1, key: 'deposed', amount: money('1'), reference: 1 }),
  ).toEqual({ ok: true });
});

it('stops the process on a broken invariant and commits nothing of it', async () => {
  expect(() =>
    testHost.host.onQuote({
      instrument: EURUSD.id,
      seq: 1e9,
      time: testHost.clock.time,
      bid: 2n as never,
      ask: 1n as never,
    }),
  ).toThrow('crossed');
  expect(testHost.fatal).toHaveLength(1);
  await expect(testHost.host.submit(buy(1, 'after the break'))).rejects.toThrow('stopped');
  await testHost.host.stop();
  testHost = await startTestHost(database);
});

it('leaves a journal that agrees with its tables', async () => {
  expect(await verifyShard(database.pool)).toMatchObject({ count: 0, shown: [] });
});
