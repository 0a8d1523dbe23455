import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { marketOrder } from './support/order-calls.ts';
import { type TestServer, startTestServer } from './support/server.ts';

let server: TestServer;
let eurusd: number;
let gbpusd: number;

beforeAll(async () => {
  server = await startTestServer();
  [eurusd, gbpusd] = [await server.instrument('EURUSD'), await server.instrument('GBPUSD')];
});
afterAll(() => server.stop());

const open = async (token: string, instrument: number, more: Record<string, unknown> = {}) =>
  (await server.call('submit', marketOrder(instrument, more), { token, key: randomUUID() })).envelope.data.order;
const holding = async (token: string) =>
  (await server.call('myDeal', { status: 1, page: 1 }, { token })).envelope.data.data;
const close = async (token: string, input: Record<string, unknown>, key: string = randomUUID()) =>
  (await server.call('close', input, { token, key })).envelope;
const closeAll = async (token: string, input: Record<string, unknown>, key: string = randomUUID()) =>
  (await server.call('closeAll', input, { token, key })).envelope;

describe('a partial close', () => {
  it('closes some lots as an order of its own; the rest keeps its number, price and stops', async () => {
    const { token } = await server.demo();
    const position = await open(token, eurusd, { cont: '0.30', stop_loss_price: '0.5' });
    const key = randomUUID();
    const half = await close(token, { id: position.Id, cont: '0.15' }, key);
    expect(half.data.order).toMatchObject({
      Parent: position.Id,
      Quantity: '0.15',
      Status: 3,
      EndReason: 'client',
      Price: position.Price,
      OpenQuote: position.OpenQuote,
      Terms: position.Terms,
    });
    expect((await close(token, { id: position.Id, cont: '0.15' }, key)).data.order).toEqual(half.data.order);
    const [rest] = await holding(token);
    expect(rest).toMatchObject({
      Id: position.Id,
      Quantity: '0.15',
      Price: position.Price,
      TargetLossPrice: '0.50000',
      Parent: null,
    });
    for (const figure of ['CautionMoney', 'TradeFee'] as const)
      expect(Number(rest?.[figure]) + Number(half.data.order[figure])).toBeCloseTo(Number(position[figure]), 6);
    const last = await close(token, { id: position.Id, cont: '0.15' });
    expect(last.data.order).toMatchObject({ Id: position.Id, Parent: null, Quantity: '0.15', Status: 3 });
    const history = (await server.call('myDeal', { status: 3, page: 1 }, { token })).envelope.data;
    expect(new Set(history.data.map(({ Id }) => Id))).toEqual(new Set([position.Id, half.data.order.Id]));
    const profits = history.data.reduce((sum, { FactProfits }) => sum + Number(FactProfits), 0);
    expect(Number(history.all_fact_profits)).toBeCloseTo(profits, 6);
  });

  it('refuses lots that can’t be closed, with the nearest ones that can', async () => {
    const { token } = await server.demo();
    const { Id: id } = await open(token, eurusd, { cont: '0.10' });
    const refusals = [
      ['0.11', 'lots_above_position', { lower: '0.10' }],
      ['0.005', 'lots_below_minimum', { upper: '0.01' }],
      ['0.055', 'lots_off_step', { lower: '0.05', upper: '0.06' }],
      ['0', 'lots_invalid', { field: 'cont' }],
      ['', 'lots_invalid', { field: 'cont' }],
      ['half', 'lots_invalid', { field: 'cont' }],
    ] as const;
    for (const [cont, reason, detail] of refusals)
      expect({ cont, ...(await close(token, { id, cont })) }).toMatchObject({ cont, reason, detail });
    expect((await holding(token))[0]).toMatchObject({ Id: id, Quantity: '0.10' });
  });
});

it('refuses an unknown field of any state-changing call, so that a misspelt one never closes everything', async () => {
  const { token } = await server.demo();
  const { Id: id } = await open(token, eurusd);
  expect(await close(token, { id, cnt: '0.05' })).toMatchObject({
    code: 3104,
    reason: 'unknown_field',
    detail: { field: 'cnt' },
    msg: expect.stringContaining('cnt'),
  });
  const asked = async (path: string, body?: object) =>
    (await (
      await fetch(`${server.url}${path}`, {
        method: body === undefined ? 'GET' : 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
    ).json()) as { reason: string };
  const path = '/v1/api/forex/close';
  expect((await asked(`${path}?id=${id}&Cont=0.05`)).reason).toBe('unknown_field');
  // The query of a request with a body is not read.
  expect((await asked(`${path}?cont=0.05`, { id })).reason).toBe('unknown_field');
  expect(await holding(token)).toHaveLength(1);
  // Clients add a timestamp. Calls that change nothing ignore what they do not know.
  expect((await asked(`/v1/api/forex/my_deal?status=1&page=1&other=1`)).reason).toBe('ok');
  expect((await asked(`${path}?id=${id}&t=1700000000`)).reason).toBe('ok');
});

it('closes two opposite positions by each other at one price, without the spread', async () => {
  const { token } = await server.demo();
  const bought = await open(token, eurusd, { cont: '0.30' });
  const sold = await open(token, eurusd, { cont: '0.10', type: 2 });
  const by = async (input: { id: number; by: number }, key: string = randomUUID()) =>
    (await server.call('closeBy', input, { token, key })).envelope;
  const elsewhere = await open(token, gbpusd, { type: 2 });
  expect((await by({ id: bought.Id, by: elsewhere.Id })).reason).toBe('not_opposite');
  expect((await by({ id: bought.Id, by: bought.Id })).reason).toBe('not_opposite');
  const key = randomUUID();
  const { data } = await by({ id: bought.Id, by: sold.Id }, key);
  expect((await by({ id: bought.Id, by: sold.Id }, key)).data).toEqual(data);
  const [part, other] = data.closed;
  expect(part).toMatchObject({ Parent: bought.Id, Quantity: '0.10', EndReason: 'opposite' });
  expect(other).toMatchObject({ Id: sold.Id, Quantity: '0.10', EndReason: 'opposite', UpdatePrice: part?.UpdatePrice });
  const between = (Number(sold.Price) - Number(bought.Price)) * 0.1 * 100_000;
  expect(Number(part?.FactProfits) + Number(other?.FactProfits)).toBeCloseTo(between, 5);
  expect((await holding(token)).find(({ Id }) => Id === bought.Id)).toMatchObject({ Quantity: '0.20' });
});

describe('closing several positions', () => {
  it('closes those of a scope once, and lists each with its price and result', async () => {
    const { token } = await server.demo();
    const [one, two] = [await open(token, eurusd), await open(token, eurusd, { type: 2 })];
    const other = await open(token, gbpusd);
    for (const input of [{}, { scop: 'all' }, { scope: 'everything' }])
      expect((await closeAll(token, input)).code).not.toBe(1);
    const key = randomUUID();
    const { data, msg } = await closeAll(token, { forex_id: eurusd }, key);
    expect(msg).toBe('The positions have been closed');
    expect(data.left).toEqual([]);
    expect(data.closed.map(({ Id, Status }) => [Id, Status])).toEqual([
      [one.Id, 3],
      [two.Id, 3],
    ]);
    expect((await closeAll(token, { forex_id: eurusd }, key)).data).toEqual(data);
    expect((await holding(token)).map(({ Id }) => Id)).toEqual([other.Id]);
    // A position that was just opened has lost its spread.
    expect((await closeAll(token, { scope: 'winners', forex_id: eurusd })).reason).toBe('no_positions');
    expect((await closeAll(token, { scope: 'all' })).data.closed.map(({ Id }) => Id)).toEqual([other.Id]);
    expect((await closeAll(token, { scope: 'all' })).reason).toBe('no_positions');
  });
});
