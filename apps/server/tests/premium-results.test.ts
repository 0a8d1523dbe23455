import { DAY_MS, asMoney, formatMoney, money, netResult, price } from '@fairlot/domain';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '../src/db/database.ts';
import { down, up } from '../src/db/migrations/096-premiums-of-days.ts';
import { refreshResults } from '../src/features/copying/results.ts';
import { readHouseResult } from '../src/features/office/dashboards/house-result-queries.ts';
import { Performance } from '../src/features/ranking/performance.ts';
import { Records } from '../src/features/ranking/records.ts';
import { presentTrade } from '../src/features/statement/order-presenter.ts';
import { presentStatement } from '../src/features/statement/presenter.ts';
import { StatementService } from '../src/features/statement/service.ts';
import { statementFile } from '../src/features/statement/statement-file.ts';
import { readStatistics } from '../src/features/statement/statistics.ts';
import { MovementRecords } from '../src/features/statement/movements.ts';
import { TradeRecords } from '../src/features/statement/trades.ts';
import { OrderDays } from '../src/trading/days/order-days.ts';
import { TransferDays } from '../src/trading/days/transfer-days.ts';
import { verifyShard } from '../src/trading/verify/verify-shard.ts';
import { createTestDatabase, silentLog } from './support/database.ts';
import { drawnMarket } from './support/drawn-bars.ts';
import { csvCells, reportCells, sumOf } from './support/report-cells.ts';
import { EURUSD, NOON, type TestHost, buy, openAccount, startTestHost } from './support/test-host.ts';

const testDatabase = await createTestDatabase();
let database: Database;
let testHost: TestHost;
/** The copy to which the trades of account 1 belong. */
let copy: number;
const market = drawnMarket([], () => testHost.clock.time);
const ACCOUNT = 1;
/** Four dollars for a tenth of a lot: more than the guaranteed trades win, so that each of them loses by it. */
const PREMIUM = price('0.00040');
const LEVEL = price('1.10050');
const FIRST = Math.floor(NOON / DAY_MS) * DAY_MS;
const span = () => ({ from: FIRST, to: Math.floor(testHost.clock.time / DAY_MS + 1) * DAY_MS });

beforeAll(async () => {
  database = await testDatabase.open();
  testHost = await startTestHost(database);
  await accepted({
    type: 'defineGroup',
    group: { id: 2, terms: [{ instrument: EURUSD.id, guarantee: { premium: PREMIUM, distance: price('0.00050') } }] },
  });
  await accepted(openAccount(ACCOUNT));
  await database.pool.query(`insert into users (kind, invite_code, demo_hash)
    select 'demo', 'user' || n, sha256(('user' || n)::bytea) from generate_series(1, 2) n`);
  const { rows } = await database.pool.query<{ id: bigint }>(
    `insert into copies (user_id, leader_id, key, state, shard, since, fee_percent, allocation, multiple, max_slippage, instruments, started, started_at)
     values (${ACCOUNT}, 2, 'copy', 'active', 0, 0, 0, 1, 1, 0, '[]', 0, now()) returning id`,
  );
  copy = Number(rows[0]?.id);
  await winPlainly();
  await gap('first');
  testHost.clock.time += DAY_MS;
  await gap('second');
  await sumDays();
  await gap('third');
});
afterAll(async () => {
  await testHost.host.stop();
  await database.close();
  await testDatabase.drop();
});

async function accepted(draft: Parameters<TestHost['host']['submit']>[0]): Promise<number> {
  const outcome = await testHost.host.submit(draft);
  if (!outcome.ok) throw new Error(`${draft.type} was refused: ${outcome.reason}`);
  return outcome.order ?? 0;
}

/** Opens a position of the copy below the present price. */
async function open(key: string): Promise<number> {
  testHost.quote('1.10000', '1.10010');
  const order = await accepted(buy(ACCOUNT, key));
  await database.pool.query(
    `with deed as (insert into copy_events (shard, seq, idx, leader_id, deed, copies, done, at, type, leader_order, instrument, side, time, leader_price)
       values (0, $1, 0, 2, '{}', array[$2::bigint], true, now(), 'open', $1, 1, 'buy', 1, 100) returning number)
     insert into copy_results (copy_id, event, order_id, lots, delay_ms) select $2, number, $1, 1000, 0 from deed`,
    [order, copy],
  );
  testHost.quote('1.11000', '1.11010');
  return order;
}

async function winPlainly(): Promise<void> {
  const order = await open('plain');
  await accepted({ type: 'closePosition', account: ACCOUNT, key: 'close', order });
}

/** The market gaps through a guaranteed stop, which wins a little before its premium. */
async function gap(key: string): Promise<void> {
  const order = await open(key);
  await accepted({
    type: 'setStops',
    account: ACCOUNT,
    key: `stop ${key}`,
    order,
    stopLoss: LEVEL,
    guaranteed: true,
  });
  testHost.quote('1.00000', '1.00010');
  await testHost.host.settled();
}

/** Sums the days that are over, and all transfers but those of the last trade. */
async function sumDays(): Promise<void> {
  testHost.clock.time += 2 * DAY_MS;
  testHost.quote('1.10000', '1.10010');
  await accepted(openAccount(2));
  const of = { db: database.kysely, log: silentLog };
  await new TransferDays(of).catchUp(1);
  await new OrderDays(of).catchUp();
}

/** The change of the account's money by its positions, from the ledger. */
async function ledger(): Promise<bigint> {
  const { rows } = await database.pool.query<{ sum: bigint }>(
    `select sum(case when credit_account = account then amount else -amount end)::bigint as sum
     from transfers where account = ${ACCOUNT} and kind in (4, 5, 8, 15)`,
  );
  return rows[0]?.sum ?? 0n;
}

it('charges each premium after a result that it turns into a loss', async () => {
  const { rows } = await database.pool.query<{ net: bigint; premium: bigint }>(
    `select o.profit - o.fee + o.swap as net, t.amount as premium
     from orders o join transfers t on t.reference = o.id and t.kind = 15 where o.account = ${ACCOUNT}`,
  );
  expect(rows).toHaveLength(3);
  for (const { net, premium } of rows) expect([net > 0n, net < premium]).toEqual([true, true]);
});

it('counts the premium in the net result of every list and sum, summed by day or not', async () => {
  const db = database.kysely;
  const net = await ledger();
  const statement = await new StatementService(db, market).statement(ACCOUNT, { period: 'all' });
  if (!statement.ok) throw new Error(statement.reason);
  const { trades, instruments, movements } = presentStatement(statement.data, market);
  const statistics = await readStatistics(db, ACCOUNT, span(), { period: 'all', time_zone: 'UTC' });
  if (!statistics.ok) throw new Error(statistics.reason);
  const { total } = statistics.data;
  const { recent } = await new Records(db).trades(ACCOUNT, NOON - 1);
  const [leader] = (await new Performance(db, market).trades(ACCOUNT)).instruments;
  const [copied] = await refreshResults(db, [copy]);
  expect({
    statement: [trades.trades, trades.wins, money(trades.net)],
    instruments: instruments.map((each) => [each.trades, each.win_rate, money(each.net)]),
    statistics: [total.trades, total.wins, total.losses, total.net],
    ranking: [recent.closed, recent.wins, netResult(recent)],
    leader: [leader?.trades, leader?.wins, leader?.result],
    copy: [copied?.sums.closed, copied?.realised],
  }).toEqual({
    statement: [4, 1, net],
    instruments: [[4, '25.00', net]],
    statistics: [4, 1, 3, net],
    ranking: [4, 1, net],
    leader: [4, 1, net],
    copy: [4, net],
  });
  // The premium is a line of the movements too, and in neither sum twice.
  expect([
    trades.premium,
    instruments[0]?.premiums,
    movements.guarantee_premiums,
    statement.data.ofInstruments,
  ]).toEqual(['-12.000000', '-12.000000', '-12.000000', net]);
});

it('lists the premium of each trade, so that the columns of a file add up', async () => {
  const net = await ledger();
  const { rows } = await new TradeRecords(database.kysely).page(ACCOUNT, span(), {}, { offset: 0, limit: 10 });
  const listed = rows.map((row) => presentTrade(row, market));
  expect(listed.map(({ premium }) => premium)).toEqual([...Array<string>(3).fill('-4.000000'), '0.000000']);
  const text: string[] = [];
  const deps = {
    trades: new TradeRecords(database.kysely),
    movements: new MovementRecords(database.kysely),
    market,
    read: <T>(query: () => Promise<T>) => query(),
  };
  const request = { account: ACCOUNT, span: span(), language: 'en' } as const;
  for await (const part of statementFile(deps, { ...request, input: { period: 'all', part: 'trades' } }))
    text.push(part);
  const sources = { db: database.kysely, market };
  const report = await reportCells(sources, { ...span(), accounts: 'demo' });
  for (const cells of [csvCells(text.join('')), report]) {
    expect(cells).toHaveLength(4);
    const sums = ['profit', 'fee', 'swap', 'premium'].map((name) => sumOf(cells, name));
    expect([sumOf(cells, 'net'), sums.reduce((all, each) => all + each, 0n)]).toEqual([net, net]);
  }
  const [results] = await reportCells(sources, { ...span(), accounts: 'demo', kind: 'results', by: 'instrument' });
  expect(results).toMatchObject({ trades: '4', wins: '1', premiums: '-12.000000', net: formatMoney(asMoney(net)) });
});

it('is a result of the house, which earns what its clients lose', async () => {
  const days = { accounts: 'demo', first_day: undefined, last_day: undefined } as const;
  const { list } = await readHouseResult(database.kysely, days, { offset: 0, limit: 10 });
  expect(list.reduce((sum, { result }) => sum + money(result), 0n)).toBe(-(await ledger()));
});

it('fills the sums of an earlier version, and of a copy that had ended, from its orders', async () => {
  await database.pool.query(
    `update copies set state = 'ended', ended = 'copier', closes = false, ended_time = $1, ended_at = now()`,
    [testHost.clock.time],
  );
  await refreshResults(database.kysely, [copy]);
  const sums = async () =>
    Promise.all(
      [
        'select * from order_days order by day',
        'select * from trade_days order by day',
        'select realised from copies',
      ].map(async (query) => (await database.pool.query<Record<string, unknown>>(query)).rows),
    );
  const before = await sums();
  const verified = async () => (await verifyShard(database.pool, 0)).shown;
  expect(await verified()).toEqual([]);
  await down(database.kysely as never);
  const [orders = []] = await sums();
  expect(orders.map(({ wins }) => wins)).toEqual([2n, 1n]);
  await up(database.kysely as never);
  expect(await sums()).toEqual(before);
  expect(await verified()).toEqual([]);
});

it('movements of an instrument contain its premiums, with its name', async () => {
  const movements = new MovementRecords(database.kysely);
  const filter = { instrument: EURUSD.id, type: 15 };
  const page = await movements.page(ACCOUNT, span(), filter, { offset: 0, limit: 10 });
  expect(page.map(({ instrument }) => instrument)).toEqual([EURUSD.id, EURUSD.id, EURUSD.id]);
  expect(await movements.sums(ACCOUNT, span(), filter)).toMatchObject({ total: 3 });
});
