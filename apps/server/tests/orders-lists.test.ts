import { randomUUID } from 'node:crypto';
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

describe('orders of another account', () => {
  it('can’t be seen, closed, cancelled or changed', async () => {
    const other = await server.demo();
    const open = (await submit(market())).data.order.Id;
    const waiting = (await submit(pending())).data.order.Id;
    const as = { token: other.token };
    expect((await server.call('close', { id: open }, as)).envelope).toMatchObject({
      reason: 'unknown_order',
      code: 3018,
    });
    expect((await server.call('cancelTrade', { id: waiting }, as)).envelope).toMatchObject({ reason: 'unknown_order' });
    expect(
      (await server.call('setStopPrice', { id: open, stop_loss_price: '0.5', target_profit_price: '0' }, as)).envelope,
    ).toMatchObject({ reason: 'unknown_order' });
    expect((await list(1, 1, other.token)).data).toEqual([]);
    expect((await list(0, 1, other.token)).data).toEqual([]);
    expect((await list(1)).data.some((order) => order.Id === open)).toBe(true);
    await server.call('cancelTrade', { id: waiting }, { token });
  });
});

describe('lists', () => {
  it('have twenty orders per page, newest first, each order once', async () => {
    const visitor = await server.demo();
    for (let count = 0; count < 45; count += 1)
      expect((await submit(pending({ cont: '0.01' }), randomUUID(), visitor.token)).code).toBe(1);
    const pages = [
      await list(0, 1, visitor.token),
      await list(0, 2, visitor.token),
      await list(0, 3, visitor.token),
      await list(0, 4, visitor.token),
    ];
    expect(pages.map(({ data, total }) => [data.length, total])).toEqual([
      [20, 45],
      [20, 45],
      [5, 45],
      [0, 45],
    ]);
    const ids: number[] = pages.flatMap(({ data }) => data.map((order) => order.Id));
    expect(ids).toEqual(ids.toSorted((a, b) => b - a));
    expect(new Set(ids).size).toBe(45);
  });

  it('keep the history after a reset, which ends all orders and restores the funds', async () => {
    const visitor = await server.demo();
    await submit(market(), randomUUID(), visitor.token);
    await submit(pending(), randomUUID(), visitor.token);
    const reset = await server.call('resetDemo', {}, { token: visitor.token, method: 'GET' });
    expect(reset.envelope).toMatchObject({
      msg: 'The demo account has been reset',
      data: { balance: '100000.000000', lock_balance: '0.000000' },
    });
    expect([
      (await list(0, 1, visitor.token)).total,
      (await list(1, 1, visitor.token)).total,
      (await list(3, 1, visitor.token)).total,
    ]).toEqual([0, 0, 2]);
  });

  it.each([
    { status: 2 },
    { status: 1, page: 0 },
    { status: 1, page: -1 },
    { status: 1, page: 'x' },
    { status: 1, page: 100_001 },
    {},
  ])('refuses %o', async (input) => {
    expect((await server.call('myDeal', input, { token })).envelope).toMatchObject({ reason: 'bad_request' });
  });
});
