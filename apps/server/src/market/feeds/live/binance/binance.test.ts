import { afterEach, describe, expect, it } from 'vitest';
import { describeBadTicks, quoted, type QuotingVenue } from '../connection/bad-ticks.test-support.ts';
import { describeFaults } from '../connection/faults.test-support.ts';
import { ManualTimers } from '../connection/manual-timers.testkit.ts';
import { RecordingSink } from '../connection/recording-sink.testkit.ts';
import { VenueServer, type VenueScript } from '../connection/venue-server.testkit.ts';
import type { LiveSource, SourceBar } from '../source.ts';
import { hasRecording, recordedMessages } from '../venue-recordings.testkit.ts';
import { binanceSource } from './binance.ts';

// The examples of the documents: developers.binance.com, web-socket-streams, "Individual Symbol Book Ticker Streams".
const QUOTE =
  '{"stream":"bnbusdt@bookTicker","data":{"u":400900217,"s":"BNBUSDT","b":"25.35190000","B":"31.21000000","a":"25.36520000","A":"40.66000000"}}';
const HEARTBEAT = '{"stream":"bnbusdt@kline_1m","data":{"e":"kline","E":1672515782136,"s":"BNBUSDT","k":{}}}';
const UNKNOWN = '{"code":-1121,"msg":"Invalid symbol."}';

/** The streams of a connection's address. */
const streamsOf = (target: string): readonly string[] =>
  (new URL(target, 'ws://venue').searchParams.get('streams') ?? '').split('/');

/** The symbols that a look-up asks for; undefined for another request. */
function askedBy(target: string): readonly string[] | undefined {
  const url = new URL(target, 'http://venue');
  return url.pathname === '/api/v3/exchangeInfo'
    ? (JSON.parse(url.searchParams.get('symbols') ?? '[]') as readonly string[])
    : undefined;
}

const information = (symbols: readonly string[]): string =>
  JSON.stringify({ timezone: 'UTC', symbols: symbols.map((symbol) => ({ symbol, status: 'TRADING' })) });

const SCRIPT: VenueScript = {
  rest: (target) => {
    const asked = askedBy(target);
    return asked === undefined ? undefined : information(asked);
  },
  opened: (side) => {
    if (streamsOf(side.target).includes('bnbusdt@bookTicker')) side.send(QUOTE);
  },
};

const VENUE: QuotingVenue = {
  name: 'binance',
  heartbeatMs: 1_400,
  silenceMs: 2_800,
  connectMs: 8_000,
  symbol: 'bnbusdt',
  script: SCRIPT,
  tick: { symbol: 'bnbusdt', time: 0, bid: '25.35190000', ask: '25.36520000' },
  huge: `"${'x'.repeat(70_000)}"`,
  heartbeat: HEARTBEAT,
  create: (server, timers) => binanceSource({ url: server.webSocketUrl, restUrl: server.url }, timers),
  isTimeless: true,
  send: (side, { bid, ask }) => {
    side.send(
      `{"stream":"bnbusdt@bookTicker","data":{"u":1,"s":"BNBUSDT","b":${quoted(bid)},"B":"1","a":${quoted(ask)},"A":"1"}}`,
    );
  },
};
describeFaults(VENUE);
describeBadTicks(VENUE);

describe('binance', () => {
  let server: VenueServer;
  let source: LiveSource;
  let timers: ManualTimers;
  const begin = async (script: VenueScript = SCRIPT): Promise<RecordingSink> => {
    server = await VenueServer.start(script);
    timers = new ManualTimers();
    source = binanceSource({ url: server.webSocketUrl, restUrl: server.url }, timers);
    return new RecordingSink();
  };
  afterEach(async () => {
    await source.stop();
    await server.stop();
  });

  it('asks for the best bids and offers, stamps them on arrival and answers the pings of the source', async () => {
    const told = await begin();
    source.start(['BNBUSDT', 'btcusdt'], told);
    await expect
      .poll(() => told.ticks)
      .toEqual([{ symbol: 'BNBUSDT', time: timers.now(), bid: '25.35190000', ask: '25.36520000' }]);
    expect(source.stampsOnArrival).toBe(true);
    expect(server.sides.map(({ target }) => target)).toEqual(['/stream?streams=bnbusdt@bookTicker/btcusdt@bookTicker']);
  });

  it('reports symbols that the exchange does not have, and reads the others', async () => {
    const lookups: string[] = [];
    const told = await begin({
      ...SCRIPT,
      rest: (target) => {
        const asked = askedBy(target) ?? [];
        lookups.push(asked.join(' '));
        return asked.includes('NOUSDT') ? { status: 400, body: UNKNOWN } : information(asked);
      },
    });
    source.start(['nousdt', 'bnbusdt', 'b&b'], told);
    await expect.poll(() => told.ticks.length).toBe(1);
    expect(told.unknown).toEqual(['nousdt', 'b&b']);
    expect(lookups).toEqual(['NOUSDT BNBUSDT', 'NOUSDT', 'BNBUSDT']);
    expect(server.sides[0]?.target).toBe('/stream?streams=bnbusdt@bookTicker');
  });

  it('reads the others while the look-up is away, and reports what no symbol of the exchange looks like', async () => {
    const told = await begin({ ...SCRIPT, rest: () => ({ status: 503, body: '{}' }) });
    source.start(['btc#usdt', 'bnbusdt', 'b&b', 'a/b'], told);
    await expect.poll(() => told.ticks.length).toBe(1);
    expect(told.unknown).toEqual(['btc#usdt', 'b&b', 'a/b']);
    expect(server.sides[0]?.target).toBe('/stream?streams=bnbusdt@bookTicker');
  });

  it('finds an unknown symbol among many by a few calls', async () => {
    let lookups = 0;
    const told = await begin({
      ...SCRIPT,
      rest: (target) => {
        const asked = askedBy(target) ?? [];
        lookups += 1;
        return asked.includes('NOUSDT') ? { status: 400, body: UNKNOWN } : information(asked);
      },
    });
    const many = Array.from({ length: 63 }, (_, index) => `c${index}usdt`);
    source.start([...many, 'nousdt', 'bnbusdt'], told);
    await expect.poll(() => told.ticks.length).toBe(1);
    expect(told.unknown).toEqual(['nousdt']);
    expect(lookups).toBeLessThanOrEqual(15);
  });

  it('stays live on the answers to its pings while nothing is quoted', async () => {
    const told = await begin();
    source.start(['bnbusdt'], told);
    await expect.poll(() => told.ticks.length).toBe(1);
    for (let probe = 1; probe <= 5; probe += 1) {
      timers.advance(1_400);
      await timers.scheduled(2_800 * 0.95);
    }
    expect(server.pings).toBe(5);
    expect(told.history).toEqual(['connecting starting', 'live connected']);
  });

  it('counts quotes that cannot be read', async () => {
    const told = await begin();
    source.start(['bnbusdt'], told);
    await expect.poll(() => told.ticks.length).toBe(1);
    const wrong = [
      QUOTE.replace('"25.35190000"', '"-25.35"'),
      QUOTE.replace('"a":', '"ask":'),
      QUOTE.replace('"s":"BNBUSDT"', '"s":"BTCUSDT"'),
    ];
    for (const message of wrong) server.sides[0]?.send(message);
    await expect.poll(() => told.malformedCount).toBe(wrong.length);
    expect(told.ticks).toHaveLength(1);
  });

  it('ends a look-up of symbols when it is stopped', async () => {
    const told = await begin();
    server.manners = 'halfOpen';
    source.start(['bnbusdt'], told);
    await expect.poll(() => server.requests).toBe(1);
    await source.stop();
    await expect.poll(() => timers.waits()).toEqual([]);
    expect(told.history).toEqual(['connecting starting']);
  });

  it('replaces the connection when the symbols change, and before the source cuts it, without a pause', async () => {
    const told = await begin();
    source.start(['bnbusdt'], told);
    await expect.poll(() => told.ticks.length).toBe(1);
    source.subscribe(['bnbusdt', 'ethusdt']);
    timers.advance(500);
    await expect.poll(() => told.ticks.length).toBe(2);
    expect(server.sides.at(-1)?.target).toBe('/stream?streams=bnbusdt@bookTicker/ethusdt@bookTicker');
    // The source cuts after 24 hours; the replacement is planned up to a tenth earlier than 23.5.
    expect(timers.waits()).toContain(23.5 * 3_600_000 * 0.95);
    expect(told.history).toEqual(['connecting starting', 'live connected']);
  });

  it('reconnects when the server announces its end, and tells errors and limits apart', async () => {
    const told = await begin();
    source.start(['bnbusdt'], told);
    for (const [message, state] of [
      ['{"e":"serverShutdown","E":1770123456789}', 'connecting planned_reconnect'],
      ['{"stream":"","data":{"e":"serverShutdown","E":1770123456789}}', 'connecting planned_reconnect'],
      ['{"error":{"code":2,"msg":"Invalid request: unknown variant"}}', 'connecting wrong_answer'],
      ['{"code":-1003,"msg":"Too many requests."}', 'refused rate_limited'],
    ] as const) {
      await expect.poll(() => told.last).toBe('live connected');
      server.sides.at(-1)?.send(message);
      await expect.poll(() => told.last).toBe(state);
      timers.advance(timers.waits().at(-1) ?? 0);
    }
  });

  it.skipIf(!hasRecording('binance-2021-10-11.ws.txt'))(
    'delivers every recorded quote once, in order, with its digits, and nothing else',
    async () => {
      const messages = recordedMessages('binance-2021-10-11.ws.txt');
      const told = await begin({
        ...SCRIPT,
        opened: (side) => {
          for (const message of messages) side.send(message);
        },
      });
      // Read by a regular expression and not by a parser of JSON.
      const expected = messages.flatMap((message) => {
        const [, symbol = '', bid, ask] =
          /@bookTicker".*"s":"([A-Z]+)","b":"([\d.]+)","B":"[\d.]+","a":"([\d.]+)"/.exec(message) ?? [];
        return symbol === '' ? [] : [{ symbol: symbol.toLowerCase(), time: timers.now(), bid, ask }];
      });
      expect(expected).toHaveLength(84);
      source.start(['nknusdt', 'blzeth', 'lrcbtc', 'runeeur'], told);
      await expect.poll(() => told.ticks.length).toBe(expected.length);
      await expect.poll(() => told.last).toBe('live connected');
      expect(told.ticks).toEqual(expected);
      expect(told.malformedCount).toBe(0);
    },
  );

  it('reads the complete minutes of the past, page after page', async () => {
    const first = Date.UTC(2026, 10, 22);
    const total = 1_500;
    const targets: string[] = [];
    await begin({
      rest: (target) => {
        targets.push(target);
        const query = new URL(target, 'http://venue').searchParams;
        const [from, to] = [Number(query.get('startTime')), Number(query.get('endTime'))];
        const bars = Array.from({ length: total }, (_, index) => first + index * 60_000)
          .filter((time) => time >= from && time <= to)
          .slice(0, Number(query.get('limit')));
        return `[${bars.map((time) => `[${time},"0.0163479000","0.8000000","0.01575800","0.01577100","148976.1",${time + 59_999},"2434.19",308,"1756.8","28.4","0"]`).join()}]`;
      },
    });
    const bars: SourceBar[] = [];
    const minutes = source.history?.bars(
      { symbol: 'bnbbtc', period: '1min', from: first, to: first + total * 60_000 },
      AbortSignal.timeout(20_000),
    );
    const reading = (async () => {
      for await (const bar of minutes ?? []) bars.push(bar);
    })();
    await timers.scheduled(250);
    timers.advance(250);
    await reading;
    expect(bars.map(({ time }) => time)).toEqual(Array.from({ length: total }, (_, index) => first + index * 60_000));
    const prices = { open: '0.0163479000', high: '0.8000000', low: '0.01575800', close: '0.01577100' };
    expect(bars[0]).toEqual({ time: first, bid: prices, ask: prices, count: 308 });
    expect(targets).toHaveLength(2);
    expect(source.history?.basis).toBe('trades');
  });

  it('leaves out the minute that is still forming', async () => {
    await begin({
      rest: () => `[[${timers.now()},"1","1","1","1","1",${timers.now() + 59_999},"1",1,"1","1","0"]]`,
    });
    const minutes = source.history?.bars(
      { symbol: 'BNBBTC', period: '1min', from: timers.now(), to: timers.now() + 60_000 },
      AbortSignal.timeout(20_000),
    );
    expect(await minutes?.[Symbol.asyncIterator]().next()).toEqual({ done: true, value: undefined });
  });
});
