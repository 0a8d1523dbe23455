import { afterAll, beforeAll, expect, it } from 'vitest';
import { VenueServer } from '../src/market/feeds/live/connection/venue-server.testkit.ts';
import { type Colleague, type TestOffice, openTestOffice } from './support/office.ts';
import { registerUser } from './support/real-user.ts';
import { type RestartableServer, startTestServer } from './support/server.ts';

const clock = { time: Date.now() };
const HEARTBEAT_MS = 200;
let venue: VenueServer;
let heartbeats: NodeJS.Timeout;
let server: RestartableServer;
let office: TestOffice;
let dealer: Colleague;
let id: number;

interface Request {
  readonly method: string;
  readonly params?: { readonly symbol: readonly string[] };
}

/** An exchange that knows every pair but those of NO. */
beforeAll(async () => {
  venue = await VenueServer.start({
    opened: (side) => side.send('{"channel":"status","type":"update","data":[{"system":"online","version":"2.0.0"}]}'),
    received: (side, text) => {
      const { method, params } = JSON.parse(text) as Request;
      for (const symbol of params?.symbol ?? []) {
        if (symbol.startsWith('NO/')) {
          side.send(
            `{"error":"Currency pair not supported ${symbol}","method":"${method}","success":false,"symbol":"${symbol}"}`,
          );
          continue;
        }
        side.send(`{"method":"${method}","result":{"channel":"ticker","symbol":"${symbol}"},"success":true}`);
        if (method === 'subscribe')
          side.send(
            `{"channel":"ticker","type":"snapshot","data":[{"symbol":"${symbol}","bid":2000.10,"ask":2000.20}]}`,
          );
      }
      if (method === 'ping') side.send('{"method":"pong"}');
    },
    rest: (target) => (target.startsWith('/0/public/') ? '{"error":["EQuery:Unknown asset pair"]}' : undefined),
  });
  heartbeats = setInterval(() => venue.sides.at(-1)?.send('{"channel":"heartbeat"}'), HEARTBEAT_MS);
  const settings = {
    FAIRLOT_SESSIONS: 'always',
    FAIRLOT_FEED: 'kraken',
    FAIRLOT_KRAKEN_URL: venue.webSocketUrl,
    FAIRLOT_KRAKEN_REST_URL: venue.url,
  };
  server = await startTestServer(settings, () => clock.time);
  office = await openTestOffice(server, clock);
  dealer = await office.hire('deal.one', ['dealer']);
  id = await server.instrument('ETHUSD');
});
afterAll(async () => {
  await server.stop();
  clearInterval(heartbeats);
  await venue.stop();
});

const line = async (of = id) => (await dealer.call('officeInstrumentSources', { id: of })).envelope.data;
const kraken = async (of = id) => (await line(of)).sources[0];
const set = async (symbol: string, seen: string, who = dealer) =>
  (await who.call('officeSetSymbol', { id, source: 'kraken', symbol, seen })).envelope;
const listed = async (code: string) =>
  (await server.call('tradeList')).envelope.data.find((instrument) => instrument.Code === code);
const becomes = async (state: string) => {
  await expect.poll(async () => (await kraken())?.state).toBe(state);
};

it('a symbol is changed while the market runs: the source is asked for it, an unknown one ends there alone', async () => {
  await becomes('live');
  expect(await line()).toMatchObject({ present: 'kraken', since: expect.any(Number) });
  expect(await kraken()).toMatchObject({ place: 1, symbol: 'ETH/USD', default_symbol: 'ETH/USD', reason: 'connected' });
  expect((await line()).sources.map(({ name, place }) => [name, place])).toEqual([
    ['kraken', 1],
    ['oanda', null],
    ['binance', null],
    ['coinbase', null],
    ['dxlink', null],
  ]);

  expect((await set('NO/PAIR', 'ETH/USD')).data).toMatchObject({ proposal: null });
  await becomes('unknown');
  await expect.poll(async () => (await listed('ETHUSD'))?.Source).toBe(null);
  await expect.poll(async () => (await listed('BTCUSD'))?.Source).toBe('kraken');

  expect(await set('ETH/EUR', 'ETH/USD')).toMatchObject({ reason: 'record_changed', detail: { symbol: 'NO/PAIR' } });
  for (const wrong of ['ETH/EUR,BTC/EUR', 'ETH EUR', '*', 'x'.repeat(41)])
    expect((await set(wrong, 'NO/PAIR')).reason).toBe('bad_request');
  expect((await set('ETH/EUR', 'NO/PAIR')).reason).toBe('ok');
  await expect.poll(async () => (await listed('ETHUSD'))?.Source).toBe('kraken');

  expect((await set('', 'ETH/EUR')).reason).toBe('ok');
  expect(await kraken()).toMatchObject({ state: 'unused', symbol: '', default_symbol: 'ETH/USD', reason: null });
  await expect.poll(async () => (await listed('ETHUSD'))?.Source).toBe(null);
  const history = (await dealer.call('officeInstrumentChanges', { instrument_id: id })).envelope.data.list;
  expect(history.map(({ staff_name: by, before, after }) => [by, before, after])).toEqual([
    ['deal.one', '{"symbol":"kraken ETH/EUR"}', '{"symbol":"kraken "}'],
    ['deal.one', '{"symbol":"kraken NO/PAIR"}', '{"symbol":"kraken ETH/EUR"}'],
    ['deal.one', '{"symbol":"kraken ETH/USD"}', '{"symbol":"kraken NO/PAIR"}'],
  ]);
  const support = await office.hire('help.one', ['support']);
  expect((await set('ETH/USD', '', support)).reason).toBe('staff_role_required');
  expect((await dealer.call('officeInstrumentSources', { id: 999_999 })).envelope.reason).toBe('unknown_instrument');

  // A restart keeps what staff set, and does not bring the default back.
  await server.restart();
  expect(await kraken()).toMatchObject({ state: 'unused', symbol: '' });
});

it('with a real account a symbol needs a second person, taking one out does not', async () => {
  await registerUser(server);
  const other = await office.hire('admin.two', ['administrator']);
  const { data } = await set('ETH/EUR', '');
  expect(data.proposal).toEqual(expect.any(Number));
  expect((await kraken())?.symbol).toBe('');
  const decided = await other.call('decideProposal', { id: data.proposal ?? 0, approve: true });
  expect(decided.envelope.data).toMatchObject({ kind: 'symbol', subject_name: 'ETHUSD', state: 'done' });
  expect((await kraken())?.symbol).toBe('ETH/EUR');
  await expect.poll(async () => (await listed('ETHUSD'))?.Source).toBe('kraken');
  expect((await set('', 'ETH/EUR')).data).toMatchObject({ proposal: null });
  expect((await kraken())?.symbol).toBe('');
});
