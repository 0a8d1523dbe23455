import { DAY_MS } from '@fairlot/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../src/db/database.ts';
import { readTransfers } from '../src/features/ledger/queries.ts';
import { readHouseResult } from '../src/features/office/dashboards/house-result-queries.ts';
import { UserStaffQueries } from '../src/features/office/users/queries.ts';
import { readTimeline } from '../src/features/office/users/timeline-queries.ts';
import { OrderQueries } from '../src/features/orders/queries.ts';
import { Records, operationsOf } from '../src/features/ranking/records.ts';
import { MovementRecords } from '../src/features/statement/movements.ts';
import { TradeRecords } from '../src/features/statement/trades.ts';
import { OrderDays } from '../src/trading/days/order-days.ts';
import { TransferDays } from '../src/trading/days/transfer-days.ts';
import { checkOrderDays, checkTransferSums } from '../src/trading/verify/day-check.ts';
import { Findings } from '../src/trading/verify/findings.ts';
import { type TestDatabase, createTestDatabase, silentLog } from './support/database.ts';
import { fillRecords, journalAt } from './support/many-records.ts';
import { NAIVE_OPERATIONS, NaiveReads } from './support/naive-reads.ts';
import { rowsRead } from './support/rows-read.ts';

const FIRST = Date.UTC(2026, 0, 1);
const DAYS = 30;
const END = FIRST + DAYS * DAY_MS;
const ORDERS = 6_000;
/** Half of all orders are those of account 1, with a reset at every 60th: 50 resets. */
const FILL = { orders: ORDERS, accounts: 5, days: DAYS, first: FIRST, own: 2, resetEvery: 60 };

let made: TestDatabase;
let database: Database;
let naive: NaiveReads;

beforeAll(async () => {
  made = await createTestDatabase();
  database = await made.open();
  naive = new NaiveReads(database.pool);
  await fillRecords(database.pool, FILL);
  for (let user = 1; user <= 5; user += 1)
    await database.pool.query(
      `insert into users (kind, email, password_hash, mobile, invite_code, demo_hash) values ('real', $1, 'x', $2, $1, null)`,
      [`person${user}@example.com`, `+1555000${user}`],
    );
  await database.pool.query(
    `insert into sessions (user_id, token_hash, expires_at, created_at, last_seen_at, address, agent, ended_at)
    select 1, decode(lpad(to_hex(n), 8, '0'), 'hex'), now(), to_timestamp($1::bigint / 1000.0 + n * 1000), now(), 'here', 'x', case when n % 3 > 0 then to_timestamp($1::bigint / 1000.0 + n * 1000 + 777 * (n % 50)) end
    from generate_series(1, 2000) n`,
    [FIRST],
  );
  await database.pool.query('vacuum analyze');
});
afterAll(async () => {
  await database.close();
  await made.drop();
});

const PERIODS = [
  { from: FIRST, to: END + DAY_MS },
  { from: FIRST + 3 * DAY_MS, to: FIRST + 4 * DAY_MS },
  { from: FIRST + 10 * DAY_MS, to: END - 2 * DAY_MS },
];

/** Pages at the beginning, in the middle, at the end and beyond it. */
function offsets(total: number): number[] {
  return [0, 20, 1000, Math.floor(total / 2), total - 7, total, total + 100].filter((offset) => offset >= 0);
}

async function listsAgree(): Promise<void> {
  const orders = new OrderQueries(database.kysely);
  for (const account of [1, 2, 99]) {
    const { total } = await naive.history(account, 0, 1);
    for (const page of [1, 2, 30, Math.ceil(Number(total) / 20), 10_000].filter((number) => number > 0)) {
      const want = await naive.history(account, (page - 1) * 20, 20);
      const have = await orders.page(account, 'history', page, 20);
      expect([have.total, have.orders.map(({ id }) => BigInt(id))]).toEqual([Number(want.total), want.ids]);
      expect(await orders.realised(account)).toBe(want.realised);
    }
    const { total: moved } = await naive.transfers(account, 0, 1);
    for (const offset of offsets(Number(moved))) {
      const want = await naive.transfers(account, offset, 20);
      const have = await readTransfers(database.kysely, account, offset, 20);
      expect([have.total, have.rows.map(({ id }) => id)]).toEqual([Number(want.total), want.ids]);
    }
  }
}

async function statementsAgree(): Promise<void> {
  const [trades, movements] = [new TradeRecords(database.kysely), new MovementRecords(database.kysely)];
  for (const span of PERIODS) {
    expect(await trades.byInstrument(1, span, {})).toEqual(await naive.byInstrument(1, span));
    for (const [filter, condition] of [
      [{}, 'true'],
      [{ side: 'sell' }, `side = 'sell'`],
      [{ instrument: 2, side: 'buy' }, `instrument = 2 and side = 'buy'`],
    ] as const) {
      const all = await naive.query<{ id: bigint }>(
        `select id from orders where account = 1 and status = 'closed' and ended_at >= $1 and ended_at < $2 and ${condition} order by ended_at desc, id desc`,
        [span.from, span.to],
      );
      for (const offset of offsets(all.length)) {
        const have = await trades.page(1, span, filter, { offset, limit: 15 });
        expect([have.total, have.rows.map(({ id }) => id)]).toEqual([
          all.length,
          all.slice(offset, offset + 15).map(({ id }) => id),
        ]);
      }
    }
    for (const type of [undefined, 5]) {
      const all = await naive.query<{ id: bigint }>(
        `select id from transfers where account = 1 and time >= $1 and time < $2 and ($3::int is null or kind = $3) order by id desc`,
        [span.from, span.to, type ?? null],
      );
      for (const offset of offsets(all.length)) {
        const have = await movements.page(1, span, { type }, { offset, limit: 15 });
        expect(have.map(({ id }) => id)).toEqual(all.slice(offset, offset + 15).map(({ id }) => id));
      }
    }
  }
}

async function rankingAgrees(): Promise<void> {
  const records = new Records(database.kysely);
  for (const account of [1, 2]) {
    const want = await naive.operations(account);
    const have = await records.operations(account, 100_000);
    expect(have).toEqual(want.map(({ time, amount, before }) => ({ time: Number(time), amount, before })));
    for (const since of [FIRST - 1, FIRST + 9.3 * DAY_MS, END - 100_000]) {
      const { recent, volumes } = await records.trades(account, since);
      expect(recent).toEqual(await naive.recent(account, since));
      expect(volumes).toEqual(await naive.volumes(account));
      expect((await records.holdings(account, since)).money).toBe(await naive.money(account, since));
    }
  }
}

/** A moment so many days after the first. */
const moment = (days: number): number => FIRST + Math.round(days * DAY_MS);

async function officeAgrees(): Promise<void> {
  for (const kind of ['real', 'demo'] as const) {
    const { list } = await readHouseResult(database.kysely, { accounts: kind }, { offset: 2, limit: 10 });
    const want = await naive.house(kind, { from: FIRST, to: END });
    for (const { day, profit, fees } of list) {
      const of = (house: number) => want.find((row) => row['day'] === day && row['house'] === house)?.['total'] ?? 0n;
      expect([day, Number(profit) * 1e6, Number(fees) * 1e6].map(String)).toEqual([
        day,
        String(roundedToCents(of(-1) as bigint)),
        String(roundedToCents(of(-2) as bigint)),
      ]);
    }
    expect(list).toHaveLength(10);
  }
  for (const kind of [undefined, 'order', 'position', 'ledger', 'session', 'note', 'unknown']) {
    for (const [offset, span] of [
      [0],
      [20],
      [1500],
      [0, { from: moment(2.3), to: moment(9.6) }],
      [20, { from: moment(12.4), to: END + DAY_MS }],
      [0, { from: 0, to: moment(3) }],
      [0, { from: moment(5.1), to: moment(5.2) }],
    ] as const) {
      const want = await naive.timeline(1, kind, offset, 20, span);
      const period =
        span === undefined ? {} : { from: new Date(span.from).toISOString(), to: new Date(span.to).toISOString() };
      const filter = { user: 1, kind, reasons: true, ...period };
      const have = await readTimeline(database.kysely, filter, { offset, limit: 20 });
      expect([have.total, have.list.map(({ at, kind: of, reference }) => [Date.parse(at), of, reference])]).toEqual([
        Number(want.total),
        want.rows.map(({ at, kind: of, reference }) => [Number(at), of, reference]),
      ]);
    }
  }
}

/** Amounts of the office have two decimals, rounded half-even. */
function roundedToCents(amount: bigint): number {
  const cents = Number(amount) / 1e4;
  const low = Math.floor(cents);
  const rest = cents - low;
  return (rest > 0.5 || (rest === 0.5 && low % 2 !== 0) ? low + 1 : low) * 1e4;
}

describe.each([
  ['before anything is summed by day', () => Promise.resolve()],
  [
    'after some days are summed',
    async () => {
      await journalAt(database.pool, 2, FIRST + 12.5 * DAY_MS);
      await new OrderDays({ db: database.kysely, log: silentLog }).catchUp();
      await database.pool.query('insert into transfer_days_through values (0, 0)');
      await database.pool.query('create table later as select * from transfers where id > 7000');
      await database.pool.query('delete from transfers where id > 7000');
      await new TransferDays({ db: database.kysely, log: silentLog }).catchUp(1);
      await database.pool.query('insert into transfers select * from later');
    },
  ],
  [
    'after all days are summed',
    async () => {
      await journalAt(database.pool, 3, END + 3 * DAY_MS);
      await new OrderDays({ db: database.kysely, log: silentLog }).catchUp();
      await new TransferDays({ db: database.kysely, log: silentLog }).catchUp(1);
      await database.pool.query('vacuum analyze');
    },
  ],
])('%s', (_when, arrange) => {
  beforeAll(arrange);

  it('lists agree with a plain reading', listsAgree);
  it('statements agree with a plain reading', statementsAgree);
  it('the ranking’s records agree with a plain reading', rankingAgrees);
  it('the office agrees with a plain reading', officeAgrees);
  it('the sums agree with their records', async () => {
    const findings = new Findings();
    const client = await database.pool.connect();
    await checkOrderDays(client, 0, findings);
    await checkTransferSums(client, 0, findings);
    client.release();
    expect(findings.shown).toEqual([]);
  });
});

describe('the rows that are read', () => {
  it('for the ranking do not grow with the number of resets', async () => {
    const [counts] = await naive.query<{ own: bigint; resets: bigint }>(
      'select count(*) as own, count(*) filter (where kind = 9) as resets from transfers where account = 1',
      [],
    );
    expect(counts?.resets).toBe(50n);
    const own = Number(counts?.own);
    const plain = await rowsRead(database.pool, { sql: NAIVE_OPERATIONS, parameters: [1] }, 'transfers');
    expect(plain).toBeGreaterThan(10 * own);
    const query = operationsOf(1, 5001).compile(database.kysely);
    // Once to find the operations, and once those of the days with a reset; any plan reads the table at most twice.
    expect(await rowsRead(database.pool, query, 'transfers')).toBeLessThanOrEqual(4 * own);
  });
});

it('users are found by a part of their address, and by the beginning of a short text', async () => {
  const users = new UserStaffQueries(database.kysely, () => []);
  const found = async (q: string) => {
    const { rows, total } = await users.page({ q }, { money: true, documents: true }, { offset: 0, limit: 10 });
    expect(total).toBe(rows.length);
    return rows.map(({ id }) => Number(id));
  };
  expect(await found('SON3@exa')).toEqual([3]);
  expect(await found('example.com')).toEqual([5, 4, 3, 2, 1]);
  expect(await found('pe')).toEqual([5, 4, 3, 2, 1]);
  expect(await found('x')).toEqual([]);
  expect(await found('5550004')).toEqual([4]);
  expect(await found('%e%')).toEqual([]);
});

it('sums that were changed are found', async () => {
  await database.pool.query(
    'update order_days set profit = profit + 1 where account = 1 and day = (select min(day) from order_days where account = 1)',
  );
  await database.pool.query(
    'update house_days set total = total + 1 where house = -1 and day = (select min(day) from house_days)',
  );
  const findings = new Findings();
  const client = await database.pool.connect();
  await checkOrderDays(client, 0, findings);
  await checkTransferSums(client, 0, findings);
  client.release();
  expect(findings.count).toBeGreaterThan(1);
});
