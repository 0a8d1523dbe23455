import { money } from '@fairlot/domain';
import type { PoolClient } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '../src/db/database.ts';
import { TransferDays } from '../src/trading/days/transfer-days.ts';
import { verifyShard } from '../src/trading/verify/verify-shard.ts';
import { createTestDatabase, silentLog } from './support/database.ts';
import { type TestHost, buy, openAccount, startTestHost } from './support/test-host.ts';

const testDatabase = await createTestDatabase();
let database: Database;
let testHost: TestHost;

/**
 * Covers all kinds of records: fills, a pending order, stops, a stop-out, swaps, a withdrawal, refusals, an adjustment.
 */
async function tradeADay(): Promise<void> {
  const { host } = testHost;
  for (const account of [1, 2, 3]) await host.submit(openAccount(account));
  const first = await host.submit(buy(1, 'a'));
  await host.submit({ ...buy(1, 'pending'), target: 109_500_000n as never, stopLoss: 109_000_000n as never });
  await moveOrders();
  await host.submit({
    type: 'setStops',
    account: 1,
    key: 'stops',
    order: first.ok ? (first.order ?? 0) : 0,
    takeProfit: 111_000_000n as never,
  });
  await host.submit({ ...buy(2, 'too large'), lots: 1_000_000n as never });
  await host.submit({ ...buy(2, 'large'), lots: 900_000n as never });
  await host.submit({ type: 'chargeSwap', account: 1, key: 'swap', rolloverTime: testHost.clock.time + 1, weekday: 3 });
  await host.submit({
    type: 'holdWithdrawal',
    account: 3,
    key: 'hold',
    withdrawal: 7,
    amount: money('500'),
    fee: money('5'),
  });
  await host.submit({
    type: 'holdWithdrawal',
    account: 3,
    key: 'hold 2',
    withdrawal: 8,
    amount: money('50'),
    fee: money('5'),
  });
  await host.submit({ type: 'payWithdrawal', account: 3, key: 'pay', withdrawal: 8 });
  await host.submit({ type: 'adjust', account: 3, key: 'adjust', amount: money('-1.25'), memo: 'it’s a "test"\\' });
  testHost.quote('1.09400', '1.09410');
  testHost.quote('1.11200', '1.11210');
  await host.submit({ type: 'resetDemo', account: 2, key: 'reset' });
  testHost.quote('1.08000', '1.08010');
  await host.submit({ type: 'deposit', account: 1, key: 'deposit', amount: money('10'), reference: 4 });
}

/** A pending order amended several times within one batch, one amended to the market, and an order placed too late. */
async function moveOrders(): Promise<void> {
  const { host, clock } = testHost;
  const [waits, fills] = await Promise.all(
    ['waits', 'fills'].map((key) =>
      host.submit({ ...buy(3, key), target: 108_500_000n as never, validUntil: clock.time }),
    ),
  );
  const move = (of: typeof waits, key: string, target: bigint) =>
    host.submit({
      type: 'amendOrder',
      account: 3,
      key,
      order: of?.ok === true ? (of.order ?? 0) : 0,
      target: target as never,
      stops: 'kept',
    });
  const answers = await Promise.all([
    move(waits, 'up', 115_000_000n),
    move(waits, 'down', 100_000_000n),
    move(fills, 'through', 112_000_000n),
    move(fills, 'met', 110_010_000n),
  ]);
  expect(answers.map(({ ok }) => ok)).toEqual([true, true, true, true]);
  await host.submit({
    type: 'amendOrder',
    account: 3,
    key: 'levels',
    order: waits?.ok === true ? (waits.order ?? 0) : 0,
    target: 99_000_000n as never,
    stops: 'replaced',
    stopLoss: 98_000_000n as never,
  });
  expect(await host.submit({ ...buy(3, 'late'), validUntil: clock.time - 1 })).toEqual({
    ok: false,
    reason: 'order_expired',
  });
}

beforeAll(async () => {
  database = await testDatabase.open();
  testHost = await startTestHost(database);
  await tradeADay();
  await new TransferDays({ db: database.kysely, log: silentLog }).catchUp(1);
});
afterAll(async () => {
  await testHost.host.stop();
  await database.close();
  await testDatabase.drop();
});

it('finds no difference in an unmodified database, also after a restart', async () => {
  const before = await verifyShard(database.pool);
  expect(before).toMatchObject({ count: 0, shown: [] });
  expect(before.orders).toBeGreaterThan(2);
  const statuses = await database.kysely.selectFrom('orders').select('reason').distinct().execute();
  expect(statuses.map(({ reason }) => reason)).toEqual(expect.arrayContaining(['stop_loss', 'take_profit']));

  await testHost.host.stop();
  testHost = await startTestHost(database);
  await testHost.host.submit(buy(1, 'after the restart'));
  const after = await verifyShard(database.pool);
  expect(after).toMatchObject({ count: 0, rows: before.rows + 1 });
});

it.each([
  [
    'a changed journal row',
    `update journal set outcome = replace(outcome, 'true', 'true ') where seq = 5`,
    /row 5: its hash/,
  ],
  [
    'a changed command in the journal',
    `update journal set command = replace(command, '"leverage":100', '"leverage":50') where key = 'a'`,
    /the engine computes other|hash/,
  ],
  ['a deleted journal row', `delete from journal where key = 'a'`, /is missing/],
  ['a changed hash', `update journal set hash = sha256(hash) where seq = 4`, /row 4: its hash/],
  ['a changed transfer', 'update transfers set amount = amount + 1 where id = 3', /transfer 3 is/],
  [
    'an inserted transfer',
    'insert into transfers select shard, 1000, seq, time, kind, account, debit_account, debit_book, credit_account, credit_book, amount, reference, memo from transfers where id = 1',
    /the transfers table has/,
  ],
  ['a changed balance', 'update accounts set cash = cash + 1 where id = 2', /account 2: cash/],
  [
    'a balance moved between accounts',
    'update accounts set cash = cash + case id when 1 then 1 else -1 end where id in (1, 2)',
    /account 1: cash/,
  ],
  [
    'a changed price of a closed order',
    'update orders set close_price = close_price + 1 where ended_at is not null',
    /close_price/,
  ],
  ['a changed stop of an open order', `update orders set stop_loss = 1 where ended_at is null`, /stop_loss is 1/],
  [
    'a changed target of an amended order',
    `update orders set target = 108500000, kind = 'stop' where status = 'pending'`,
    /target is 108500000 in the table, 99000000 by the journal/,
  ],
  [
    'an inserted order',
    `insert into orders select 1000, shard, account, instrument, side, kind, status, lots, leverage, target, stop_loss, take_profit, margin, fee, swap, created_at, opened_at, ended_at from orders where id = 1`,
    /the orders table has/,
  ],
  ['a changed withdrawal', 'update withdrawals_held set fee = 0', /withdrawals 7/],
  [
    'a changed day sum',
    'update transfer_days set total = total + 1 where account = 2',
    /account 2: the sum of ledger type \d+ on \d{4}-\d\d-\d\d/,
  ],
  [
    'an inserted day sum',
    'insert into transfer_days select account, day + 1, kind, total, available, transfers, first_id, last_id, last_time from transfer_days where account = 1',
    /account 1: the sum/,
  ],
  ['a changed watermark of the day sums', 'update transfer_days_through set id = id - 1', /the sum of ledger type/],
  [
    'changed terms of an instrument',
    `update instrument_terms set terms = replace(terms, 'EURUSD', 'EURUSX')`,
    /instruments 1/,
  ],
])('detects a manipulation: %s', async (_, change, finding) => {
  const client = await database.pool.connect();
  try {
    // The change is visible only in its own transaction, which is rolled back.
    await client.query('begin');
    await client.query(change);
    const pool = { connect: () => Promise.resolve(inside(client)) };
    const { shown } = await verifyShard(pool as unknown as Database['pool']);
    expect(shown.join('\n')).toMatch(finding);
  } finally {
    await client.query('rollback');
    client.release();
  }
});

/** A client whose transaction is already open. */
function inside(client: PoolClient): object {
  return {
    query: (question: string, values?: unknown[]) =>
      /^(?:begin|commit)/.test(question) ? Promise.resolve() : client.query(question, values),
    release: () => undefined,
  };
}
