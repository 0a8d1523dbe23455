import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestOffice } from './support/office.ts';
import { metricIn } from './support/metrics.ts';
import { marketOrder, whenQuoted } from './support/order-calls.ts';
import { type RestartableServer, startTestServer } from './support/server.ts';

// Nothing listens on port 1.
const AWAY = {
  FAIRLOT_SESSIONS: 'always',
  FAIRLOT_KRAKEN_URL: 'ws://127.0.0.1:1',
  FAIRLOT_KRAKEN_REST_URL: 'http://127.0.0.1:1',
};
const clock = { time: Date.now() };

let server: RestartableServer;
beforeAll(async () => {
  server = await startTestServer({ ...AWAY, FAIRLOT_FEED: 'kraken,simulated' }, () => clock.time);
});
afterAll(() => server.stop());

const listed = async (code: string) =>
  (await server.call('tradeList')).envelope.data.find((instrument) => instrument.Code === code);

it('a server whose sources are away starts and says so everywhere, and deals only in what it has a price of', async () => {
  expect(await listed('BTCUSD')).toMatchObject({
    Doubt: 'source',
    Source: null,
    MarketStatus: 1,
    ForexQuotations: null,
  });
  expect(await listed('EURUSD')).toMatchObject({ Doubt: null, Source: 'simulated' });
  const { token } = await server.demo();
  const submit = async (code: string) =>
    server.call('submit', { ...marketOrder(await server.instrument(code)), multiple: 10 }, { token });
  expect((await submit('BTCUSD')).envelope).toMatchObject({ code: 3045, reason: 'no_price_source' });
  const { envelope } = await whenQuoted(() => submit('EURUSD'));
  expect(envelope.data).toMatchObject({ order: { OpenQuote: { Source: 'simulated' } } });

  const probe = await server.raw('/readyz');
  expect([probe.status, probe.text]).toEqual([200, expect.stringContaining('no source of prices is live')]);
  const metrics = (await server.raw('/metrics')).text;
  expect(metricIn(metrics, 'fairlot_source_live', 'source="kraken"')).toBe(0);
  expect(metricIn(metrics, 'fairlot_instruments', 'state="sourceless"')).toBe(8);
  const { administrator } = await openTestOffice(server, clock);
  const health = (await administrator.call('officeHealth')).envelope.data;
  expect(health).toMatchObject({ source: 'live', sourceless: expect.arrayContaining(['BTCUSD']), without_quote: [] });
  // Its past can't be read either, and says so.
  await expect
    .poll(async () => (await administrator.call('officeHealth')).envelope.data.past, { timeout: 120_000 })
    .toMatchObject({
      waiting: 8,
      bars: 0,
      list: expect.arrayContaining([
        expect.objectContaining({
          code: 'BTCUSD',
          source: 'kraken',
          period: '1min',
          filled_to: null,
          reason: 'unreachable',
          detail: 'ECONNREFUSED',
        }),
      ]) as unknown[],
    });
  await expect
    .poll(async () => metricIn((await server.raw('/metrics')).text, 'fairlot_history_failing'))
    .toBeGreaterThan(0);
  expect(metricIn((await server.raw('/metrics')).text, 'fairlot_history_waiting')).toBe(8);
  expect(health.sources).toMatchObject([{ name: 'kraken', phase: 'connecting', instruments: 0, malformed: 0 }]);
});

it('nothing is simulated unless that is named', async () => {
  await server.restart({ FAIRLOT_FEED: 'kraken' });
  expect(await listed('EURUSD')).toMatchObject({ Doubt: 'source', Source: null });
  expect((await server.raw('/readyz')).status).toBe(200);
});
