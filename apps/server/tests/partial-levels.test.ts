import { randomUUID } from 'node:crypto';
import { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyShards } from '../src/trading/verify/verify-shards.ts';
import { type RestartableServer, startTestServer } from './support/server.ts';

let server: RestartableServer;
let eurusd: number;
let token: string;

beforeAll(async () => {
  server = await startTestServer();
  eurusd = await server.instrument('EURUSD');
  ({ token } = await server.demo());
});
afterAll(() => server.stop());

const buy = async (): Promise<number> =>
  (
    await server.call(
      'submit',
      { type: 1, cont: '0.4', forex_id: eurusd, status: 1, multiple: 100 },
      { token, key: randomUUID() },
    )
  ).envelope.data.order.Id;
const set = async (id: number, levels: readonly object[]) =>
  (await server.call('setPartialLevels', { id, levels }, { token, key: randomUUID() })).envelope;
const stop = (cont: string, at: string) => ({ type: 'stop_loss', cont, price: at });
const target = (cont: string, at: string) => ({ type: 'take_profit', cont, price: at });
const holding = async (id: number) =>
  (await server.call('myDeal', { status: 1 }, { token })).envelope.data.data.find((order) => order.Id === id);

describe('partial levels', () => {
  it('are set, shown nearest first, cut by a partial close, and taken away', async () => {
    const id = await buy();
    const shown = [
      { Type: 'stop_loss', Quantity: '0.20', Price: '0.60000' },
      { Type: 'stop_loss', Quantity: '0.20', Price: '0.50000' },
      { Type: 'take_profit', Quantity: '0.10', Price: '5.00000' },
    ];
    const set1 = await set(id, [stop('0.2', '0.5'), target('0.1', '5'), stop('0.2', '0.6')]);
    expect(set1.data.order.PartialLevels).toEqual(shown);
    await server.call('close', { id, cont: '0.1' }, { token, key: randomUUID() });
    expect((await holding(id))?.PartialLevels).toEqual([
      shown[0],
      { Type: 'stop_loss', Quantity: '0.10', Price: '0.50000' },
      shown[2],
    ]);
    const { order } = (await set(id, [])).data;
    expect(order).not.toHaveProperty('PartialLevels');
  });

  it('are refused when they do not fit', async () => {
    const id = await buy();
    expect(await set(id, [stop('0.3', '0.5'), stop('0.2', '0.6')])).toMatchObject({ reason: 'levels_above_position' });
    expect(
      await set(
        id,
        Array.from({ length: 6 }, () => stop('0.01', '0.5')),
      ),
    ).toMatchObject({
      reason: 'too_many_levels',
    });
    expect(await set(id, [stop('0.1', '5')])).toMatchObject({ reason: 'stop_loss_wrong_side' });
    expect(await set(id, [stop('0.001', '0.5')])).toMatchObject({ reason: 'lots_below_minimum' });
    expect(await set(id, [stop('much', '0.5')])).toMatchObject({ reason: 'lots_invalid' });
    expect(await set(id, [stop('0.1', '0')])).toMatchObject({ reason: 'price_required' });
  });

  it('survive a restart, and the tables agree with the journal', async () => {
    const id = await buy();
    await set(id, [target('0.2', '5')]);
    await server.restart();
    expect((await holding(id))?.PartialLevels).toEqual([{ Type: 'take_profit', Quantity: '0.20', Price: '5.00000' }]);
    const pool = new Pool({ connectionString: server.databaseUrl });
    try {
      for await (const { verification } of verifyShards(pool))
        expect(verification).toMatchObject({ count: 0, shown: [] });
    } finally {
      await pool.end();
    }
  });
});
