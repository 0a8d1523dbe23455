import { afterEach, describe, expect, it } from 'vitest';
import { recordedDays, recordedLines } from '../../../recorded.testkit.ts';
import { describeBadTicks, type QuotingVenue } from '../connection/bad-ticks.test-support.ts';
import { describeFaults } from '../connection/faults.test-support.ts';
import { ManualTimers } from '../connection/manual-timers.testkit.ts';
import { RecordingSink } from '../connection/recording-sink.testkit.ts';
import { VenueServer, type VenueScript, type VenueSide } from '../connection/venue-server.testkit.ts';
import type { LiveSource, SourceBar } from '../source.ts';
import { krakenSource } from './kraken.ts';

// The examples of the documents, in one line each: docs.kraken.com, spot-websocket-v2/ticker, status, heartbeat.
const STATUS =
  '{"channel":"status","data":[{"api_version":"v2","connection_id":13834774380200032777,"system":"online","version":"2.0.0"}],"type":"update"}';
const SNAPSHOT =
  '{"channel":"ticker","type":"snapshot","data":[{"symbol":"ALGO/USD","bid":0.10025,"bid_qty":740.0,"ask":0.10036,"ask_qty":1361.44813783,"last":0.10035,"volume":997038.98383185,"vwap":0.10148,"low":0.09979,"high":0.10285,"change":-0.00017,"change_pct":-0.17,"timestamp":"2023-09-25T09:04:31.742648Z"}]}';
const UPDATE = SNAPSHOT.replace('snapshot', 'update').replace('0.10036', '0.10035').replace('31.742648Z', '32.000999Z');
/** A day of quotes of another venue: the digits are what counts. */
const DAY = recordedDays().find((day) => day === 'eurusd-20140509');
const HEARTBEAT = '{"channel":"heartbeat"}';
const TICK = { symbol: 'ALGO/USD', time: Date.UTC(2023, 8, 25, 9, 4, 31, 742), bid: '0.10025', ask: '0.10036' };

/** A request of the client, by the documents. */
interface Request {
  readonly method: string;
  readonly params?: {
    readonly channel: string;
    readonly symbol: readonly string[];
    readonly event_trigger?: string;
    readonly snapshot?: boolean;
  };
}

const requests: Request[] = [];
const SCRIPT: VenueScript = {
  opened: (side) => side.send(STATUS),
  received: (side, text) => {
    const request = JSON.parse(text) as Request;
    requests.push(request);
    if (request.method === 'ping')
      side.send('{"method":"pong","time_in":"2023-09-24T14:10:23.799685Z","time_out":"2023-09-24T14:10:23.799703Z"}');
    for (const symbol of request.params?.symbol ?? []) answer(side, request.method, symbol);
  },
};

function answer(side: VenueSide, method: string, symbol: string): void {
  if (symbol.startsWith('XBT')) {
    side.send(
      `{"error":"Currency pair not supported ${symbol}","method":"${method}","success":false,"symbol":"${symbol}","time_in":"2023-09-25T09:04:31.742599Z"}`,
    );
    return;
  }
  side.send(
    `{"method":"${method}","result":{"channel":"ticker","event_trigger":"bbo","snapshot":true,"symbol":"${symbol}"},"success":true,"time_in":"2023-09-25T09:04:31.742599Z","time_out":"2023-09-25T09:04:31.742648Z"}`,
  );
  if (method === 'subscribe') side.send(SNAPSHOT.replace('ALGO/USD', symbol));
}

const VENUE: QuotingVenue = {
  name: 'kraken',
  heartbeatMs: 1_000,
  silenceMs: 2_000,
  connectMs: 5_000,
  symbol: 'ALGO/USD',
  script: SCRIPT,
  tick: TICK,
  huge: `"${'x'.repeat(300_000)}"`,
  heartbeat: HEARTBEAT,
  create: (server, timers) => krakenSource({ url: server.webSocketUrl, restUrl: server.url }, timers),
  send: (side, { bid, ask, time }) =>
    side.send(
      `{"channel":"ticker","type":"update","data":[{"symbol":"ALGO/USD","bid":${bid},"ask":${ask},"timestamp":"${new Date(time).toISOString()}"}]}`,
    ),
};
describeFaults(VENUE);
describeBadTicks(VENUE);

describe('kraken', () => {
  let server: VenueServer;
  let source: LiveSource;
  const timers = new ManualTimers();
  const begin = async (script: VenueScript = SCRIPT): Promise<void> => {
    requests.length = 0;
    server = await VenueServer.start(script);
    source = krakenSource({ url: server.webSocketUrl, restUrl: server.url }, timers);
  };
  afterEach(async () => {
    await source.stop();
    await server.stop();
  });

  it('asks for every change of the best bid or offer, and delivers each with its digits', async () => {
    await begin();
    const told = new RecordingSink();
    source.start(['ALGO/USD'], told);
    await expect.poll(() => told.ticks).toEqual([TICK]);
    expect(requests).toEqual([
      {
        method: 'subscribe',
        params: { channel: 'ticker', symbol: ['ALGO/USD'], event_trigger: 'bbo', snapshot: true },
      },
    ]);
    // A compressed frame could unpack to a message of any length.
    expect(server.sides[0]?.headers['sec-websocket-extensions']).toBeUndefined();
    const numbers = ['0.10', '100', '7.0000000000000000001', '93406.1', '1e-7', '5.0E-05', '12345678901234567890.5'];
    for (const bid of numbers) server.sides.at(-1)?.send(UPDATE.replace('0.10025', bid));
    await expect.poll(() => told.ticks.length).toBe(1 + numbers.length);
    expect(told.ticks.slice(1).map(({ bid }) => bid)).toEqual([
      '0.10',
      '100',
      '7.0000000000000000001',
      '93406.1',
      '0.0000001',
      '0.000050',
      '12345678901234567890.5',
    ]);
    expect(told.ticks[1]?.time).toBe(Date.UTC(2023, 8, 25, 9, 4, 32));
    expect(told.malformedCount).toBe(0);
  });

  it.skipIf(DAY === undefined)('loses, invents and changes no tick of a recording', async () => {
    const lines = recordedLines(DAY ?? '').slice(0, 20_000);
    const recorded = lines.map(([time = '', bid = '', ask = '']) => ({
      symbol: 'ALGO/USD',
      time: Number(time),
      bid,
      ask,
    }));
    await begin();
    const told = new RecordingSink();
    source.start(['ALGO/USD'], told);
    await expect.poll(() => told.ticks.length).toBe(1);
    for (const { time, bid, ask } of recorded)
      server.sides[0]?.send(
        UPDATE.replace('0.10025', bid)
          .replace('0.10035', ask)
          .replace('2023-09-25T09:04:32.000999Z', new Date(time).toISOString().replace('Z', '999Z')),
      );
    await expect.poll(() => told.ticks.length, { interval: 20 }).toBe(1 + recorded.length);
    expect(told.ticks.slice(1)).toEqual(recorded);
    expect(told.malformedCount).toBe(0);
  });

  it('stamps a quote without a time on arrival, and drops quotes that cannot be read or were not asked for', async () => {
    await begin();
    const told = new RecordingSink();
    source.start(['ALGO/USD'], told);
    await expect.poll(() => told.ticks.length).toBe(1);
    const side = server.sides.at(-1);
    for (const wrong of [
      UPDATE.replace('0.10025', '-0.10025'),
      UPDATE.replace('0.10025', 'null'),
      UPDATE.replace('"bid":0.10025,', ''),
      UPDATE.replace('2023-09-25T', '25 September '),
      '{"channel":"ticker","type":"update","data":[]}',
      '{"channel":"ticker"}',
    ])
      side?.send(wrong);
    side?.send(UPDATE.replace('ALGO/USD', 'DOGE/USD'));
    side?.send(UPDATE.replace(',"timestamp":"2023-09-25T09:04:32.000999Z"', ''));
    await expect.poll(() => told.ticks.length).toBe(2);
    expect(told.ticks[1]).toEqual({ ...TICK, ask: '0.10035', time: timers.now() });
    expect(told.malformedCount).toBe(6);
  });

  it('tells an unknown symbol once, and goes on with the others', async () => {
    await begin();
    const told = new RecordingSink();
    source.start(['XBT/EUR', 'ALGO/USD'], told);
    await expect.poll(() => told.ticks.length).toBe(1);
    expect(told.unknown).toEqual(['XBT/EUR']);
    expect(told.last).toBe('live connected');
  });

  it.each(['{"Error":"Exceeded msg rate"}', '{"error":"Exceeded msg rate","method":"subscribe","success":false}'])(
    'waits after %s',
    async (complaint) => {
      await begin({ opened: (side) => side.send(complaint) });
      const told = new RecordingSink();
      source.start(['ALGO/USD'], told);
      await expect.poll(() => told.last).toBe('refused rate_limited');
      expect(told.states.at(-1)?.detail).toBe('Exceeded msg rate');
      expect(timers.waits()).toEqual([60_250]);
    },
  );

  it('stays live by pings while no symbol is known', async () => {
    await begin();
    const told = new RecordingSink();
    source.start(['XBT/EUR'], told);
    await expect.poll(() => told.unknown).toEqual(['XBT/EUR']);
    timers.advance(900);
    await expect.poll(() => told.last).toBe('live connected');
    expect(told.ticks).toEqual([]);
  });

  it('changes its subscriptions on the open connection', async () => {
    await begin();
    const told = new RecordingSink();
    source.start(['ALGO/USD', 'BTC/USD'], told);
    await expect.poll(() => told.ticks.length).toBe(2);
    source.subscribe(['BTC/USD', 'ETH/USD']);
    await expect.poll(() => told.ticks.length).toBe(3);
    expect(told.ticks.map(({ symbol }) => symbol)).toEqual(['ALGO/USD', 'BTC/USD', 'ETH/USD']);
    expect(requests.slice(1)).toEqual([
      { method: 'unsubscribe', params: { channel: 'ticker', symbol: ['ALGO/USD'], event_trigger: 'bbo' } },
      { method: 'subscribe', params: { channel: 'ticker', symbol: ['ETH/USD'], event_trigger: 'bbo', snapshot: true } },
    ]);
    expect(server.sides).toHaveLength(1);
  });

  it('delivers nothing while the exchange does not match orders, and asks for fresh quotes afterwards', async () => {
    await begin();
    const told = new RecordingSink();
    source.start(['ALGO/USD'], told);
    await expect.poll(() => told.ticks.length).toBe(1);
    server.sides.at(-1)?.send(STATUS.replace('online', 'cancel_only'));
    server.sides.at(-1)?.send(UPDATE);
    server.sides.at(-1)?.send(STATUS);
    await expect.poll(() => told.last).toBe('connecting planned_reconnect');
    expect(told.ticks).toHaveLength(1);
    timers.advance(500);
    await expect.poll(() => told.ticks.length).toBe(2);
  });

  it('reads the minutes of the past that are complete', async () => {
    const targets: string[] = [];
    await begin({
      rest: (target) => {
        targets.push(target);
        return '{"error":[],"result":{"XXBTZUSD":[[1688671200,"30306.1","30306.2","30305.7","30305.7","30306.1","3.39243896",23],[1688671260,"30304.5","30304.5","30300.0","30300.10","30300.0","4.42996871",18],[1688671320,"30300.3","30300.4","30291.4","30291.4","30294.7","2.13024789",25],[1688671380,"30291.8","30295.1","30291.8","30295.0","30293.8","1.01836275",9]],"last":1688671320}}';
      },
    });
    const bars: SourceBar[] = [];
    const minutes = source.history?.bars(
      { symbol: 'BTC/USD', period: '1min', from: 1_688_671_260_000, to: 1_688_671_500_000 },
      AbortSignal.timeout(20_000),
    );
    for await (const bar of minutes ?? []) bars.push(bar);
    const prices = { open: '30304.5', high: '30304.5', low: '30300.0', close: '30300.10' };
    expect(bars[0]).toEqual({ time: 1_688_671_260_000, bid: prices, ask: prices, count: 18 });
    expect(bars.map(({ time }) => time)).toEqual([1_688_671_260_000, 1_688_671_320_000]);
    expect(targets).toEqual(['/0/public/OHLC?pair=BTC%2FUSD&interval=1&since=1688671259']);
    expect(source.history?.basis).toBe('trades');
  });

  it('tells that the past was asked for too often', async () => {
    await begin({ rest: () => '{"error":["EGeneral:Too many requests"]}' });
    const minutes = source.history?.bars(
      { symbol: 'BTC/USD', period: '1min', from: 0, to: 60_000 },
      AbortSignal.timeout(20_000),
    );
    const failed = minutes?.[Symbol.asyncIterator]().next();
    await expect(failed).rejects.toMatchObject({ fault: { reason: 'rate_limited' } });
  });

  it('refuses a past of an unknown pair', async () => {
    await begin({ rest: () => '{"error":["EQuery:Unknown asset pair"]}' });
    const minutes = source.history?.bars(
      { symbol: 'NO/PAIR', period: '1min', from: 0, to: 60_000 },
      AbortSignal.timeout(20_000),
    );
    await expect(minutes?.[Symbol.asyncIterator]().next()).rejects.toThrow('EQuery:Unknown asset pair');
  });
});
