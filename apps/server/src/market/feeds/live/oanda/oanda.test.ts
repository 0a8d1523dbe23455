import { afterEach, describe, expect, it } from 'vitest';
import { recordedDays, recordedLines } from '../../../recorded.testkit.ts';
import { describeBadTicks, quoted, type QuotingVenue } from '../connection/bad-ticks.test-support.ts';
import { describeFaults } from '../connection/faults.test-support.ts';
import { ManualTimers } from '../connection/manual-timers.testkit.ts';
import { RecordingSink } from '../connection/recording-sink.testkit.ts';
import { VenueServer, type VenueScript } from '../connection/venue-server.testkit.ts';
import type { LiveSource, SourceBar, SourceTick } from '../source.ts';
import { oandaSource } from './oanda.ts';

// Messages by the schemas ClientPrice and PricingHeartbeat of the v20 description, in the form of the documents.
const PRICE =
  '{"type":"PRICE","time":"2016-10-05T05:28:16.729643492Z","bids":[{"price":"1.12157","liquidity":10000000},{"price":"1.12155","liquidity":10000000}],"asks":[{"price":"1.12170","liquidity":10000000},{"price":"1.12172","liquidity":10000000}],"closeoutBid":"1.12153","closeoutAsk":"1.12174","status":"tradeable","tradeable":true,"instrument":"EUR_USD"}';
const HEARTBEAT = '{"type":"HEARTBEAT","time":"2016-10-05T05:28:20.000000000Z"}';
const TICK = { symbol: 'EUR_USD', time: Date.UTC(2016, 9, 5, 5, 28, 16, 729), bid: '1.12157', ask: '1.12170' };
/** A day of quotes of this venue in another format. */
const DAY = recordedDays().find((day) => day === 'eurusd-20140508');
const ACCOUNT = '101-004-1234567-001';
const TOKEN = 'a5b7c9-secret';

const INSTRUMENTS =
  '{"instruments":[{"name":"EUR_USD","type":"CURRENCY"},{"name":"XAU_USD","type":"METAL"}],"lastTransactionID":"6356"}';
const rest = (target: string): string | undefined =>
  target === `/v3/accounts/${ACCOUNT}/instruments` ? INSTRUMENTS : undefined;
const SCRIPT: VenueScript = { rest, opened: (side) => side.send(PRICE) };

function create(server: VenueServer, timers: ManualTimers): LiveSource {
  const { url } = server;
  return oandaSource({ token: TOKEN, account: ACCOUNT, environment: 'practice', url, restUrl: `${url}/` }, timers);
}

const VENUE: QuotingVenue = {
  name: 'oanda',
  heartbeatMs: 5_000,
  silenceMs: 10_000,
  connectMs: 10_000,
  symbol: 'EUR_USD',
  script: SCRIPT,
  tick: TICK,
  huge: 'x'.repeat(70_000),
  heartbeat: HEARTBEAT,
  create,
  send: (side, { bid, ask, time }) => {
    const message = PRICE.replace('"1.12157"', quoted(bid)).replace('"1.12170"', quoted(ask));
    side.send(message.replace('2016-10-05T05:28:16.729643492Z', new Date(time).toISOString()));
  },
};
describeFaults(VENUE);
describeBadTicks(VENUE);

describe('oanda', () => {
  let server: VenueServer;
  let source: LiveSource;
  let told: RecordingSink;
  const timers = new ManualTimers();
  const begin = async (script: VenueScript = SCRIPT): Promise<void> => {
    server = await VenueServer.start(script);
    source = create(server, timers);
    told = new RecordingSink();
  };
  afterEach(async () => {
    await source.stop();
    await server.stop();
  });

  it('asks for the prices of the account with the token in a header, and reads them with their digits', async () => {
    await begin();
    source.start(['EUR_USD', 'XAU_USD'], told);
    await expect.poll(() => told.ticks).toEqual([TICK]);
    const side = server.sides[0];
    expect(side?.target).toBe(`/v3/accounts/${ACCOUNT}/pricing/stream?instruments=EUR_USD%2CXAU_USD&snapshot=true`);
    expect(side?.headers.authorization).toBe(`Bearer ${TOKEN}`);
    expect(side?.headers['accept-datetime-format']).toBe('RFC3339');
    // Several messages in a part, and a message in several parts.
    const later = PRICE.replace('EUR_USD', 'XAU_USD').replace('1.12157', '3411.200').replace('1.12170', '3411.7');
    side?.sendPart(`${later}\n\n${HEARTBEAT}\n${PRICE.slice(0, 40)}`);
    side?.sendPart(`${PRICE.slice(40)}\r\n`);
    await expect.poll(() => told.ticks.length).toBe(3);
    expect(told.ticks[1]).toEqual({ symbol: 'XAU_USD', time: TICK.time, bid: '3411.200', ask: '3411.7' });
    expect(told.ticks[2]).toEqual(TICK);
    expect(told.malformedCount).toBe(0);
  });

  it.skipIf(DAY === undefined)('loses, invents and changes no tick of a recording', async () => {
    const lines = recordedLines(DAY ?? '').slice(0, 30_000);
    const recorded = lines.map(([time = '', bid = '', ask = '']) => ({
      symbol: 'EUR_USD',
      time: Number(time),
      bid,
      ask,
    }));
    await begin({ rest });
    source.start(['EUR_USD'], told);
    await expect.poll(() => server.sides.length).toBe(1);
    const text = recorded.map((tick) => `${priceLine(tick)}\n`).join('');
    // Parts whose ends are anywhere in a line.
    for (let from = 0; from < text.length; from += 65_521) server.sides[0]?.sendPart(text.slice(from, from + 65_521));
    await expect.poll(() => told.ticks.length, { interval: 20 }).toBe(recorded.length);
    expect(told.ticks).toEqual(recorded);
    expect(told.malformedCount).toBe(0);
  });

  it('takes no quote from a price that cannot be dealt on', async () => {
    await begin({ rest });
    source.start(['EUR_USD'], told);
    await expect.poll(() => server.sides.length).toBe(1);
    for (const line of [
      PRICE.replace('"tradeable":true', '"tradeable":false').replace('"status":"tradeable",', ''),
      PRICE.replace('"status":"tradeable"', '"status":"non-tradeable"'),
      PRICE.replace('"status":"tradeable"', '"status":"invalid"').replace('"tradeable":true,', ''),
      PRICE.replace(/"bids":\[.*?\]/, '"bids":[]'),
      PRICE.replace(/"asks":\[.*?\],/, ''),
      PRICE.replace('EUR_USD', 'GBP_USD'),
      '{"type":"NEWS"}',
      HEARTBEAT,
      PRICE.replace('1.12157', 'about 1'),
      PRICE.replace('2016-10-05T05:28:16.729643492Z', '1475645296.7'),
      PRICE.replace('"status":"tradeable",', ''),
    ])
      server.sides[0]?.send(line);
    await expect.poll(() => told.ticks).toEqual([TICK]);
    expect(told.malformedCount).toBe(2);
    expect(told.last).toBe('live connected');
  });

  it('ends a stream whose line does not end', async () => {
    await begin();
    source.start(['EUR_USD'], told);
    await expect.poll(() => told.ticks.length).toBe(1);
    for (let part = 0; part < 8; part += 1) server.sides[0]?.sendPart('x'.repeat(10_000));
    await expect.poll(() => told.last).toBe('connecting wrong_answer');
    expect(told.states.at(-1)?.detail).toBe('line too long');
  });

  it('leaves out and tells a symbol that the account does not have', async () => {
    await begin();
    source.start(['EURUSD', 'EUR_USD'], told);
    await expect.poll(() => told.ticks.length).toBe(1);
    expect(told.unknown).toEqual(['EURUSD']);
    expect(server.sides[0]?.target).toContain('instruments=EUR_USD&');
  });

  it('asks for the instruments again after the stream has refused the request', async () => {
    let names = INSTRUMENTS;
    await begin({
      rest: (target) => (rest(target) === undefined ? undefined : names),
      opened: (side) => side.send(PRICE),
    });
    source.start(['EUR_USD', 'XAU_USD'], told);
    await expect.poll(() => told.last).toBe('live connected');
    names = INSTRUMENTS.replace('XAU_USD', 'XAG_USD');
    server.manners = 'html';
    server.sides[0]?.finish();
    await expect.poll(() => told.last).toBe('connecting connection_closed');
    timers.advance(250);
    await expect.poll(() => told.last).toBe('connecting wrong_answer');
    server.manners = 'good';
    timers.advance(1_000);
    await expect.poll(() => told.unknown).toEqual(['XAU_USD']);
    await expect.poll(() => told.last).toBe('live connected');
    expect(server.sides.at(-1)?.target).toContain('instruments=EUR_USD&');
  });

  it('does not connect for unknown symbols only', async () => {
    await begin();
    source.start(['EURUSD'], told);
    await expect.poll(() => told.last).toBe('connecting wrong_answer');
    expect(told.unknown).toEqual(['EURUSD']);
    expect(server.sides).toEqual([]);
  });

  it('replaces the stream for other symbols without a gap', async () => {
    await begin();
    source.start(['EUR_USD'], told);
    await expect.poll(() => told.ticks.length).toBe(1);
    source.subscribe(['EUR_USD', 'XAU_USD']);
    timers.advance(500);
    await expect.poll(() => server.sides.length).toBe(2);
    await expect.poll(() => told.ticks.length).toBe(2);
    server.sides[1]?.send(PRICE.replace('EUR_USD', 'XAU_USD'));
    await expect.poll(() => told.ticks.length).toBe(3);
    expect(told.history).toEqual(['connecting starting', 'live connected']);
    expect(server.sides[1]?.target).toContain('EUR_USD%2CXAU_USD');
  });

  it('rests while no symbol is asked for', async () => {
    await begin();
    source.start([], told);
    expect(told.history).toEqual(['connecting starting']);
    source.subscribe(['EUR_USD']);
    await expect.poll(() => told.last).toBe('live connected');
    source.subscribe([]);
    expect(told.last).toBe('connecting starting');
    expect(timers.waits().filter((wait) => wait < 60_000)).toEqual([]);
  });

  it('never tells the token or the account', async () => {
    await begin();
    const { url } = server;
    await server.stop();
    const lines: string[] = [];
    const echo = await VenueServer.start({
      rest: (target) => (target.endsWith('instruments') ? INSTRUMENTS : undefined),
      opened: (side) => side.finish(),
    });
    echo.manners = 'unauthorized';
    source = oandaSource(
      { token: 'Insufficient', account: 'authorization', environment: 'live', url: echo.url, restUrl: echo.url },
      timers,
    );
    source.start(['EUR_USD'], { ...noSink, state: ({ detail }) => lines.push(detail ?? '') });
    await expect.poll(() => lines.at(-1)).toContain('401');
    expect(lines.at(-1)).toBe('HTTP 401: {"errorMessage":"*** *** to perform request."}');
    expect(url).not.toBe(echo.url);
    await echo.stop();
    server = await VenueServer.start({});
  });

  it('reads the complete minutes of the past, page by page', async () => {
    const targets: string[] = [];
    const start = Date.UTC(2026, 0, 2, 21, 0);
    await begin({
      rest: (target) => {
        targets.push(target);
        return page(new URL(target, 'http://venue').searchParams);
      },
    });
    const bars: SourceBar[] = [];
    const to = start + 2_500 * 60_000;
    const reading = (async () => {
      for await (const bar of source.history?.bars(
        { symbol: 'EUR_USD', period: '1min', from: start, to: to },
        AbortSignal.timeout(20_000),
      ) ?? [])
        bars.push(bar);
    })();
    // The pages keep a distance.
    for (const pages of [1, 2]) {
      await expect.poll(() => targets.length).toBe(pages);
      await timers.scheduled(500);
      timers.advance(500);
    }
    await reading;
    expect(bars).toHaveLength(2_500);
    expect(bars[0]).toEqual({
      time: start,
      bid: { open: '1.09954', high: '1.09960', low: '1.09950', close: '1.09957' },
      ask: { open: '1.09968', high: '1.09974', low: '1.09964', close: '1.09970' },
      count: 26,
    });
    expect(bars.every((bar, at) => bar.time === start + at * 60_000)).toBe(true);
    expect(targets[0]).toBe(
      '/v3/instruments/EUR_USD/candles?price=BA&granularity=M1&count=1000&from=2026-01-02T21%3A00%3A00.000Z',
    );
    expect(targets).toHaveLength(3);
  });

  it('ends the past with the minute that still forms', async () => {
    const from = Date.UTC(2026, 0, 2, 21);
    const candles = [candleText(from, true), candleText(from + 180_000, true), candleText(from + 240_000, false)];
    await begin({ rest: () => `{"candles":[${candles.join(',')}]}` });
    const bars: SourceBar[] = [];
    for await (const bar of source.history?.bars(
      { symbol: 'EUR_USD', period: '1min', from: from, to: from + 600_000 },
      AbortSignal.timeout(20_000),
    ) ?? [])
      bars.push(bar);
    expect(bars.map(({ time }) => (time - from) / 60_000)).toEqual([0, 3]);
  });
});

/** The example with the figures of a tick. */
function priceLine({ time, bid, ask }: SourceTick): string {
  return PRICE.replace('1.12157', bid)
    .replace('1.12170', ask)
    .replace('2016-10-05T05:28:16.729643492Z', new Date(time).toISOString().replace('Z', '999999Z'));
}

const noSink = { tick: nothing, malformed: nothing, unknownSymbol: nothing };

function nothing(): void {
  // Not looked at.
}

function page(query: URLSearchParams): string {
  const from = Date.parse(query.get('from') ?? '');
  const count = Number(query.get('count'));
  const candles = Array.from({ length: count }, (_, minute) => candleText(from + minute * 60_000, true));
  return `{"instrument":"EUR_USD","granularity":"M1","candles":[${candles.join(',')}]}`;
}

function candleText(time: number, complete: boolean): string {
  const at = new Date(time).toISOString().replace('.000Z', '.000000000Z');
  return `{"complete":${complete},"volume":26,"time":"${at}","bid":{"o":"1.09954","h":"1.09960","l":"1.09950","c":"1.09957"},"ask":{"o":"1.09968","h":"1.09974","l":"1.09964","c":"1.09970"}}`;
}
