import { randomUUID } from 'node:crypto';
import type { OutputOf, calls } from '@fairlot/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { marketOrder, pendingOrder } from './support/order-calls.ts';
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

const market = (more: Record<string, unknown> = {}) => marketOrder(eurusd, more);
const pending = (more: Record<string, unknown> = {}) => pendingOrder(eurusd, more);

const submit = async (input: Record<string, unknown>, key: string = randomUUID(), as: string = token) =>
  (await server.call('submit', input, { token: as, key })).envelope;
const list = async (status: number, page = 1, as: string = token) =>
  (await server.call('myDeal', { status, page }, { token: as })).envelope.data;

describe('an order’s life', () => {
  it('goes from a market order with stops through a change of a stop and a close to the history', async () => {
    const { data } = await submit(market({ stop_loss_price: '0.5', target_profit_price: '5' }));
    expect(data.order).toMatchObject({
      OrderType: 1,
      Kind: 'market',
      Quantity: '0.10',
      Multiple: 100,
      Status: 1,
      TargetLossPrice: '0.50000',
      TargetProfitPrice: '5.00000',
    });
    expect(data.order.Price).toBe(data.order.OpenQuote?.Ask);
    const id = data.order.Id;

    const holding = await list(1);
    expect(holding.data.find((order) => order.Id === id)).toMatchObject({ Id: id, Price: data.order.Price });
    const changed = await server.call(
      'setStopPrice',
      { id, stop_loss_price: '0.6', target_profit_price: '0' },
      { token },
    );
    expect(changed.envelope.data.order).toMatchObject({ TargetLossPrice: '0.60000', TargetProfitPrice: '0' });

    const closed = (await server.call('close', { id }, { token })).envelope;
    expect(closed.msg).toBe('The position has been closed');
    expect(closed.data.order).toMatchObject({ Id: id, Status: 3, EndReason: 'client' });
    expect(closed.data.order.UpdatePrice).toBe(closed.data.order.CloseQuote?.Bid);
    const profit = (Number(closed.data.order.UpdatePrice) - Number(data.order.Price)) * 0.1 * 100_000;
    expect(Number(closed.data.order.FactProfits)).toBeCloseTo(profit, 6);

    const history = await list(3);
    expect(history.data[0]).toEqual(closed.data.order);
    expect((await list(1)).data.some((order) => order.Id === id)).toBe(false);
    const { data: balance } = (await server.call('getBalance', {}, { token })).envelope;
    const expected = 100_000 + Number(history.all_fact_profits) - Number(closed.data.order.TradeFee);
    expect(Number(balance.balance)).toBeCloseTo(expected, 6);
  });

  it('keeps a level set by another device when only the other level is changed', async () => {
    const { data } = await submit(market({ stop_loss_price: '0.5', target_profit_price: '5' }));
    const { Id: id } = data.order;
    const change = async (input: Record<string, string>) =>
      (await server.call('setStopPrice', { id, ...input }, { token })).envelope;
    // Both devices show 0.5 and 5. Each sends only the level that its user changed.
    await Promise.all([change({ stop_loss_price: '0.6' }), change({ target_profit_price: '6' })]);
    const levels = async () => (await list(1)).data.find((order) => order.Id === id);
    expect(await levels()).toMatchObject({ TargetLossPrice: '0.60000', TargetProfitPrice: '6.00000' });
    expect((await change({ target_profit_price: '0' })).data.order).toMatchObject({
      TargetLossPrice: '0.60000',
      TargetProfitPrice: '0',
    });
    expect((await change({ stop_loss_price: '', target_profit_price: '4' })).data.order).toMatchObject({
      TargetLossPrice: '0',
      TargetProfitPrice: '4.00000',
    });
    expect(await change({})).toMatchObject({ reason: 'bad_request' });
    expect(await change({ stop_loss_price: '9' })).toMatchObject({ reason: 'stop_loss_wrong_side' });
    expect(await levels()).toMatchObject({ TargetLossPrice: '0', TargetProfitPrice: '4.00000' });
  });

  it('reserves margin and fee while it is pending, and releases both when it is cancelled', async () => {
    const visitor = await server.demo();
    const placed = await submit(pending(), randomUUID(), visitor.token);
    expect(placed.msg).toBe('Your pending order has been placed');
    expect(placed.data.order).toMatchObject({ Kind: 'limit', Status: 0, OriginPrice: '0.50000', Price: '0' });
    const { data: frozen } = (await server.call('getBalance', {}, { token: visitor.token })).envelope;
    expect(Number(frozen.lock_balance)).toBeCloseTo(
      Number(placed.data.order.CautionMoney) + Number(placed.data.order.TradeFee),
      6,
    );
    // The reserve stays a part of the balance that equity is made of.
    expect(await list(0, 1, visitor.token)).toMatchObject({ total: 1, balance: '100000.000000' });

    const cancelled = await server.call('cancelTrade', { id: placed.data.order.Id }, { token: visitor.token });
    expect(cancelled.envelope.data.order).toMatchObject({ Status: 2, EndReason: 'client' });
    expect((await server.call('getBalance', {}, { token: visitor.token })).envelope.data).toEqual({
      balance: '100000.000000',
      lock_balance: '0.000000',
    });
    // The current price may change between the two answers.
    expect((await list(3, 1, visitor.token)).data[0]).toEqual({
      ...cancelled.envelope.data.order,
      UpdatePrice: expect.any(String),
    });
  });

  it('can be controlled by GET without a key, as the specification’s clients do', async () => {
    const query = new URLSearchParams({
      type: '2',
      cont: '0.01',
      forex_id: String(eurusd),
      status: '1',
      target_price: '',
      stop_loss_price: '0',
      target_profit_price: '0',
      multiple: '100',
      t: '1',
    });
    const { envelope } = await server.request<OutputOf<typeof calls.submit>>(
      `/v1/api/forex/submit?${query.toString()}`,
      { headers: { authorization: token, lang: 'en' } },
    );
    expect(envelope).toMatchObject({ code: 1, reason: 'ok', data: { order: { OrderType: 2, Status: 1 } } });
    const closed = await server.request(`/v1/api/forex/close?id=${envelope.data.order.Id}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(closed.envelope.code).toBe(1);
  });
});

describe('bad input is refused with a reason and changes nothing', () => {
  const cases: readonly (readonly [string, () => Record<string, unknown>, string, number])[] = [
    ['unknown instrument', () => market({ forex_id: 999_999 }), 'unknown_instrument', 3000],
    ['lots below the minimum', () => market({ cont: '0.001' }), 'lots_below_minimum', 3001],
    ['zero lots', () => market({ cont: '0' }), 'lots_below_minimum', 3001],
    ['negative lots', () => market({ cont: '-1' }), 'lots_below_minimum', 3001],
    ['lots above the maximum', () => market({ cont: '999999' }), 'lots_above_maximum', 3002],
    ['lots off the step', () => market({ cont: '0.015' }), 'lots_off_step', 3003],
    ['lots that are not a number', () => market({ cont: 'many' }), 'lots_invalid', 3021],
    ['lots in scientific notation', () => market({ cont: '1e1' }), 'lots_invalid', 3021],
    ['a leverage that is not listed', () => market({ multiple: 7 }), 'leverage_not_listed', 3004],
    ['a leverage that is not a number', () => market({ multiple: 'all' }), 'leverage_not_listed', 3004],
    ['a pending order without a price', () => market({ status: 0 }), 'price_required', 3006],
    ['a pending order at zero', () => pending({ target_price: '0' }), 'price_required', 3006],
    ['a price that is not a number', () => pending({ target_price: 'cheap' }), 'price_invalid', 3007],
    ['a price below zero', () => pending({ target_price: '-1.1' }), 'price_out_of_range', 3009],
    ['an absurd price', () => pending({ target_price: '99999999999' }), 'price_out_of_range', 3009],
    ['a price between the instrument’s steps', () => pending({ target_price: '0.5000001' }), 'price_off_grid', 3008],
    ['a price with too many decimals', () => pending({ target_price: '0.50000000000001' }), 'price_off_grid', 3008],
    [
      'a worst price that the market has passed',
      () => market({ worst_price: '0.5' }),
      'price_worse_than_accepted',
      3010,
    ],
    ['a stop above a buy', () => market({ stop_loss_price: '9' }), 'stop_loss_wrong_side', 3011],
    ['a target below a buy', () => market({ target_profit_price: '0.5' }), 'take_profit_wrong_side', 3012],
    ['a stop below a sell', () => market({ type: 2, stop_loss_price: '0.5' }), 'stop_loss_wrong_side', 3011],
    ['a stop that is not a number', () => market({ stop_loss_price: 'low' }), 'price_invalid', 3007],
    ['more than the free margin allows', () => market({ cont: '50', multiple: 10 }), 'insufficient_margin', 3016],
    ['an invalid side', () => market({ type: 3 }), 'bad_request', 1000],
    ['an invalid mode', () => market({ status: 2 }), 'bad_request', 1000],
    ['no instrument', () => ({ type: 1, cont: '0.1', status: 1 }), 'bad_request', 1000],
    ['an overlong field', () => market({ cont: '1'.repeat(50) }), 'bad_request', 1000],
  ];

  it.each(cases)('%s', async (_name, input, reason, code) => {
    const before = await list(1);
    const envelope = await submit(input());
    expect(envelope).toMatchObject({ reason, code, data: null });
    expect(envelope.msg.length).toBeGreaterThan(5);
    const after = await list(1);
    expect([after.total, after.balance]).toEqual([before.total, before.balance]);
  });

  it('names the nearest acceptable price, and accepts it', async () => {
    const refused = await submit(market({ stop_loss_price: '9' }));
    const nearest = refused.detail?.['nearest'];
    expect(refused.msg).toContain(String(nearest));
    expect(Number(nearest)).toBeLessThan(9);
  });

  it('closing a closed order, cancelling an open one, changing an ended one', async () => {
    const { data } = await submit(market());
    const id = data.order.Id;
    expect((await server.call('cancelTrade', { id }, { token })).envelope).toMatchObject({
      reason: 'order_not_pending',
      code: 3020,
    });
    expect((await server.call('close', { id }, { token })).envelope.code).toBe(1);
    expect((await server.call('close', { id }, { token })).envelope.reason).toMatch(/order_not_open|unknown_order/);
    expect(
      (await server.call('setStopPrice', { id, stop_loss_price: '0', target_profit_price: '0' }, { token })).envelope
        .code,
    ).not.toBe(1);
    expect((await server.call('close', { id: 'x' }, { token })).envelope).toMatchObject({
      reason: 'bad_request',
      detail: { field: 'id' },
    });
    expect((await server.call('close', { id: 999_999_999 }, { token })).envelope).toMatchObject({
      reason: 'unknown_order',
    });
  });
});

describe('an idempotency key', () => {
  it('returns the first outcome again, also of refusals, even after the order ended', async () => {
    const key = randomUUID();
    const first = await submit(market(), key);
    const again = await submit(market(), key);
    expect(again.data.order.Id).toBe(first.data.order.Id);
    await server.call('close', { id: first.data.order.Id }, { token });
    expect((await submit(market(), key)).data.order).toMatchObject({ Id: first.data.order.Id, Status: 3 });
    const refusedKey = randomUUID();
    expect((await submit(market({ cont: '0.015' }), refusedKey)).reason).toBe('lots_off_step');
    expect((await submit(market({ cont: '0.015' }), refusedKey)).reason).toBe('lots_off_step');
  });

  it('is refused with another payload', async () => {
    const key = randomUUID();
    expect((await submit(market(), key)).code).toBe(1);
    expect(await submit(market({ cont: '0.2' }), key)).toMatchObject({ reason: 'key_reused', code: 1006, data: null });
  });

  it('opens one order for twenty concurrent requests', async () => {
    const visitor = await server.demo();
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 20 }, () => submit(market(), key, visitor.token)));
    expect(new Set(answers.map(({ data }) => data.order.Id)).size).toBe(1);
    expect((await list(1, 1, visitor.token)).total).toBe(1);
  });

  it('is scoped to its account', async () => {
    const [a, b] = [await server.demo(), await server.demo()];
    const key = randomUUID();
    const [first, second] = [await submit(market(), key, a.token), await submit(market(), key, b.token)];
    expect(first.data.order.Id).not.toBe(second.data.order.Id);
  });

  it.each(['short', 'x'.repeat(65), 'with blank in it', 'ümläute-ümläute'])(
    'is refused if malformed: %s',
    async (key) => {
      const { envelope } = await server.request('/v1/api/forex/submit', {
        method: 'POST',
        headers: {
          authorization: token,
          'idempotency-key': Buffer.from(key).toString('latin1'),
          'content-type': 'application/json',
        },
        body: JSON.stringify(market()),
      });
      expect(envelope).toMatchObject({ reason: 'idempotency_key_invalid', code: 1005 });
    },
  );
});
