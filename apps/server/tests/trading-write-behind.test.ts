import type { Applied } from '@fairlot/engine';
import { Random } from '@fairlot/engine/sim';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '../src/db/database.ts';
import { WrittenMarks } from '../src/trading/journal/key-marks.ts';
import { TableBatch } from '../src/trading/journal/table-batch.ts';
import { TableWriter } from '../src/trading/journal/table-writer.ts';
import { DeposedError } from '../src/trading/journal/writer-session.ts';
import { WrittenTerms } from '../src/trading/journal/terms-versions.ts';
import { verifyShard } from '../src/trading/verify/verify-shard.ts';
import { createTestDatabase } from './support/database.ts';
import { simulatedRows } from './support/simulated-rows.ts';
import { type TestHost, buy, openAccount, startTestHost } from './support/test-host.ts';

const testDatabase = await createTestDatabase();
let database: Database;
beforeAll(async () => {
  database = await testDatabase.open();
});
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

/** The tables that follow from the journal of a shard. */
async function tables(): Promise<readonly string[]> {
  const { rows } = await database.pool.query<{ name: string }>(
    `select c.table_name as name from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
      where c.table_schema = current_schema() and c.column_name = 'shard' and t.table_type = 'BASE TABLE'
        and c.table_name not in ('journal', 'lease', 'shard_writes') order by 1`,
  );
  return rows.map(({ name }) => name);
}

async function contents(): Promise<Readonly<Record<string, readonly string[]>>> {
  const all: Record<string, readonly string[]> = {};
  for (const table of await tables()) {
    const { rows } = await database.pool.query<{ row: string }>(
      `select to_jsonb(t)::text as row from ${table} t order by 1`,
    );
    all[table] = rows.map(({ row }) => row);
  }
  return all;
}

async function empty(): Promise<void> {
  await database.pool.query(`truncate ${(await tables()).join(', ')}, journal, lease, shard_writes cascade`);
}

/** Writes the table rows of a journal in batches of the given sizes. */
async function write(journal: readonly Applied[], size: () => number): Promise<void> {
  await empty();
  const writer = await TableWriter.open(database.connection, { shard: 0, epoch: 1 });
  const end = { shard: 0, seq: 0, nextOrder: 1, marks: new WrittenMarks(), terms: new WrittenTerms() };
  for (let from = 0; from < journal.length;) {
    const rows = journal.slice(from, from + size());
    const batch = new TableBatch();
    for (const row of rows) batch.add(row, end);
    await writer.write(batch);
    from += rows.length;
  }
  await writer.close();
}

it.each([1, 2, 3, 4, 5, 6, 7, 8])('writes the same tables in batches of any size: seed %i', async (seed) => {
  const journal = simulatedRows(seed, 250);
  const random = new Random(seed);
  await write(journal, () => 1);
  const expected = await contents();
  expect(expected['orders']?.length).toBeGreaterThan(0);
  await write(journal, () => random.between(1, 60));
  expect(await contents()).toEqual(expected);
  await write(journal, () => journal.length);
  expect(await contents()).toEqual(expected);
});

const closeOf = (account: number, order: number | undefined) =>
  ({ type: 'closePosition', account, key: 'close', order: order ?? 0 }) as const;

/** Starts a host in an empty database with an account. */
async function startEmpty(): Promise<TestHost> {
  await empty();
  const testHost = await startTestHost(database);
  await testHost.host.submit(openAccount(1));
  return testHost;
}

/** Runs work while nothing can be written to the orders. */
async function whileHeld(work: () => Promise<void>): Promise<void> {
  const client = await database.pool.connect();
  try {
    await client.query('begin; lock table orders in share mode');
    await work();
  } finally {
    await client.query('rollback');
    client.release();
  }
}

const openOrders = async () =>
  (await database.pool.query<{ id: string }>(`select id::text as id from orders where status = 'open'`)).rows;

it('answers a command that asks for it at the commit of the journal, and the others when the tables have it', async () => {
  const { host } = await startEmpty();
  const told: number[] = [];
  const journalled: number[] = [];
  host.onCommitted((rows) => told.push(...rows.map(({ seq }) => seq)));
  host.onJournalled((rows) => journalled.push(...rows.map(({ seq }) => seq)));
  const seen: string[] = [];
  await whileHeld(async () => {
    expect(await host.submit(buy(1, 'a'), 'committed')).toMatchObject({ ok: true });
    expect(host.unwritten).toBe(1);
    expect(host.account(1)).toMatchObject({ positions: [expect.anything()] });
    void host.submit(buy(1, 'b')).then(() => seen.push('b'));
    void host.written().then(() => seen.push('written'));
    await expect.poll(() => journalled.length).toBe(2);
    expect(seen).toEqual([]);
    expect(told).toEqual([]);
    const verification = await verifyShard(database.pool);
    expect(verification).toMatchObject({ count: 0, shown: [], behind: 2 });
  });
  await host.written();
  await expect.poll(() => seen.toSorted()).toEqual(['b', 'written']);
  expect(told).toEqual(journalled);
  expect(await openOrders()).toHaveLength(2);
  await host.stop();
  expect(await verifyShard(database.pool)).toMatchObject({ count: 0, shown: [], behind: 0 });
});

/** The write of a batch that waits for a lock. */
const WRITE_THAT_WAITS = `where application_name like 'fairlot tables%' and wait_event_type = 'Lock'
  and query like 'begin%' and datname = current_database()`;

async function sessionsThatWait(): Promise<number> {
  const { rows } = await database.pool.query(`select 1 from pg_stat_activity ${WRITE_THAT_WAITS}`);
  return rows.length;
}

async function epoch(): Promise<number> {
  const { rows } = await database.pool.query<{ epoch: bigint }>('select epoch from lease where shard = 0');
  return Number(rows[0]?.epoch);
}

it('writes what the tables lack when the process was killed between the commit and the write', async () => {
  const { host, fatal } = await startEmpty();
  let successor: TestHost | undefined;
  await whileHeld(async () => {
    const placed = await host.submit(buy(1, 'a'), 'committed');
    await host.submit(buy(1, 'b'), 'committed');
    await host.submit(closeOf(1, placed.ok ? placed.order : undefined), 'committed');
    // The session of a killed process ends. The new process has the lease before the old host recovers.
    await expect.poll(() => sessionsThatWait()).toBe(1);
    const before = await epoch();
    const taken = startTestHost(database);
    await expect.poll(() => epoch()).toBe(before + 1);
    await database.pool.query(`select pg_terminate_backend(pid) from pg_stat_activity ${WRITE_THAT_WAITS}`);
    void taken.then((started) => (successor = started));
    await expect.poll(() => fatal.length).toBe(1);
  });
  await expect.poll(() => successor?.host.ready).toBe(true);
  expect(await openOrders()).toHaveLength(1);
  expect(await verifyShard(database.pool)).toMatchObject({ count: 0, shown: [], behind: 0 });
  await host.stop();
  await successor?.host.stop();
});

it('recovers when a write fails, and gives the callers of the lost write their outcomes', async () => {
  const { host } = await startEmpty();
  let late: Promise<unknown> | undefined;
  await whileHeld(async () => {
    await host.submit(buy(1, 'a'), 'committed');
    late = host.submit(buy(1, 'b'));
    await expect.poll(() => host.uncommitted).toBe(0);
    await database.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'fairlot tables%' and datname = current_database()`,
    );
  });
  expect(await late).toMatchObject({ ok: true });
  await host.written();
  expect(await openOrders()).toHaveLength(2);
  expect(host.account(1)).toMatchObject({ positions: [expect.anything(), expect.anything()] });
  await host.stop();
  expect(await verifyShard(database.pool)).toMatchObject({ count: 0, shown: [], behind: 0 });
});

it('lets a deposed writer write nothing', async () => {
  await empty();
  const [first] = simulatedRows(1, 5);
  const before = await TableWriter.open(database.connection, { shard: 0, epoch: 1 });
  const after = await TableWriter.open(database.connection, { shard: 0, epoch: 2 });
  const batch = new TableBatch();
  batch.add(first!, { shard: 0, seq: 0, nextOrder: 1, marks: new WrittenMarks(), terms: new WrittenTerms() });
  await expect(before.write(batch)).rejects.toBeInstanceOf(DeposedError);
  await expect(TableWriter.open(database.connection, { shard: 0, epoch: 1 })).rejects.toBeInstanceOf(DeposedError);
  expect((await contents())['trading_rules']).toEqual([]);
  await after.write(batch);
  await Promise.all([before.close(), after.close()]);
});

it('commits no more than the tables can follow, and goes on when they do', async () => {
  await empty();
  const { host } = await startTestHost(database, { mostBehind: 10 });
  await host.submit(openAccount(1));
  let answered = 0;
  const traders: Promise<void>[] = [];
  await whileHeld(async () => {
    for (let trader = 0; trader < 4; trader += 1)
      traders.push(
        (async () => {
          for (let turn = 0; turn < 10; turn += 1) {
            expect(await host.submit(buy(1, `${trader} ${turn}`), 'committed')).toMatchObject({ ok: true });
            answered += 1;
          }
        })(),
      );
    await expect.poll(() => host.unwritten).toBeGreaterThanOrEqual(10);
    await expect.poll(() => host.uncommitted).toBe(4);
    expect(answered).toBeLessThan(40);
  });
  await Promise.all(traders);
  await host.written();
  expect(await openOrders()).toHaveLength(40);
  await host.stop();
});
