import { randomUUID } from 'node:crypto';
import { DAY_MS } from '@fairlot/domain';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FirstReleaseHead, demoKey } from '../../../tools/src/first-release/trim.ts';
import { startServer } from '../src/composition/server.ts';
import type { RunningServer } from '../src/composition/server.ts';
import { readConfig } from '../src/config.ts';
import { migrations } from '../src/db/migrations/index.ts';
import { createLog } from '../src/platform/log.ts';
import { totpCode, totpStep } from '../src/security/totp.ts';
import { verifyAudit } from '../src/staff/audit/verify-audit.ts';
import { verifyShards } from '../src/trading/verify/verify-shards.ts';
import { type TestDatabase, createTestDatabase } from './support/database.ts';
import { FIRST_RELEASE, restoreFirstRelease, schemaOf } from './support/first-release.ts';
import { cookieOf, fromBase32, staffCall } from './support/office.ts';
import { whenQuoted } from './support/order-calls.ts';
import { FREE, LONGEST_PAST_MS, type TestServer, clientOf } from './support/server.ts';

/** Money of an account in the three books, and what the journal moved through its cash since a row. */
interface Books {
  readonly id: string;
  readonly cash: string;
  readonly order_reserve: string;
  readonly withdrawal_hold: string;
}

let database: TestDatabase;
let running: RunningServer;
let server: TestServer;
let head: FirstReleaseHead;
/** As the first version left them. */
let books: readonly Books[];
let positions: readonly object[];
let schema: readonly string[];
let lastSeq: string;
let lastTransfer: string;
const clock = { time: 0 };

beforeAll(async () => {
  database = await createTestDatabase('empty');
  head = await restoreFirstRelease(database.url);
  books = await rows<Books>('select id, cash, order_reserve, withdrawal_hold from accounts order by id');
  positions = await aliveOrders();
  [{ seq: lastSeq, id: lastTransfer } = { seq: '', id: '' }] = await rows<{ seq: string; id: string }>(
    'select (select max(seq) from journal) as seq, (select max(id) from transfers) as id',
  );
  schema = await schemaOf(database.url);
  // The next day: a rollover has passed in between.
  clock.time = head.facts.endedAt + DAY_MS;
  running = await start();
  server = { ...clientOf(running.url), databaseUrl: database.url, stop: () => running.stop() };
}, 600_000);
afterAll(async () => {
  await running.stop();
  await database.drop();
});

function start(): Promise<RunningServer> {
  const result = readConfig({ ...FREE, PORT: '0', HOST: '127.0.0.1', ...database.settings });
  if (!result.ok) throw new Error(result.problems.join('\n'));
  return startServer(result.config, createLog('silent'), { clock: () => clock.time, longestPastMs: LONGEST_PAST_MS });
}

async function rows<Row extends object>(sql: string, values: readonly unknown[] = []): Promise<Row[]> {
  const client = new Client({ connectionString: database.url });
  await client.connect();
  try {
    return (await client.query<Row>(sql, [...values])).rows;
  } finally {
    await client.end();
  }
}

const aliveOrders = (): Promise<object[]> =>
  rows(
    `select id, shard, account, instrument, side, kind, status, lots, leverage, target, stop_loss, take_profit, margin, fee, created_at, opened_at, price
    from orders where created_at <= $1 and ended_at is null order by id`,
    [head.facts.endedAt],
  );

/** Everything that `npm run verify` compares. */
async function findings(): Promise<readonly string[]> {
  const opened = await database.openForReading();
  try {
    const found: string[] = [];
    for await (const { verification } of verifyShards(opened.pool)) found.push(...verification.shown);
    return [...found, ...(await verifyAudit(opened.pool)).findings];
  } finally {
    await opened.close();
  }
}

const client = (at: number) => {
  const seen = head.facts.seen[at];
  if (seen === undefined) throw new Error(`the fixture has no client ${at}`);
  return seen;
};
const signIn = async (account: string, more: object = {}) =>
  (await server.call('login', { account, password: head.facts.password, ...more })).envelope;

/** The first order of the n-th account, as scenario.ts.txt sends it. */
async function firstOrder(n: number): Promise<Readonly<Record<string, unknown>>> {
  const { id } = head.facts.instruments[n % head.facts.instruments.length] ?? {};
  const listed = (await server.call('tradeList')).envelope.data.find(({ Id }) => Id === id);
  return { type: 1 + (n % 2), cont: '0.1', forex_id: id, status: 1, multiple: listed?.HasForexMultiple[0]?.Value };
}

describe('the house of the first version, upgraded to this one', () => {
  it('had the schema that the first version made', () => {
    expect(schema).toEqual(head.schema.toSorted());
  });

  it('has all its accounts and orders, and every sum', { timeout: 400_000 }, async () => {
    expect(books.length).toBeGreaterThanOrEqual(10_000);
    expect(positions.length).toBeGreaterThanOrEqual(10_000);
    expect(await rows('select name from kysely_migration order by name')).toEqual(
      Object.keys(migrations)
        .toSorted()
        .map((name) => ({ name })),
    );
    expect(Object.keys(migrations)).toContain(FIRST_RELEASE);
    expect(await aliveOrders()).toEqual(positions);
    const charged = 'select 1 from swap_runs where done and rollover > $1';
    // Ten thousand positions are charged in the background.
    await expect.poll(() => rows(charged, [head.facts.endedAt]), { timeout: 300_000 }).not.toEqual([]);
    // Only the rollover of the night has changed the money: each account by its swaps.
    const moved = await rows<Books>(
      `select a.id, a.cash - coalesce(sum(case when t.credit_account = a.id then t.amount else -t.amount end), 0) as cash,
         a.order_reserve, a.withdrawal_hold
       from accounts a left join transfers t on t.account = a.id and t.shard = a.shard and t.id > $1 and t.seq > $2
       group by a.id order by a.id`,
      [lastTransfer, lastSeq],
    );
    expect(moved).toEqual(books);
    expect(
      await rows(`select distinct kind from transfers where id > $1 and seq > $2`, [lastTransfer, lastSeq]),
    ).toHaveLength(1);
    expect(await findings()).toEqual([]);
  });

  it('shows clients the same figures, also in the session that they had', async () => {
    for (const seen of head.facts.seen.slice(0, 10)) {
      const orders = async (status: number) =>
        (await server.call('myDeal', { status, page: 1 }, { token: seen.token })).envelope.data.data;
      expect(await orders(0)).toMatchObject(seen.pending.map(lasting));
      expect(await orders(1)).toMatchObject(seen.open.map(lasting));
      expect(await orders(3)).toMatchObject(seen.ended.map(lasting));
      const { envelope } = await server.call('getBalance', {}, { token: seen.token });
      expect(envelope.data.lock_balance).toBe(seen.balance.lock_balance);
    }
  });

  it('lets clients and staff sign in as before', async () => {
    expect((await signIn(client(20).email)).reason).toBe('ok');
    expect((await signIn(client(20).email, { password: 'another one' })).reason).toBe('login_failed');
    const { email, secret } = head.facts.guarded;
    expect((await signIn(email)).reason).toBe('totp_required');
    expect((await signIn(email, { totp: totpCode(fromBase32(secret), totpStep(clock.time)) })).reason).toBe('ok');
    expect((await signIn(`nobody@example.com`)).reason).toBe('login_failed');
    for (const name of ['root', 'fin-one']) expect((await staffCookie(name)).length).toBeGreaterThan(10);
    // The key of the first request still leads to the same demo account.
    const again = await server.call('createDemo', {}, { key: demoKey(17) });
    const [demo] = await rows<{ id: string }>(`select id from users where kind = 'demo' order by id offset 16 limit 1`);
    expect(again.envelope.data.user.id).toBe(Number(demo?.id));
  });

  it('answers a repeated order of before as it did, and trades on', async () => {
    const seen = client(10);
    const { token } = (await signIn(seen.email)).data;
    const before = await firstOrder(11);
    const repeated = await server.call('submit', before, { token, key: 'first-open-11' });
    expect(repeated.envelope).toMatchObject({ reason: 'ok', data: { order: { Id: seen.open.at(-1)?.Id } } });
    const first = seen.open.at(-1);
    const opened = await whenQuoted(() => server.call('submit', before, { token }));
    expect(opened.envelope.reason).toBe('ok');
    for (const id of [first?.Id ?? 0, opened.envelope.data.order.Id]) {
      const closed = await whenQuoted(() => server.call('close', { id }, { token }));
      expect(closed.envelope).toMatchObject({
        reason: 'ok',
        data: { order: { Id: id, Status: 3, EndReason: 'client' } },
      });
    }
    const pending = head.facts.seen.find((each) => each.pending.length > 0);
    const cancelled = await server.call(
      'cancelTrade',
      { id: pending?.pending[0]?.Id },
      { token: pending?.token ?? '' },
    );
    expect(cancelled.envelope).toMatchObject({ reason: 'ok', data: { order: { Status: 2 } } });
    const demo = (await server.call('createDemo', {}, { key: demoKey(40) })).envelope.data;
    const [position] = (await server.call('myDeal', { status: 1, page: 1 }, { token: demo.token })).envelope.data.data;
    const closed = await whenQuoted(() => server.call('close', { id: position?.Id }, { token: demo.token }));
    expect(closed.envelope.reason).toBe('ok');
    expect(await findings()).toEqual([]);
  });

  it('finishes the payments that were under way', async () => {
    const { approved, review, paid } = head.facts.withdrawals;
    const cookie = await staffCookie('fin-two');
    const decide = async (
      name: 'withdrawalClaim' | 'withdrawalPay' | 'withdrawalApprove' | 'depositFinish',
      input: object,
    ) => (await staffCall(server, name, { ...input }, { cookie, key: randomUUID() })).envelope;
    expect((await decide('withdrawalClaim', { id: approved })).reason).toBe('ok');
    expect((await decide('withdrawalPay', { id: approved, reference: 'tx 0xdef' })).data).toMatchObject({
      status: 'paid',
    });
    expect((await decide('withdrawalPay', { id: paid, reference: 'twice' })).reason).toBe('decided_by_colleague');
    expect((await decide('withdrawalApprove', { id: review })).data).toMatchObject({ status: 'approved' });
    // Reported without the ID of its transaction, which the first version did not ask for.
    expect((await decide('depositFinish', { id: head.facts.waitingDeposit })).reason).toBe('transaction_missing');
    const finished = await decide('depositFinish', { id: head.facts.waitingDeposit, transaction_id: '1f'.repeat(32) });
    expect(finished).toMatchObject({ reason: 'ok' });
    expect(await findings()).toEqual([]);
  });

  it('starts again, and is the same', async () => {
    const before = await rows('select id, cash, order_reserve, withdrawal_hold from accounts order by id');
    await running.stop();
    running = await start();
    Object.assign(server, clientOf(running.url));
    expect(await rows('select id, cash, order_reserve, withdrawal_hold from accounts order by id')).toEqual(before);
    expect((await signIn(client(21).email)).reason).toBe('ok');
  });
});

/** The fields of an order that neither the market nor a rollover changes. */
function lasting(order: FirstReleaseHead['facts']['seen'][number]['open'][number]): object {
  const {
    Id,
    OrderType,
    Kind,
    Quantity,
    Multiple,
    OriginPrice,
    Price,
    CautionMoney,
    TradeFee,
    TargetLossPrice,
    TargetProfitPrice,
    EndReason,
  } = order;
  return {
    Id,
    OrderType,
    Kind,
    Quantity,
    Multiple,
    OriginPrice,
    Price,
    CautionMoney,
    TradeFee,
    TargetLossPrice,
    TargetProfitPrice,
    EndReason,
  };
}

async function staffCookie(name: string): Promise<string> {
  const who = head.facts.staff.find((each) => each.name === name);
  if (who === undefined) throw new Error(`the fixture has no ${name}`);
  clock.time += 60_000;
  const code = totpCode(Buffer.from(who.secret, 'hex'), totpStep(clock.time));
  const answer = await staffCall(server, 'staffSignIn', { name, password: who.password, code });
  expect(answer.envelope.reason).toBe('ok');
  return cookieOf(answer) ?? '';
}
