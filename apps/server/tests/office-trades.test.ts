import { DAY_MS, DEFAULT_GROUPS } from '@fairlot/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OrderStaffQueries, type TradeFilter } from '../src/features/orders/staff/queries.ts';
import { createTestDatabase } from './support/database.ts';
import { groupOf } from './support/groups.ts';
import { fillRecords } from './support/many-records.ts';
import { type Bank, fundedUser, openBank } from './support/money.ts';
import type { Colleague } from './support/office.ts';
import { marketOrder, pendingOrder, whenQuoted } from './support/order-calls.ts';
import { type RealUser, query } from './support/real-user.ts';
import { csvCells } from './support/report-cells.ts';
import { rowsRead } from './support/rows-read.ts';

let bank: Bank;
let dealer: Colleague;
let support: Colleague;
let user: RealUser;
let club: number;
let demo: { readonly token: string; readonly id: number };
const ids = { open: 0, sold: 0, closed: 0, pending: 0, cancelled: 0, demo: 0 };

beforeAll(async () => {
  bank = await openBank();
  const { server, office } = bank;
  [dealer, support] = [await office.hire('the.dealer', ['dealer']), await office.hire('the.support', ['support'])];
  // While there is no real account no second person has to agree.
  club = (await dealer.call('officeAddGroup', groupOf('Club', []))).envelope.data.id ?? 0;
  user = await fundedUser(bank, '20000');
  demo = await server.demo();
  await dealer.call('officeMoveAccount', { user_id: demo.id, group_id: club, reason: 'asked for it' });
  const [eurusd, gold] = [await server.instrument('EURUSD'), await server.instrument('GBPUSD')];
  const place = async (input: object, token = user.token): Promise<number> => {
    const { envelope } = await whenQuoted(() => server.call('submit', { ...input }, { token }));
    return envelope.data.order.Id;
  };
  ids.open = await place(marketOrder(eurusd, { stop_loss_price: '0.5', target_profit_price: '5' }));
  ids.sold = await place(marketOrder(gold, { type: 2, cont: '0.2' }));
  ids.closed = await place(marketOrder(eurusd));
  ids.pending = await place(pendingOrder(eurusd));
  ids.cancelled = await place(pendingOrder(gold));
  ids.demo = await place(marketOrder(eurusd), demo.token);
  const as = { token: user.token };
  await whenQuoted(() => server.call('close', { id: ids.closed }, as));
  await server.call('cancelTrade', { id: ids.cancelled }, as);
});
afterAll(() => bank.server.stop());

const positions = async (input: object = {}, who = dealer) =>
  (await who.call('officePositions', { ...input })).envelope.data;
const orders = async (input: object = {}, who = dealer) => (await who.call('officeOrders', { ...input })).envelope.data;
const users = async (input: object = {}) => (await support.call('officeUsers', { ...input })).envelope.data;
const at = (days: number) => new Date(bank.clock.time + days * DAY_MS).toISOString();
const numbers = ({ list }: { readonly list: readonly { readonly id: number }[] }) => list.map(({ id }) => id);

describe('staff', () => {
  it('see the positions of all clients, without any word about the person', async () => {
    const { list, total } = await positions();
    expect([numbers({ list }).toSorted((a, b) => b - a), total]).toEqual([numbers({ list }), 3]);
    expect(new Set(numbers({ list }))).toEqual(new Set([ids.open, ids.sold, ids.demo]));
    expect(list.find(({ id }) => id === ids.open)).toMatchObject({
      user_id: user.id,
      accounts: 'real',
      group_id: DEFAULT_GROUPS.real,
      group: 'Real accounts',
      code: 'EURUSD',
      side: 'buy',
      lots: '0.10',
      leverage: 100,
      stop_loss: '0.50000',
      take_profit: '5.00000',
      state: 'open',
      closed_at: null,
      reason: null,
    });
    expect(JSON.stringify(list)).not.toContain(user.email);
  });

  it('see the figures that the client sees', async () => {
    const { data } = (await bank.server.call('myDeal', { status: 3, page: 1 }, { token: user.token })).envelope.data;
    const own = data.find(({ Id }) => Id === ids.closed);
    const [row] = (await positions({ state: 'closed' })).list;
    expect(row).toMatchObject({
      id: ids.closed,
      price: own?.Price,
      close_price: own?.UpdatePrice,
      profit: own?.FactProfits,
      margin: own?.CautionMoney,
      fee: own?.TradeFee,
      swap: own?.Swap,
      reason: 'client',
      closed_at: own?.CompleteTimeHandler,
    });
    // An open one at the quote of now: its result follows from the two prices.
    const [open] = (await positions({ user_id: user.id, side: 'buy' })).list;
    const points = BigInt(Math.round((Number(open?.close_price) - Number(open?.price)) * 1e5));
    expect(Number(open?.profit)).toBeCloseTo((Number(points) / 1e5) * 10_000, 6);
  });

  it('narrow the lists by client, account, instrument, side and time', async () => {
    expect(numbers(await positions({ user_id: demo.id }))).toEqual([ids.demo]);
    expect(numbers(await positions({ accounts: 'demo' }))).toEqual([ids.demo]);
    expect(numbers(await positions({ instrument: 'gbp/' }))).toEqual([ids.sold]);
    expect(numbers(await positions({ instrument: 'none' }))).toEqual([]);
    expect(numbers(await positions({ side: 'sell', accounts: 'real' }))).toEqual([ids.sold]);
    expect((await positions({ from: at(-1), to: at(1) })).total).toBe(3);
    expect((await positions({ to: at(-1) })).total).toBe(0);
    expect((await positions({ state: 'closed', from: at(1) })).total).toBe(0);
    expect(numbers(await orders())).toEqual([ids.pending]);
    expect((await orders()).list[0]).toMatchObject({
      kind: 'limit',
      target: '0.50000',
      state: 'pending',
      accounts: 'real',
    });
    expect((await orders({ state: 'cancelled' })).list[0]).toMatchObject({
      id: ids.cancelled,
      reason: 'client',
      market_price: null,
    });
    expect((await dealer.call('officePositions', { instrument: 'a name; drop' })).envelope.reason).toBe('bad_request');
  });

  it('narrow the lists by the group of the account', async () => {
    expect(numbers(await positions({ group_id: club }))).toEqual([ids.demo]);
    expect((await positions({ group_id: club })).list[0]).toMatchObject({ group_id: club, group: 'Club' });
    const real = { group_id: DEFAULT_GROUPS.real };
    expect(new Set(numbers(await positions(real)))).toEqual(new Set([ids.open, ids.sold]));
    expect(numbers(await positions({ ...real, state: 'closed' }))).toEqual([ids.closed]);
    expect((await positions({ ...real, accounts: 'demo' })).total).toBe(0);
    expect((await positions({ group_id: DEFAULT_GROUPS.demo })).total).toBe(0);
    expect((await orders(real)).list).toMatchObject([{ id: ids.pending, ...real, group: 'Real accounts' }]);
    expect(numbers(await orders({ ...real, state: 'cancelled' }))).toEqual([ids.cancelled]);
    expect((await orders({ group_id: club })).total).toBe(0);
    expect((await positions({ group_id: 999 })).total).toBe(0);
    const [id] = await query<{ id: string }>(
      bank.server,
      `insert into users (kind, email, password_hash, invite_code) values ('real', 'no.account@example.org', 'x', 'NOACCOUNT') returning id`,
      [],
    );
    expect((await users({ q: 'no.account' })).list).toMatchObject([
      { id: Number(id?.id), group_id: null, group: null },
    ]);
    expect((await users({ group_id: club })).list).toMatchObject([{ id: demo.id, group_id: club, group: 'Club' }]);
    for (const filter of [real, { ...real, q: user.email }, { ...real, q: 'example' }])
      expect((await users(filter)).list).toMatchObject([{ id: user.id, ...real, group: 'Real accounts' }]);
    expect(await users({ group_id: club, q: user.email })).toEqual({ list: [], total: 0 });
  });

  it('take a list as a file only with the right, and it is logged', async () => {
    const file = (who: Colleague) =>
      bank.server.raw(`/office/api/trades/positions?format=csv&user_id=${user.id}`, {
        headers: { cookie: who.cookie },
      });
    const { text } = await file(dealer);
    expect(text).toContain(',group_id,group,');
    expect(text).toContain(',1,Real accounts,1,EURUSD,');
    expect((await file(support)).text).toContain('staff_role_required');
    expect((await positions({}, support)).total).toBe(3);
    const { list } = (await bank.office.administrator.call('auditList', { action: 'trades/positions' })).envelope.data;
    const exports = list.filter(({ input }) => input.includes('csv'));
    expect(exports.map(({ staff_name: name, outcome }) => [name, outcome])).toEqual([
      ['the.support', 'staff_role_required'],
      ['the.dealer', 'ok'],
    ]);
  });
});

it('shows kind, limit, trailing distance and expiry in the office’s lists, statements and files', async () => {
  const { server, office, clock } = bank;
  const { token, id: account } = await server.demo();
  const eurusd = await server.instrument('EURUSD');
  const place = async (input: object): Promise<number> =>
    (await whenQuoted(() => server.call('submit', { ...input }, { token }))).envelope.data.order.Id;
  const expiresAt = clock.time + DAY_MS;
  const waiting = await place(
    pendingOrder(eurusd, {
      kind: 'stop_limit',
      target_price: '3.00000',
      limit_price: '3.10000',
      stop_loss_price: '2.90000',
      trailing_distance: '0.20000',
      expires_at: expiresAt,
    }),
  );
  const [held, closed] = [
    await place(marketOrder(eurusd, { trailing_distance: '0.30000' })),
    await place(marketOrder(eurusd, { trailing_distance: '0.40000' })),
  ];
  await whenQuoted(() => server.call('close', { id: closed }, { token }));

  const conditions = {
    kind: 'stop_limit',
    limit_price: '3.10000',
    trailing_distance: '0.20000',
    expires_at: new Date(expiresAt).toISOString(),
  };
  const trails = { id: held, trailing_distance: '0.30000' };
  const [order] = (await orders({ user_id: account })).list;
  expect(order).toMatchObject({ id: waiting, target: '3.00000', ...conditions });
  expect((await positions({ user_id: account })).list).toMatchObject([trails]);

  const { data } = (await server.call('statement', { period: 'today' }, { token })).envelope;
  expect(data.pending).toMatchObject([{ id: waiting, stop_loss: '2.90000', take_profit: null, ...conditions }]);
  expect(data.positions).toMatchObject([trails]);
  const { data: trades } = (await server.call('statementTrades', { period: 'today' }, { token })).envelope;
  expect(trades.list).toMatchObject([{ id: closed, kind: 'market', limit_price: null, trailing_distance: '0.40000' }]);

  const file = (
    await server.raw('/v1/api/main/statement/file?period=today&part=trades', { headers: { authorization: token } })
  ).text;
  const day = new Date(clock.time).toISOString().slice(0, 10);
  const { text: report } = await server.raw(
    `/office/api/reports/make?kind=trades&accounts=demo&user_id=${account}&first_day=${day}&last_day=${day}`,
    { headers: { cookie: office.administrator.cookie } },
  );
  const { text: list } = await server.raw(`/office/api/trades/orders?format=csv&user_id=${account}`, {
    headers: { cookie: dealer.cookie },
  });
  expect(csvCells(file)).toMatchObject([{ id: String(closed), kind: 'market', trailing_distance: '0.40000' }]);
  expect(csvCells(report)).toMatchObject([{ id: String(closed), kind: 'market', trailing_distance: '0.40000' }]);
  expect(csvCells(list)).toMatchObject([{ id: String(waiting), ...conditions }]);
});

it('reads of a long history what it shows', async () => {
  const made = await createTestDatabase();
  const database = await made.open();
  const first = Date.UTC(2026, 0, 1);
  const end = first + 30 * DAY_MS;
  await fillRecords(database.pool, { orders: 20_000, accounts: 50, days: 30, first, own: 2, resetEvery: 60 });
  await database.pool.query('update accounts set account_group = 7 where id in (3, 4)');
  await database.pool.query('vacuum analyze');
  const queries = new OrderStaffQueries(database.kysely, () => end);
  const read = (filter: TradeFilter): Promise<number> =>
    rowsRead(database.pool, queries.statement(filter, { offset: 0, limit: 20 }).compile(), 'orders');
  expect(await read({ status: 'closed' })).toBeLessThan(100);
  expect(await read({ status: 'closed', accounts: 'real' })).toBeLessThan(200);
  expect(await read({ status: 'open' })).toBeLessThan(100);
  expect(await read({ status: 'pending' })).toBeLessThan(100);
  expect(await read({ status: 'closed', account: 7 })).toBeLessThan(100);
  expect(await read({ status: 'open', group: 7 })).toBeLessThan(100);
  expect(await read({ status: 'open', group: DEFAULT_GROUPS.real })).toBeLessThan(100);
  expect(await read({ status: 'pending', group: 7 })).toBeLessThan(100);
  expect(await read({ status: 'closed', group: DEFAULT_GROUPS.real })).toBeLessThan(200);
  // A group that deals seldom is searched for by its accounts, or in the last days: never in all orders.
  expect(await read({ status: 'closed', group: 7 })).toBeLessThan(2000);
  const day = new Date(first + 3 * DAY_MS).toISOString();
  const next = new Date(first + 4 * DAY_MS).toISOString();
  expect(await read({ status: 'closed', from: day, to: next })).toBeLessThan(100);
  await database.close();
  await made.drop();
});
