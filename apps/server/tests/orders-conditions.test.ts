import { randomUUID } from 'node:crypto';
import { MINUTE_MS, endOfTradingDay } from '@fairlot/domain';
import { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyShards } from '../src/trading/verify/verify-shards.ts';
import { avoidEndOfTradingDay } from '../../../tools/src/testing/moment.ts';
import { type TestServer, startTestServer } from './support/server.ts';

let server: TestServer;
let eurusd: number;
let token: string;
let aheadMs = 0;

beforeAll(async () => {
  // Orders of these tests end with the trading day.
  avoidEndOfTradingDay();
  server = await startTestServer({}, () => Date.now() + aheadMs);
  eurusd = await server.instrument('EURUSD');
  ({ token } = await server.demo());
});
afterAll(() => server.stop());

const HOUR = 3_600_000;
/** Places a buy order far below any price that the simulated market reaches within a test. */
const submit = async (more: Record<string, unknown> = {}, key: string = randomUUID()) => {
  const input = { type: 1, cont: '0.1', forex_id: eurusd, status: 0, multiple: 100, target_price: '0.5', ...more };
  return (await server.call('submit', input, { token, key })).envelope;
};
const amend = async (input: { id: number } & Record<string, unknown>) =>
  (await server.call('amendPendingOrder', { target_price: '0.5', ...input }, { token })).envelope;
const listed = async (id: number, status = 0) =>
  (await server.call('myDeal', { status }, { token })).envelope.data.data.find((order) => order.Id === id);

describe('the expiry of a pending order', () => {
  it('is stored, answered, changed alone and taken away', async () => {
    const expires = Date.now() + HOUR;
    const placed = await submit({ expires_at: expires });
    expect(placed.data.order).toMatchObject({ Status: 0, ExpiresAt: expires });
    const { Id: id } = placed.data.order;
    expect((await listed(id))?.ExpiresAt).toBe(expires);
    expect((await amend({ id, expires_at: String(expires + HOUR) })).data.order).toMatchObject({
      ExpiresAt: expires + HOUR,
      OriginPrice: '0.50000',
    });
    expect((await amend({ id, target_price: '0.6' })).data.order.ExpiresAt).toBe(expires + HOUR);
    expect((await amend({ id, target_price: '0.6', expires_at: 0 })).data.order.ExpiresAt).toBeNull();
    expect((await listed(id))?.ExpiresAt).toBeNull();
  });

  it('is the end of the trading day by name, the same for a repeated request', async () => {
    const key = randomUUID();
    const placed = await submit({ expires_at: 'day' }, key);
    expect(placed.data.order.ExpiresAt).toBe(endOfTradingDay(Date.now()));
    expect((await submit({ expires_at: 'day' }, key)).data.order).toMatchObject({
      Id: placed.data.order.Id,
      ExpiresAt: placed.data.order.ExpiresAt,
    });
    expect((await submit({}, key)).reason).toBe('key_reused');
  });

  it('ends the order without another request', async () => {
    const { Id: id } = (await submit({ expires_at: Date.now() + 5 * MINUTE_MS })).data.order;
    aheadMs = 5 * MINUTE_MS;
    await expect
      .poll(() => listed(id, 3))
      .toMatchObject({ Status: 2, EndReason: 'expired', ExpiresAt: expect.any(Number) });
    expect(await amend({ id, expires_at: Date.now() + HOUR })).toMatchObject({ reason: 'unknown_order' });
    aheadMs = 0;
  });

  it('is refused when it has passed, is too far, malformed, or with an order at the market', async () => {
    expect(await submit({ expires_at: Date.now() - 1 })).toMatchObject({ reason: 'expiry_passed', code: 3120 });
    expect(await submit({ expires_at: Date.now() + 367 * 24 * HOUR })).toMatchObject({
      reason: 'expiry_too_far',
      code: 3121,
    });
    for (const nonsense of ['soon', '-1', 1.5])
      expect(await submit({ expires_at: nonsense })).toMatchObject({ code: 1000 });
    expect(await submit({ status: 1, target_price: '0', expires_at: 'day' })).toMatchObject({
      reason: 'bad_request',
      detail: { field: 'expires_at' },
    });
  });
});

describe('linked orders', () => {
  it('are placed in one call and cancelled together', async () => {
    const first = (await submit({ oco_price: '3', oco_stop_loss_price: '2.5', expires_at: 'day' })).data.order;
    expect(first).toMatchObject({ Status: 0, Kind: 'limit', LinkedOrder: first.Id + 1 });
    expect(await listed(first.Id + 1)).toMatchObject({
      Kind: 'stop',
      OriginPrice: '3.00000',
      Quantity: first.Quantity,
      TargetLossPrice: '2.50000',
      LinkedOrder: first.Id,
      ExpiresAt: first.ExpiresAt,
    });
    await server.call('cancelTrade', { id: first.Id + 1 }, { token });
    expect(await listed(first.Id + 1, 3)).toMatchObject({ Status: 2, EndReason: 'client' });
    expect(await listed(first.Id, 3)).toMatchObject({ Status: 2, EndReason: 'oco' });
  });

  it('are filled one for the other, and never both', async () => {
    const { Id: id } = (await submit({ oco_price: '3', oco_type: 2, oco_kind: 'limit' })).data.order;
    // A limit far beyond the market fills at once.
    expect(await amend({ id, target_price: '3', kind: 'limit' })).toMatchObject({ data: { order: { Status: 1 } } });
    expect(await listed(id + 1, 3)).toMatchObject({ EndReason: 'oco', OrderType: 2 });
    await server.call('close', { id }, { token });
  });

  it('are refused when one would fill at once, or when a field has no meaning', async () => {
    expect(await submit({ oco_price: '3', oco_kind: 'limit' })).toMatchObject({ reason: 'oco_at_market', code: 3122 });
    expect(await submit({ oco_price: '3', oco_stop_loss_price: '4' })).toMatchObject({
      reason: 'stop_loss_wrong_side',
    });
    expect(await submit({ oco_price: '3.000001' })).toMatchObject({ reason: 'price_off_grid' });
    expect(await submit({ oco_kind: 'limit' })).toMatchObject({ reason: 'bad_request', detail: { field: 'oco_kind' } });
    expect(await submit({ target_price: '0.9', oco_price: '3', cont: '50', multiple: 100 })).toMatchObject({
      reason: 'insufficient_margin',
    });
    const key = randomUUID();
    const { Id: id } = (await submit({ oco_price: '3' }, key)).data.order;
    expect((await submit({ oco_price: '3' }, key)).data.order.Id).toBe(id);
    expect((await submit({ oco_price: '3.1' }, key)).reason).toBe('key_reused');
    await server.call('cancelTrade', { id }, { token });
  });
});

describe('a stop-limit order', () => {
  it('reserves for the dearer of its prices, keeps its limit when it is moved, and loses it as another kind', async () => {
    const stopLimit = { kind: 'stop_limit', target_price: '3', limit_price: '4' };
    const { Id: id, ...placed } = (await submit(stopLimit)).data.order;
    expect(placed).toMatchObject({ Kind: 'stop_limit', LimitPrice: '4.00000', CautionMoney: '400.000000' });
    expect((await amend({ id, target_price: '3.5' })).data.order).toMatchObject({
      Kind: 'stop_limit',
      OriginPrice: '3.50000',
      LimitPrice: '4.00000',
    });
    expect((await amend({ id, target_price: '3.5', kind: 'stop' })).data.order).toMatchObject({
      Kind: 'stop',
      LimitPrice: '0',
      CautionMoney: '350.000000',
    });
    expect(await submit({ kind: 'stop_limit', target_price: '3' })).toMatchObject({
      reason: 'price_required',
      detail: { field: 'limit_price' },
    });
    expect(await submit({ ...stopLimit, kind: 'stop' })).toMatchObject({ detail: { field: 'limit_price' } });
    expect(await submit({ ...stopLimit, target_price: '0.5' })).toMatchObject({ reason: 'stop_passed' });
    expect(await submit({ ...stopLimit, target_profit_price: '3.5' })).toMatchObject({
      reason: 'take_profit_wrong_side',
    });
  });
});

describe('a bracket', () => {
  it('moves its stop and target with the entry, and ends as one', async () => {
    const { Id: id } = (await submit({ stop_loss_price: '0.4', target_profit_price: '0.9' })).data.order;
    expect((await amend({ id, target_price: '0.6', move_stops: 1 })).data.order).toMatchObject({
      OriginPrice: '0.60000',
      TargetLossPrice: '0.50000',
      TargetProfitPrice: '1.00000',
    });
    expect(await amend({ id, target_price: '0.1', move_stops: 1 })).toMatchObject({ reason: 'price_out_of_range' });
    expect(await amend({ id, target_price: '0.7', move_stops: 1, stop_loss_price: '0.5' })).toMatchObject({
      detail: { field: 'move_stops' },
    });
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
