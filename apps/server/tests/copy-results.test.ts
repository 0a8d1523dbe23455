import type { LeaderDeed } from '@fairlot/copying';
import { asLots, asMoney, asPrice } from '@fairlot/domain';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '../src/db/database.ts';
import { down, up } from '../src/db/migrations/083-lean-copy-results.ts';
import type { ResultRow } from '../src/features/copying/follower/record-results.ts';
import { FollowerStore } from '../src/features/copying/follower/store.ts';
import { ResultQueries } from '../src/features/copying/result-queries.ts';
import { refreshResults } from '../src/features/copying/results.ts';
import { createTestDatabase } from './support/database.ts';

const LEADER = 4;
const testDatabase = await createTestDatabase();
let database: Database;
let store: FollowerStore;
let copies: readonly number[];

beforeAll(async () => {
  database = await testDatabase.open();
  store = new FollowerStore(database);
  await database.pool.query(`insert into users (kind, invite_code, demo_hash)
    select 'demo', 'user' || n, sha256(('user' || n)::bytea) from generate_series(1, ${LEADER}) n`);
  const { rows } = await database.pool.query<{ id: bigint }>(
    `insert into copies (user_id, leader_id, key, state, shard, since, fee_percent, allocation, multiple, max_slippage, instruments, started, started_at)
     select n, ${LEADER}, 'copy' || n, 'active', 0, 0, 0, 1, 1, 0, '[]', 0, now() from generate_series(1, 3) n returning id`,
  );
  copies = rows.map(({ id }) => Number(id));
});
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

/** A deed of the leader in a row of its own. */
function deedAt(seq: number): LeaderDeed {
  const change = { type: 'open', lots: asLots(100n), leverage: 100, price: asPrice(5n), equity: asMoney(9n) } as const;
  return { shard: 0, seq, index: 0, leader: LEADER, order: seq, instrument: 1, side: 'buy', time: 1000, change };
}

function done(deed: number, event: LeaderDeed, copy: number, order: number): ResultRow {
  const result = { type: 'done', order, lots: asLots(10n), price: asPrice(7n), time: 1004 } as const;
  return { deed, event, copy, difference: 3n, result };
}

const listed = async (copy: number) => {
  const { rows, total } = await new ResultQueries(database.kysely).page(copy, 0, 10);
  return { total, rows: rows.map(({ order_id: order, skip, leader_price: price }) => ({ order, skip, price })) };
};

it('stores the result of a deed once for each copy, also when a former run’s commit arrives late', async () => {
  const [one = 0, two = 0, three = 0] = copies;
  const [begun] = await store.begin([{ deed: deedAt(1), copies, copy: 0 }], new Date());
  if (begun === undefined) throw new Error('no deed');
  expect(begun).toMatchObject({ copies, isNew: true, deed: deedAt(1) });
  const { number } = begun;
  const skipped = { deed: number, event: deedAt(1), copy: two, difference: null } as const;
  await store.record([
    done(number, deedAt(1), one, 11),
    { ...skipped, result: { type: 'skipped', reason: 'refused', refusal: 'market_closed' } },
  ]);
  await store.record([done(number, deedAt(1), one, 99), done(number, deedAt(1), three, 13)]);
  expect(await store.settled(number)).toEqual(
    new Map([
      [one, 11],
      [two, null],
      [three, 13],
    ]),
  );
  expect(await listed(one)).toEqual({ total: 1, rows: [{ order: 11n, skip: null, price: 5n }] });
  expect(await listed(two)).toEqual({ total: 1, rows: [{ order: null, skip: 'refused', price: 5n }] });
  expect(await listed(three)).toEqual({ total: 1, rows: [{ order: 13n, skip: null, price: 5n }] });
  // Stored again, the deed is as it was, and so are its copies.
  const again = await store.begin([{ deed: deedAt(1), copies: [one], copy: 0 }], new Date());
  expect(again).toEqual([{ number, deed: deedAt(1), copies, isNew: false }]);
});

it('lists the positions that a copy took over for this copy alone, and sums what it lists', async () => {
  const [one = 0, two = 0] = copies;
  const [begun] = await store.begin([{ deed: deedAt(2), copies: [one], copy: one }], new Date());
  if (begun === undefined) throw new Error('no deed');
  await store.record([done(begun.number, deedAt(2), one, 21)]);
  expect((await listed(one)).rows.map(({ order }) => order)).toEqual([21n, 11n]);
  expect((await listed(two)).total).toBe(1);
  const sums = await refreshResults(database.kysely, [one, two]);
  expect(sums.map((each) => each.sums)).toEqual([
    { closed: 0, skipped: 0, delays: 2, delay_sum: 8n, delay_worst: 4, difference: 6n },
    { closed: 0, skipped: 1, delays: 0, delay_sum: 0n, delay_worst: null, difference: 0n },
  ]);
});

it('leaves the results of a copy that ended while they were computed', async () => {
  const [three = 0] = copies.slice(2);
  const end = await database.pool.connect();
  try {
    // The end of a copy holds its row, and writes the last results.
    await end.query('begin');
    await end.query(
      `update copies set state = 'ended', ended = 'copier', closes = false, ended_time = 9, ended_at = now(), realised = 77, closed = 5 where id = $1`,
      [three],
    );
    // A page of its copier has read the sums before that commit, and waits for the row.
    const reading = refreshResults(database.kysely, [three]);
    await expect
      .poll(async () => {
        const waiting = await database.pool.query(
          `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
        );
        return waiting.rowCount;
      })
      .toBe(1);
    await end.query('commit');
    expect(await reading).toEqual([]);
  } finally {
    end.release();
  }
  const { rows } = await database.pool.query('select realised, closed from copies where id = $1', [three]);
  expect(rows).toEqual([{ realised: 77n, closed: 5 }]);
});

it('keeps every result over the migration, also of deeds that were dropped after a month', async () => {
  const before = await Promise.all(copies.map(listed));
  await down(database.kysely as never);
  await database.pool.query('delete from copy_events where copy_id = 0');
  await up(database.kysely as never);
  expect(await Promise.all(copies.map(listed))).toEqual(before);
});
