import { money } from '@fairlot/domain';
import type { Applied } from '@fairlot/engine';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '../src/db/database.ts';
import type { HostOutcome } from '../src/trading/port.ts';
import { verifyShard } from '../src/trading/verify/verify.ts';
import { createTestDatabase } from './support/database.ts';
import { buy, EURUSD, openAccount, openDesk } from './support/desk.ts';
import type { Desk } from './support/desk.ts';

const testDatabase = await createTestDatabase();
let database: Database;
let desk: Desk;
beforeAll(async () => {
  database = await testDatabase.open();
  desk = await openDesk(database);
  await desk.host.submit(openAccount(1));
});
afterAll(async () => {
  await desk.host.stop();
  await database.close();
  await testDatabase.drop();
});

const journalled = async (key: string): Promise<number> =>
  (await database.kysely.selectFrom('journal').select('seq').where('key', '=', key).execute()).length;
const cutJournalSessions = (): Promise<unknown> =>
  database.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'fairlot journal' and datname = current_database()`,
  );

/** What an account is, apart from the quotes that it is valued at and the row that changed it last. */
function settled(view: ReturnType<Desk['host']['account']>): object {
  if (view === undefined || view === 'uncommitted') throw new Error('the account is not to be seen');
  const { cash, orderReserve, withdrawalHold, standing, positions } = view;
  return {
    cash,
    orderReserve,
    withdrawalHold,
    standing,
    positions: positions.map(({ order, profit }) => ({ order, profit })),
  };
}

async function untilReady(): Promise<void> {
  await expect.poll(() => desk.host.ready, { timeout: 20_000 }).toBe(true);
}

it('answers no one and tells no listener before the rows are in the database', async () => {
  const seen: Promise<number>[] = [];
  const stopListening = desk.host.onCommitted((rows) => {
    for (const { command } of rows) if ('key' in command) seen.push(journalled(command.key));
  });
  const answers = await Promise.all(
    Array.from({ length: 50 }, async (_, index) => {
      const outcome = await desk.host.submit(buy(1, `batch ${index}`));
      return [outcome.ok, await journalled(`batch ${index}`)];
    }),
  );
  stopListening();
  expect(answers).toEqual(Array.from({ length: 50 }, () => [true, 1]));
  expect(await Promise.all(seen)).toEqual(Array.from({ length: 50 }, () => 1));
});

it('shows an account only as it is committed', async () => {
  const submitted = desk.host.submit(buy(1, 'shown'));
  expect(desk.host.account(1)).toBe('uncommitted');
  await submitted;
  expect(desk.host.account(1)).toMatchObject({ id: 1, kind: 'demo' });
  expect(desk.host.account(99)).toBeUndefined();
});

it('gives the first outcome under a key, to copies sent at once and later, and refuses another payload', async () => {
  const copies = await Promise.all(Array.from({ length: 20 }, () => desk.host.submit(buy(1, 'once'))));
  expect(new Set(copies.map((outcome) => JSON.stringify(outcome))).size).toBe(1);
  expect(await desk.host.submit(buy(1, 'once'))).toEqual(copies[0]);
  expect(await desk.host.submit({ ...buy(1, 'once'), leverage: 50 })).toMatchObject({
    ok: false,
    reason: 'key_reused',
  });
  expect(await journalled('once')).toBe(1);
});

it('finds outcomes in the journal that memory has let go, and applies concurrent copies of a new key once', async () => {
  await desk.host.stop();
  // After a restart every key is in the journal alone; with a memory of four keys those of this test leave it soon, too.
  desk = await openDesk(database, { recentKeys: 4, limit: 4 });
  const first = await desk.host.submit(buy(1, 'archived'));
  for (let index = 0; index < 10; index += 1) await desk.host.submit(buy(1, `filler ${index}`));
  expect(await Promise.all([1, 2, 3].map(() => desk.host.submit(buy(1, 'archived'))))).toEqual([first, first, first]);
  expect(await desk.host.submit({ ...buy(1, 'archived'), side: 'sell' })).toMatchObject({
    ok: false,
    reason: 'key_reused',
  });
  expect(await desk.host.submit({ ...openAccount(1), kind: 'real' })).toMatchObject({
    ok: false,
    reason: 'key_reused',
  });
  expect(await journalled('archived')).toBe(1);
});

it('refuses what exceeds the limit of uncommitted commands, and takes commands again afterwards', async () => {
  const outcomes = await Promise.all(
    Array.from({ length: 10 }, (_, index) => desk.host.submit(buy(1, `flood ${index}`))),
  );
  expect(outcomes.map(({ ok }) => ok)).toEqual([true, true, true, true, false, false, false, false, false, false]);
  expect(outcomes[9]).toEqual({ ok: false, reason: 'overloaded' });
  expect(await desk.host.submit(buy(1, 'flood 9'))).toMatchObject({ ok: true });
  await desk.host.stop();
  desk = await openDesk(database);
});

it('recovers when its session is cut in the middle of batches, and tells every caller the truth', async () => {
  const told = new Map<string, HostOutcome>();
  for (let round = 0; round < 5; round += 1) {
    const calls = Array.from({ length: 200 }, async (_, index) => {
      const key = `cut ${round}-${index}`;
      told.set(key, await desk.host.submit(buy(1, key)));
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
  // The market is as it was, without a new quote.
  desk.quote('1.10000', '1.10010');
  expect(await desk.host.submit(buy(1, 'after the cuts'))).toMatchObject({ ok: expect.any(Boolean) as boolean });
});

it('fires triggers on quotes and journals what they do', async () => {
  await desk.host.submit({ type: 'openAccount', account: 5, key: 'open', kind: 'demo' });
  const placed = await desk.host.submit({ ...buy(5, 'stopped'), stopLoss: 109_900_000n as never });
  const rows: Applied[] = [];
  const closed = new Promise<void>((done) => {
    desk.host.onCommitted((all) => {
      rows.push(...all);
      if (rows.some(({ command }) => command.type === 'trigger')) done();
    });
  });
  desk.quote('1.09890', '1.09900');
  await closed;
  expect(rows.flatMap(({ events }) => events)).toContainEqual(
    expect.objectContaining({ type: 'positionClosed', order: placed.ok ? placed.order : 0, reason: 'stop_loss' }),
  );
  desk.quote('1.10000', '1.10010');
});

it('goes on after a restart as if there had been none', async () => {
  const before = settled(desk.host.account(1));
  await desk.host.stop();
  await expect(desk.host.submit(buy(1, 'too late'))).rejects.toThrow('stopped');
  desk = await openDesk(database);
  expect(settled(desk.host.account(1))).toEqual(before);
});

it('is deposed by a writer that takes the lease, and cannot commit any more', async () => {
  const successor = await openDesk(database);
  const late = await desk.host.submit({
    type: 'deposit',
    account: 1,
    key: 'deposed',
    amount: money('1'),
    reference: 1,
  });
  expect(late).toEqual({ ok: false, reason: 'not_ready' });
  expect(desk.fatal).toHaveLength(1);
  expect(desk.host.ready).toBe(false);
  expect(await journalled('deposed')).toBe(0);
  desk = successor;
  expect(
    await desk.host.submit({ type: 'deposit', account: 1, key: 'deposed', amount: money('1'), reference: 1 }),
  ).toEqual({ ok: true });
});

it('stops the process on a broken invariant, and commits nothing of it', async () => {
  expect(() =>
    desk.host.onQuote({ instrument: EURUSD.id, seq: 1e9, time: desk.clock.time, bid: 2n as never, ask: 1n as never }),
  ).toThrow('crossed');
  expect(desk.fatal).toHaveLength(1);
  await expect(desk.host.submit(buy(1, 'after the break'))).rejects.toThrow('stopped');
  await desk.host.stop();
  desk = await openDesk(database);
});

it('leaves a journal that agrees with its tables', async () => {
  expect(await verifyShard(database.pool)).toMatchObject({ count: 0, shown: [] });
});
