import { randomUUID } from 'node:crypto';
import { asPrice, formatPrice, parsePrice } from '@fairlot/domain';
import { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyShards } from '../src/trading/verify/verify-shards.ts';
import { type RestartableServer, startTestServer } from './support/server.ts';

let server: RestartableServer;
let eurusd: number;
let token: string;
const TERMS = { pricePrecision: 5 };

beforeAll(async () => {
  server = await startTestServer();
  eurusd = await server.instrument('EURUSD');
  ({ token } = await server.demo());
});
afterAll(() => server.stop());

const submit = async (more: Record<string, unknown> = {}) =>
  (
    await server.call(
      'submit',
      { type: 1, cont: '0.1', forex_id: eurusd, status: 1, multiple: 100, ...more },
      { token, key: randomUUID() },
    )
  ).envelope;
const change = async (id: number, fields: Record<string, unknown>, as = token) =>
  (await server.call('setStopPrice', { id, ...fields }, { token: as, key: randomUUID() })).envelope;
const holding = async (id: number) =>
  (await server.call('myDeal', { status: 1 }, { token })).envelope.data.data.find((order) => order.Id === id);
/** A price less a distance. */
const below = (text: string, distance: string): string =>
  formatPrice(asPrice((parsePrice(text, TERMS) ?? 0n) - (parsePrice(distance, TERMS) ?? 0n)), TERMS);

describe('a trailing distance', () => {
  it('puts the stop at its distance from the fill’s closing price, and moves it in the winning direction only', async () => {
    const { order } = (await submit({ trailing_distance: '0.00003' })).data;
    const first = below(order.OpenQuote?.Bid ?? '', '0.00003');
    expect(order).toMatchObject({ TargetLossPrice: first, TrailingDistance: '0.00003' });
    // The simulated market moves either way: the stop rises or closes the position, and never falls.
    let last = Number(first);
    await expect
      .poll(
        async () => {
          const now = await holding(order.Id);
          if (now === undefined) return 'closed';
          expect(Number(now.TargetLossPrice)).toBeGreaterThanOrEqual(last);
          const moved = Number(now.TargetLossPrice) > last;
          last = Number(now.TargetLossPrice);
          return moved ? 'moved' : 'waiting';
        },
        { timeout: 120_000, interval: 200 },
      )
      .not.toBe('waiting');
  });

  it('is set, kept, replaced and switched off by the call that sets stops', async () => {
    const { Id: id } = (await submit()).data.order;
    const set = (await change(id, { trailing_distance: '0.5' })).data.order;
    expect(set.TrailingDistance).toBe('0.50000');
    expect(Number(set.TargetLossPrice)).toBeGreaterThan(0);
    expect((await change(id, { target_profit_price: '5' })).data.order).toMatchObject({
      TargetProfitPrice: '5.00000',
      TrailingDistance: '0.50000',
    });
    const off = (await change(id, { trailing_distance: '' })).data.order;
    expect(off).toMatchObject({ TargetProfitPrice: '5.00000', TrailingDistance: '0' });
    expect(Number(off.TargetLossPrice)).toBeGreaterThan(0);
    await change(id, { trailing_distance: '0.4' });
    expect((await change(id, { stop_loss_price: '0' })).data.order).toMatchObject({
      TargetLossPrice: '0',
      TrailingDistance: '0',
    });
  });

  it('waits in a pending order and survives a restart of the server', async () => {
    const { Id: id } = (await submit({ status: 0, target_price: '0.5', trailing_distance: '0.01' })).data.order;
    const { Id: open } = (await submit({ trailing_distance: '0.6' })).data.order;
    const before = await holding(open);
    await server.restart();
    expect(await holding(open)).toMatchObject({
      TrailingDistance: '0.60000',
      TargetLossPrice: expect.stringMatching(/^0\./) as unknown,
    });
    expect(Number((await holding(open))?.TargetLossPrice)).toBeGreaterThanOrEqual(Number(before?.TargetLossPrice));
    const moved = (await server.call('amendPendingOrder', { id, target_price: '0.45' }, { token, key: randomUUID() }))
      .envelope.data.order;
    expect(moved).toMatchObject({ TargetLossPrice: '0', TrailingDistance: '0.01000' });
  });

  it('is refused off the grid, without a number, and as wide as the price', async () => {
    expect(await submit({ trailing_distance: '0.000001' })).toMatchObject({ reason: 'price_off_grid' });
    expect(await submit({ trailing_distance: '-0.1' })).toMatchObject({ reason: 'price_out_of_range' });
    expect(await submit({ trailing_distance: 'far' })).toMatchObject({ reason: 'price_invalid' });
    const wide = await submit({ trailing_distance: '9' });
    expect(wide).toMatchObject({ reason: 'trailing_too_wide', code: 3110 });
    expect(wide.msg).toMatch(/^The trailing distance is too wide\. The widest possible is \d\.\d{5}\.$/);
    const { Id: id } = (await submit()).data.order;
    const stranger = await server.demo();
    expect(await change(id, { trailing_distance: '0.1' }, stranger.token)).toMatchObject({ reason: 'unknown_order' });
  });

  it('is in the journal, the tables and a replay', async () => {
    const pool = new Pool({ connectionString: server.databaseUrl });
    try {
      for await (const { verification } of verifyShards(pool))
        expect(verification).toMatchObject({ count: 0, shown: [] });
    } finally {
      await pool.end();
    }
  });
});
