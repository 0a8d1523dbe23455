import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestServer, startTestServer } from './support/server.ts';
import { TestSocket } from './support/socket.ts';

/** Saturday noon: currency markets are closed, crypto markets are open. */
const SATURDAY = Date.UTC(2026, 10, 21, 12);
const startedAt = Date.now();

let server: TestServer;
let token: string;

beforeAll(async () => {
  server = await startTestServer({ FAIRLOT_SESSIONS: 'real' }, () => SATURDAY + (Date.now() - startedAt));
  ({ token } = await server.demo());
});
afterAll(() => server.stop());

it('shows closed markets and when they open', async () => {
  const { data } = (await server.call('tradeList')).envelope;
  const [euro, bitcoin] = ['EURUSD', 'BTCUSD'].map((code) => data.find(({ Code }) => Code === code));
  expect([euro?.MarketStatus, bitcoin?.MarketStatus]).toEqual([0, 1]);
  // Sunday, some minutes after 17:00 in New York.
  expect(new Date(euro?.NextSession ?? 0).toISOString()).toMatch(/^2026-11-22T22:0/);
  expect(bitcoin?.NextSession).toBeNull();

  const socket = await TestSocket.open(server.url);
  const snapshot = await socket.ask({ type: 'subscribe', topic: 'DAY_MARKET' }, 'snapshot');
  const entries = snapshot.data as { Id: number; MarketStatus: number }[];
  expect(entries.find(({ Id }) => Id === bitcoin?.Id)?.MarketStatus).toBe(1);
  expect(entries.find(({ Id }) => Id === euro?.Id)?.MarketStatus ?? 0).toBe(0);
  socket.close();
});

it('refuses orders on closed markets and fills them on open ones', async () => {
  const place = async (code: string, more: object = {}) => {
    const { data } = (await server.call('tradeList', { searchCurrency: code })).envelope;
    const [instrument] = data;
    return (
      await server.call(
        'submit',
        {
          type: 1,
          cont: instrument?.ForexMinCont,
          forex_id: instrument?.Id,
          status: 1,
          multiple: instrument?.HasForexMultiple[0]?.Value,
          ...more,
        },
        { token },
      )
    ).envelope;
  };
  expect(await place('EURUSD')).toMatchObject({ reason: 'market_closed', code: 3013, data: null });
  expect(await place('BTCUSD')).toMatchObject({ reason: 'ok' });
  expect((await server.call('myDeal', { status: 1 }, { token })).envelope.data.total).toBe(1);
});
