import { randomUUID } from 'node:crypto';
import type { OutputOf, calls } from '@fairlot/contract';
import { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyShards } from '../src/trading/verify/verify-shards.ts';
import { type TestServer, startTestServer } from './support/server.ts';

let server: TestServer;
let eurusd: number;
let token: string;

beforeAll(async () => {
  server = await startTestServer();
  eurusd = await server.instrument('EURUSD');
  ({ token } = await server.demo());
});
afterAll(() => server.stop());

const buy = (more: Record<string, unknown> = {}) => ({
  type: 1,
  cont: '0.1',
  forex_id: eurusd,
  status: 1,
  multiple: 100,
  ...more,
});
const submit = async (input: Record<string, unknown>, key: string = randomUUID(), as = token) =>
  (await server.call('submit', input, { token: as, key })).envelope;
/** Places a buy order far below any price that the simulated market reaches within a test. */
const pending = async (more: Record<string, unknown> = {}, as = token): Promise<number> =>
  (await submit(buy({ status: 0, target_price: '0.5', ...more }), randomUUID(), as)).data.order.Id;
const amend = async (id: number, target: string, key: string = randomUUID(), as = token) =>
  (await server.call('amendPendingOrder', { id, target_price: target }, { token: as, key })).envelope;
const frozen = async (as: string) =>
  Number((await server.call('getBalance', {}, { token: as })).envelope.data.lock_balance);

describe('amending a pending order', () => {
  it('recomputes the reserved margin and fee, turns a limit into a stop, and releases all on cancel', async () => {
    const visitor = await server.demo();
    const id = await pending({ stop_loss_price: '0.4' }, visitor.token);
    const moved = await amend(id, '5', undefined, visitor.token);
    expect(moved.msg).toBe('The price of your pending order has been changed');
    expect(moved.data.order).toMatchObject({
      Id: id,
      Status: 0,
      Kind: 'stop',
      OriginPrice: '5.00000',
      TargetLossPrice: '0.40000',
      CautionMoney: '500.000000',
    });
    expect(await frozen(visitor.token)).toBeCloseTo(500 + Number(moved.data.order.TradeFee), 6);
    const { data } = (await server.call('myDeal', { status: 0 }, { token: visitor.token })).envelope;
    expect(data.data).toEqual([{ ...moved.data.order, UpdatePrice: expect.any(String) }]);
    expect((await amend(id, '0.6', undefined, visitor.token)).data.order).toMatchObject({
      Kind: 'limit',
      CautionMoney: '60.000000',
    });
    await server.call('cancelTrade', { id }, { token: visitor.token });
    expect((await server.call('getBalance', {}, { token: visitor.token })).envelope.data).toEqual({
      balance: '100000.000000',
      lock_balance: '0.000000',
    });
  });

  it('is idempotent per key, also for refusals', async () => {
    const id = await pending();
    const [key, wrong] = [randomUUID(), randomUUID()];
    await amend(id, '0.6', key);
    expect((await amend(id, '0.0000001', wrong)).reason).toBe('price_off_grid');
    await amend(id, '0.7');
    expect((await amend(id, '0.6', key)).data.order.OriginPrice).toBe('0.70000');
    expect((await amend(id, '0.0000001', wrong)).reason).toBe('price_off_grid');
    expect((await amend(id, '0.8', key)).reason).toBe('key_reused');
  });

  it('can change stops, and keeps a stop that is omitted', async () => {
    const id = await pending({ stop_loss_price: '0.4', target_profit_price: '0.55' });
    expect((await amend(id, '0.6')).reason).toBe('take_profit_wrong_side');
    const { envelope } = await server.call(
      'amendPendingOrder',
      { id, target_price: '0.6', target_profit_price: '0.7' },
      { token },
    );
    expect(envelope.data.order).toMatchObject({
      OriginPrice: '0.60000',
      TargetProfitPrice: '0.70000',
      TargetLossPrice: '0.40000',
    });
    const without = await server.call(
      'amendPendingOrder',
      { id, target_price: '0.65', stop_loss_price: '0' },
      { token },
    );
    expect(without.envelope.data.order).toMatchObject({ TargetProfitPrice: '0.70000', TargetLossPrice: '0' });
  });

  it('works by GET too', async () => {
    const id = await pending();
    const path = `/v1/api/forex/amend_pending_order?id=${id}&target_price=0.61&t=1`;
    const { envelope } = await server.request<OutputOf<typeof calls.amendPendingOrder>>(path, {
      headers: { authorization: token, lang: 'de' },
    });
    expect(envelope).toMatchObject({
      code: 1,
      msg: 'Der Kurs Ihrer ausstehenden Order wurde geändert',
      data: { order: { OriginPrice: '0.61000' } },
    });
  });

  const cases: readonly (readonly [string, Record<string, unknown>, string])[] = [
    ['no price', {}, 'bad_request'],
    ['an empty price', { target_price: '' }, 'price_required'],
    ['zero', { target_price: '0' }, 'price_required'],
    ['text that is no number', { target_price: 'low' }, 'price_invalid'],
    ['a price between the steps', { target_price: '0.5000001' }, 'price_off_grid'],
    ['an absurd price', { target_price: '99' }, 'price_out_of_range'],
    ['a target beyond its stop', { target_price: '0.3' }, 'stop_loss_wrong_side'],
    ['a target beyond its take-profit', { target_price: '0.9' }, 'take_profit_wrong_side'],
  ];
  it.each(cases)('refuses %s and changes nothing', async (_name, target, reason) => {
    const visitor = await server.demo();
    const id = await pending({ stop_loss_price: '0.4', target_profit_price: '0.8' }, visitor.token);
    const before = (await server.call('myDeal', { status: 0 }, { token: visitor.token })).envelope.data;
    const { envelope } = await server.call('amendPendingOrder', { id, ...target }, { token: visitor.token });
    expect(envelope).toMatchObject({ reason, data: null });
    const after = (await server.call('myDeal', { status: 0 }, { token: visitor.token })).envelope.data;
    expect([after.balance, after.data[0]?.OriginPrice, after.data[0]?.Kind]).toEqual([
      before.balance,
      '0.50000',
      'limit',
    ]);
  });

  it('is refused beyond the free margin, with the amounts', async () => {
    const visitor = await server.demo();
    const id = await pending({ cont: '40', multiple: 50 }, visitor.token);
    expect(await amend(id, '9', undefined, visitor.token)).toMatchObject({
      reason: 'insufficient_margin',
      detail: { free: '100000.000000' },
    });
  });

  it('is refused to other users and for open or ended orders', async () => {
    const other = await server.demo();
    const id = await pending();
    expect((await amend(id, '0.6', undefined, other.token)).reason).toBe('unknown_order');
    await server.call('cancelTrade', { id }, { token });
    expect((await amend(id, '0.6')).reason).toBe('unknown_order');
    const open = (await submit(buy())).data.order.Id;
    expect(await amend(open, '0.6')).toMatchObject({ reason: 'order_not_pending', code: 3020 });
  });
});

describe('the last moment of a market order', () => {
  it('lets an order fill before it and refuses it afterwards, also when repeated', async () => {
    expect((await submit(buy({ valid_until: Date.now() + 60_000 }))).data.order).toMatchObject({ Status: 1 });
    const key = randomUUID();
    const late = buy({ valid_until: Date.now() - 1000 });
    const refused = {
      code: 3023,
      reason: 'order_expired',
      msg: 'This order came too late to be placed. Nothing was traded.',
      data: null,
    };
    expect(await submit(late, key)).toMatchObject(refused);
    expect(await submit(late, key)).toMatchObject(refused);
  });

  it('is refused for pending orders and when malformed', async () => {
    expect(await submit(buy({ status: 0, target_price: '0.5', valid_until: Date.now() + 60_000 }))).toMatchObject({
      reason: 'bad_request',
      detail: { field: 'valid_until' },
    });
    for (const nonsense of [0, -1, 'soon', '1e13', 1.5])
      expect(await submit(buy({ valid_until: nonsense }))).toMatchObject({ reason: 'bad_request' });
  });
});

it('leaves a journal and tables that agree', async () => {
  const pool = new Pool({ connectionString: server.databaseUrl });
  try {
    for await (const { verification } of verifyShards(pool))
      expect(verification).toMatchObject({ count: 0, shown: [] });
  } finally {
    await pool.end();
  }
});
