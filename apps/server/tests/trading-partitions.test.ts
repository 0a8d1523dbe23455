import { DAY_MS } from '@fairlot/domain';
import type { Kysely } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Database } from '../src/db/database.ts';
import * as partitions from '../src/db/migrations/086-partitions.ts';
import { PartitionKeeper } from '../src/db/partitions/partition-keeper.ts';
import { verifyShard } from '../src/trading/verify/verify-shard.ts';
import { type TestDatabase, createTestDatabase, silentLog } from './support/database.ts';
import { NOON, type TestHost, buy, startTestHost } from './support/test-host.ts';

const DAYS = 30;
let file: TestDatabase;
let database: Database;
let trading: TestHost;

beforeEach(async () => {
  file = await createTestDatabase();
  database = await file.open();
  trading = await startTestHost(database);
  await trading.host.submit({ type: 'openAccount', account: 1, key: 'open', kind: 'demo' });
});
afterEach(async () => {
  await trading.host.stop();
  await database.close();
  await file.drop();
});

function keeper(): PartitionKeeper {
  return new PartitionKeeper({ pool: database.pool, now: () => trading.clock.time, days: DAYS, log: silentLog });
}

/** Runs a keeper until nothing that happens to hold a lock keeps it from its work. */
async function keep(of = keeper()): Promise<void> {
  await expect.poll(() => of.run()).toBe(true);
}

/** Moves the market to a moment, with a quote. */
function goTo(time: number): void {
  trading.clock.time = time;
  trading.quote('1.10000', '1.10010');
}

/** Names of the partitions of a table with their numbers of rows, in the order of their time. */
async function partsOf(table: string): Promise<Readonly<Record<string, number>>> {
  const { rows } = await database.pool.query<{ name: string; count: string }>(
    `select tableoid::regclass::text as name, count(*)::text as count from ${table} group by 1 order by min(time)`,
  );
  return Object.fromEntries(rows.map(({ name, count }) => [name, Number(count)]));
}

const add = (...values: readonly (string | number)[]) =>
  database.pool.query('select add_partitions($1, $2, $3, $4)', [...values]);
const count = async () =>
  (await database.pool.query(`select 1 from pg_inherits where inhparent = 'journal'::regclass`)).rowCount ?? 0;
const place = (key: string) => trading.host.submit(buy(1, key));

it('puts rows into the partition of their time, and finds keys, numbers and rows of all of them', async () => {
  await keep();
  const outcomes = [await place('first')];
  for (const month of [2, 3, 4]) {
    goTo(NOON + month * DAYS * DAY_MS);
    await keep();
    outcomes.push(await place(`month ${month}`));
  }
  expect(outcomes.every(({ ok }) => ok)).toBe(true);
  for (const table of ['journal', 'transfers']) {
    const parts = await partsOf(table);
    expect(Object.keys(parts)).toHaveLength(4);
    expect(Object.keys(parts)).not.toContain(`${table}_rest`);
  }
  await trading.host.stop();
  trading = await startTestHost(database);
  goTo(NOON + 4 * DAYS * DAY_MS);
  // The new engine knows no key, so the journal answers, from its oldest partition.
  expect(await place('first')).toEqual(outcomes[0]);
  expect(await trading.host.submit({ ...buy(1, 'first'), side: 'sell' })).toMatchObject({ reason: 'key_reused' });
  expect(await place('after')).toMatchObject({ ok: true });
  expect(await verifyShard(database.pool)).toMatchObject({ count: 0, shown: [], orders: 5 });
});

it('keeps rows that come before their partition, and makes the default partition theirs', async () => {
  const late = keeper();
  await keep(late);
  goTo(NOON + 200 * DAY_MS);
  expect(late.daysAhead()['journal']).toBeLessThan(-100);
  expect(await place('early')).toMatchObject({ ok: true });
  const before = await partsOf('journal');
  expect(before['journal_rest']).toBeGreaterThan(0);
  await keep(late);
  const after = await partsOf('journal');
  expect(after['journal_rest']).toBeUndefined();
  expect(Object.values(after)).toEqual(Object.values(before));
  expect(late.daysAhead()['journal']).toBeGreaterThan(DAYS);
  expect(await place('more')).toMatchObject({ ok: true });
  expect(await verifyShard(database.pool)).toMatchObject({ count: 0, shown: [] });
});

it('gives up soon when readers keep the lock, says so, and goes on later', async () => {
  const said: string[] = [];
  const of = { pool: database.pool, days: DAYS, log: { ...silentLog, error: (line: string) => said.push(line) } };
  const held = new PartitionKeeper({ ...of, now: () => trading.clock.time });
  await keep(held);
  const reader = await database.pool.connect();
  await reader.query('begin; select count(*) from journal; select count(*) from transfers');
  goTo(NOON + 100 * DAY_MS);
  expect(await held.run()).toBe(false);
  expect(said.slice(-2).join()).toMatch(/journal.*lock timeout.*transfers.*lock timeout/s);
  expect(held.warning()).toContain('journal and transfers');
  // A process that has added none since its start has the figure too.
  const begun = new PartitionKeeper({ ...of, now: () => trading.clock.time });
  expect(await begun.run()).toBe(false);
  expect(begun.daysAhead()).toEqual({ journal: 0, transfers: 0 });
  expect(await place('meanwhile')).toMatchObject({ ok: true });
  await reader.query('commit');
  reader.release();
  await keep(held);
  expect(held.warning()).toBeUndefined();
  expect((await partsOf('journal'))['journal_rest']).toBeUndefined();
  expect(await verifyShard(database.pool)).toMatchObject({ count: 0, shown: [] });
});

it('shows a key that is in two partitions, which the database accepts', async () => {
  expect(await place('twice')).toMatchObject({ ok: true });
  goTo(NOON + 60 * DAY_MS);
  await keep();
  expect(await place('later')).toMatchObject({ ok: true });
  await database.pool.query(`insert into journal
    select shard, (select max(seq) + 1 from journal), epoch, ${trading.clock.time}, account, key, key_print, command, markets, outcome, events, hash, rules
    from journal where key = 'twice' limit 1`);
  const { shown } = await verifyShard(database.pool);
  expect(shown.join('\n')).toMatch(/rows \d+ and \d+ have the same key of account 1: twice/);
});

it('adds no partition of another table, and none beyond its bounds', async () => {
  await expect(add('users', NOON, DAY_MS, 1)).rejects.toThrow('not kept in partitions');
  await expect(add('journal', NOON, DAY_MS - 1, 1)).rejects.toThrow('out of bounds');
  await expect(add('journal', NOON, DAY_MS, 13)).rejects.toThrow('out of bounds');
});

it('makes one partition of a long time without rows', async () => {
  await keep();
  const before = await count();
  goTo(NOON + 3650 * DAY_MS);
  await keep();
  expect((await count()) - before).toBeLessThanOrEqual(4);
});

it('takes the rows of an upgraded house as its first partition, and gives them back', async () => {
  expect(await place('before')).toMatchObject({ ok: true });
  await keep();
  goTo(NOON + 60 * DAY_MS);
  await keep();
  expect(await place('later')).toMatchObject({ ok: true });
  await trading.host.stop();
  const rowsOf = async (): Promise<unknown> =>
    (await database.pool.query('select * from journal order by shard, seq')).rows;
  const before = await rowsOf();
  const untyped = database.kysely as unknown as Kysely<unknown>;
  await partitions.down(untyped);
  expect(await rowsOf()).toEqual(before);
  const heap = `select pg_relation_filepath($1::regclass) as path`;
  const { rows: old } = await database.pool.query<{ path: string }>(heap, ['journal']);
  await partitions.up(untyped);
  expect((await database.pool.query<{ path: string }>(heap, ['journal_first'])).rows).toEqual(old);
  expect(await rowsOf()).toEqual(before);
  trading = await startTestHost(database);
  goTo(NOON + 61 * DAY_MS);
  expect(await place('after')).toMatchObject({ ok: true });
  expect(await verifyShard(database.pool)).toMatchObject({ count: 0, shown: [], orders: 3 });
});

it('fails no batch that is under way while its partition is added', async () => {
  await keep();
  const busy = keeper();
  for (let month = 2; month < 6; month += 1) {
    goTo(NOON + month * 2 * DAYS * DAY_MS);
    const placed = Array.from({ length: 20 }, (_, index) => place(`${month} ${index}`));
    const runs = keep(busy);
    placed.push(...Array.from({ length: 20 }, (_, index) => place(`${month} later ${index}`)));
    expect((await Promise.all(placed)).filter(({ ok }) => !ok)).toEqual([]);
    await runs;
  }
  expect(await verifyShard(database.pool)).toMatchObject({ count: 0, shown: [] });
});
