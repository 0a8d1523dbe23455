import { DAY_MS } from '@fairlot/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OrderStaffQueries, type TradeFilter } from '../src/features/orders/staff/queries.ts';
import { createTestDatabase } from './support/database.ts';
import { fillRecords } from './support/many-records.ts';
import { type Bank, fundedUser, openBank } from './support/money.ts';
import type { Colleague } from './support/office.ts';
import { marketOrder, pendingOrder, whenQuoted } from './support/order-calls.ts';
import type { RealUser } from './support/real-user.ts';
import { rowsRead } from './support/rows-read.ts';

let bank: Bank;
let dealer: Colleague;
let support: Colleague;
let user: RealUser;
let demo: { readonly token: string; readonly id: number };
const ids = { open: 0, sold: 0, closed: 0, pending: 0, cancelled: 0, demo: 0 };

beforeAll(async () => {
  bank = await openBank();
  const { server, office } = bank;
  [dealer, support] = [await office.hire('the.dealer', ['dealer']), await office.hire('the.support', ['support'])];
  user = await fundedUser(bank, '20000');
  demo = await server.demo();
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

  it('take a list as a file only with the right, and it is logged', async () => {
    const file = (who: Colleague) =>
      bank.server.raw(`/office/api/trades/positions?format=csv&user_id=${user.id}`, {
        headers: { cookie: who.cookie },
      });
    expect((await file(dealer)).text).toContain('EURUSD');
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

it('reads of a long history what it shows', async () => {
  const made = await createTestDatabase();
  const database = await made.open();
  const first = Date.UTC(2026, 0, 1);
  const end = first + 30 * DAY_MS;
  await fillRecords(database.pool, { orders: 20_000, accounts: 50, days: 30, first, own: 2, resetEvery: 60 });
  await database.pool.query('vacuum analyze');
  const queries = new OrderStaffQueries(database.kysely, () => end);
  const read = (filter: TradeFilter): Promise<number> =>
    rowsRead(database.pool, queries.statement(filter, { offset: 0, limit: 20 }).compile(), 'orders');
  expect(await read({ status: 'closed' })).toBeLessThan(100);
  expect(await read({ status: 'closed', accounts: 'real' })).toBeLessThan(200);
  expect(await read({ status: 'open' })).toBeLessThan(100);
  expect(await read({ status: 'pending' })).toBeLessThan(100);
  expect(await read({ status: 'closed', account: 7 })).toBeLessThan(100);
  const day = new Date(first + 3 * DAY_MS).toISOString();
  const next = new Date(first + 4 * DAY_MS).toISOString();
  expect(await read({ status: 'closed', from: day, to: next })).toBeLessThan(100);
  await database.close();
  await made.drop();
});
