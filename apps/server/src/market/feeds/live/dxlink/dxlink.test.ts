import { afterEach, describe, expect, it } from 'vitest';
import { describeBadTicks, type QuotingVenue } from '../connection/bad-ticks.test-support.ts';
import { describeFaults } from '../connection/faults.test-support.ts';
import { ManualTimers } from '../connection/manual-timers.testkit.ts';
import { RecordingSink } from '../connection/recording-sink.testkit.ts';
import { VenueServer, type VenueScript, type VenueSide } from '../connection/venue-server.testkit.ts';
import type { LiveSource } from '../source.ts';
import { dxLinkSource } from './dxlink.ts';

// The messages of the protocol's description: github.com/dxFeed/dxLink, dxlink-specification/asyncapi.yml 1.0.2.
// Times of quotes are those of the last change of a side, in whole seconds: dxFeed's description of Quote.
const BID_TIME = Date.UTC(2026, 10, 23, 9);
const ASK_TIME = BID_TIME + 1000;
const FIELDS = ['eventType', 'eventSymbol', 'bidPrice', 'askPrice', 'bidTime', 'askTime'];
const SETUP =
  '{"type":"SETUP","channel":0,"keepaliveTimeout":60,"acceptKeepaliveTimeout":60,"version":"1.0-2.0.1-20260101"}';
const TOKEN = 'dGhlIHRva2Vu';

interface Message {
  readonly type: string;
  readonly channel: number;
  readonly token?: string;
  readonly add?: readonly { readonly type: string; readonly symbol: string }[];
}

const quote = (symbol: string, bid = '1.08123', ask = '1.08125', bidTime = BID_TIME, askTime = ASK_TIME): string =>
  `{"type":"FEED_DATA","channel":1,"data":["Quote",["Quote","${symbol}",${bid},${ask},${bidTime},${askTime}]]}`;
const TICK = { symbol: 'EUR/USD', time: ASK_TIME, bid: '1.08123', ask: '1.08125' };

const heard: Message[] = [];

/** A server that needs no token, or the given one. */
function script(token = '', config = FIELDS): VenueScript {
  return {
    received: (side, text) => {
      const message = JSON.parse(text) as Message;
      heard.push(message);
      answer(side, message, token, config);
    },
  };
}

function answer(side: VenueSide, message: Message, token: string, config: readonly string[]): void {
  const authorization = (isGood: boolean): void =>
    side.send(
      `{"type":"AUTH_STATE","channel":0,"state":"${isGood ? 'AUTHORIZED' : 'UNAUTHORIZED'}","userId":"a1b2c3d4"}`,
    );
  switch (message.type) {
    case 'SETUP':
      side.send(SETUP);
      return authorization(token === '');
    case 'AUTH':
      return authorization(message.token === token);
    case 'CHANNEL_REQUEST':
      return side.send(
        '{"type":"CHANNEL_OPENED","channel":1,"service":"FEED","version":"1.0","parameters":{"contract":"AUTO","subFormat":"LIST"}}',
      );
    case 'FEED_SETUP':
      return side.send(
        JSON.stringify({
          type: 'FEED_CONFIG',
          channel: 1,
          dataFormat: 'COMPACT',
          aggregationPeriod: 0,
          eventFields: { Quote: config },
        }),
      );
    case 'FEED_SUBSCRIPTION':
      for (const { symbol } of message.add ?? []) if (config === FIELDS) side.send(quote(symbol));
  }
}

const VENUE: QuotingVenue = {
  name: 'dxlink',
  heartbeatMs: 1_400,
  silenceMs: 2_800,
  connectMs: 5_000,
  symbol: 'EUR/USD',
  script: script(),
  tick: TICK,
  huge: `"${'x'.repeat(1_100_000)}"`,
  heartbeat: '{"type":"KEEPALIVE","channel":0}',
  create: (server, timers) => dxLinkSource({ url: server.webSocketUrl }, timers),
  send: (side, { bid, ask, time }) => side.send(quote('EUR/USD', bid, ask, time, time)),
};
describeFaults(VENUE);
describeBadTicks(VENUE);

describe('dxlink', () => {
  let server: VenueServer;
  let source: LiveSource;
  let timers: ManualTimers;
  const begin = async (venue: VenueScript = script(), token?: string): Promise<RecordingSink> => {
    heard.length = 0;
    server = await VenueServer.start(venue);
    timers = new ManualTimers(BID_TIME + 5_000);
    source = dxLinkSource({ url: server.webSocketUrl, token }, timers);
    return new RecordingSink();
  };
  afterEach(async () => {
    await source.stop();
    await server.stop();
  });

  it('opens a channel of the feed and asks for compact quotes', async () => {
    const told = await begin();
    source.start(['EUR/USD', 'XAU/USD', '*'], told);
    await expect.poll(() => told.ticks).toEqual([TICK, { ...TICK, symbol: 'XAU/USD' }]);
    expect(heard).toEqual([
      { type: 'SETUP', channel: 0, version: '0.1-fairlot', keepaliveTimeout: 60, acceptKeepaliveTimeout: 60 },
      { type: 'CHANNEL_REQUEST', channel: 1, service: 'FEED', parameters: { contract: 'AUTO' } },
      {
        type: 'FEED_SETUP',
        channel: 1,
        acceptAggregationPeriod: 0,
        acceptDataFormat: 'COMPACT',
        acceptEventFields: { Quote: FIELDS },
      },
      {
        type: 'FEED_SUBSCRIPTION',
        channel: 1,
        add: [
          { type: 'Quote', symbol: 'EUR/USD' },
          { type: 'Quote', symbol: 'XAU/USD' },
        ],
      },
    ]);
    source.subscribe(['XAU/USD', 'AAPL']);
    await expect.poll(() => told.ticks.length).toBe(3);
    expect(heard.at(-1)).toEqual({
      type: 'FEED_SUBSCRIPTION',
      channel: 1,
      add: [{ type: 'Quote', symbol: 'AAPL' }],
      remove: [{ type: 'Quote', symbol: 'EUR/USD' }],
    });
    expect(server.sides).toHaveLength(1);
  });

  it('delivers numbers with their digits, several quotes of a message, and the server’s order of the fields', async () => {
    const order = ['askTime', 'eventSymbol', 'askPrice', 'bidPrice', 'bidTime'];
    const told = await begin(script('', order));
    source.start(['EUR/USD', 'XAU/USD'], told);
    await expect.poll(() => heard.some(({ type }) => type === 'FEED_SUBSCRIPTION')).toBe(true);
    server.sides[0]?.send(
      `{"type":"FEED_DATA","channel":1,"data":["Trade",["Trade","EUR/USD",1],"Quote",[${BID_TIME},"EUR/USD",1.0812300,0.10,0,0,"XAU/USD",4.1E3,12345678901234567890.12345,${ASK_TIME}]]}`,
    );
    await expect
      .poll(() => told.ticks)
      .toEqual([
        { symbol: 'EUR/USD', time: BID_TIME, bid: '0.10', ask: '1.0812300' },
        { symbol: 'XAU/USD', time: ASK_TIME, bid: '12345678901234567890.12345', ask: '4100' },
      ]);
    server.sides[0]?.send(
      `{"type":"FEED_DATA","channel":1,"data":[{"eventType":"Quote","eventSymbol":"EUR/USD","bidPrice":2.50,"askPrice":2.51}]}`,
    );
    await expect.poll(() => told.ticks.length).toBe(3);
    // Without a time of the source, the time of the arrival.
    expect(told.ticks[2]).toEqual({ symbol: 'EUR/USD', time: timers.now(), bid: '2.50', ask: '2.51' });
  });

  it('delivers every quote of one second in its order', async () => {
    const told = await begin();
    source.start(['EUR/USD'], told);
    await expect.poll(() => told.ticks.length).toBe(1);
    const bids = ['1.08121', '1.08124', '1.08122'];
    for (const bid of bids) server.sides[0]?.send(quote('EUR/USD', bid));
    await expect
      .poll(() => told.ticks.map(({ bid, time }) => [bid, time]))
      .toEqual([TICK.bid, ...bids].map((bid) => [bid, ASK_TIME]));
  });

  it('delivers no quote of an empty side, and counts those that cannot be read', async () => {
    const told = await begin();
    source.start(['EUR/USD'], told);
    await expect.poll(() => told.ticks.length).toBe(1);
    const side = server.sides[0];
    for (const none of ['"NaN"', '"Infinity"', 'null']) side?.send(quote('EUR/USD', none));
    const wrong = [
      quote('EUR/USD', '-1'),
      quote('EUR/USD', '"1,08"'),
      quote('EUR/USD').replace(',1.08123', ''),
      '{"type":"FEED_DATA","channel":1,"data":["Quote"]}',
      '{"type":"FEED_DATA","channel":1,"data":[]}',
      '{"type":"FEED_DATA","channel":1}',
    ];
    for (const message of wrong) side?.send(message);
    side?.send(quote('GBP/USD'));
    side?.send(quote('EUR/USD', '1.08124'));
    await expect.poll(() => told.ticks.length).toBe(2);
    expect(told.malformedCount).toBe(wrong.length);
    expect(told.ticks[1]?.bid).toBe('1.08124');
  });

  it('sends its token when the server asks for it, and tells a wrong one once and without its text', async () => {
    const told = await begin(script(TOKEN), TOKEN);
    source.start(['EUR/USD'], told);
    await expect.poll(() => told.ticks.length).toBe(1);
    expect(heard.filter(({ type }) => type === 'AUTH')).toEqual([{ type: 'AUTH', channel: 0, token: TOKEN }]);
    await source.stop();
    await server.stop();
    for (const [token, detail] of [
      ['wrong', 'the token is not accepted'],
      ['', 'the server asks for a token'],
    ] as const) {
      const refused = await begin(script(TOKEN), token);
      source.start(['EUR/USD'], refused);
      await expect.poll(() => refused.last).toBe('refused unauthorized');
      expect(refused.states.at(-1)?.detail).toBe(detail);
      expect(timers.waits()).toEqual([330_000]);
      if (token === '') continue;
      await source.stop();
      await server.stop();
    }
  });

  it('tells errors of the protocol apart and hides the token in them', async () => {
    const told = await begin(script(TOKEN), TOKEN);
    source.start(['EUR/USD'], told);
    for (const [error, state] of [
      ['TIMEOUT', 'connecting connection_closed'],
      ['UNSUPPORTED_PROTOCOL', 'connecting wrong_answer'],
      ['UNAUTHORIZED', 'refused unauthorized'],
    ] as const) {
      await expect.poll(() => told.last).toBe('live connected');
      // An error about one message, on which the feed goes on.
      server.sides.at(-1)?.send('{"type":"ERROR","channel":1,"error":"BAD_ACTION","message":"no such symbol"}');
      server.sides.at(-1)?.send(`{"type":"ERROR","channel":0,"error":"${error}","message":"no ${TOKEN}"}`);
      await expect.poll(() => told.last).toBe(state);
      expect(told.states.at(-1)?.detail).toBe(`${error}: no ***`);
      timers.advance(timers.waits().at(-1) ?? 0);
    }
  });

  it('keeps the connection alive in both directions', async () => {
    const told = await begin();
    source.start(['EUR/USD', 'XAU/USD'], told);
    await expect.poll(() => told.ticks.length).toBe(2);
    // Answers to pings alone: after the promised minute the server is not pinged any more.
    for (let probe = 1; probe <= 42; probe += 1) {
      timers.advance(1_400);
      await timers.scheduled(2_800 * 0.95);
    }
    expect(told.last).toBe('live connected');
    expect(heard.filter(({ type }) => type === 'KEEPALIVE')).toHaveLength(1);
    timers.advance(1_400);
    // A message that the server gets after any ping, and does not answer.
    source.subscribe(['EUR/USD']);
    await expect.poll(() => heard.at(-1)?.type).toBe('FEED_SUBSCRIPTION');
    expect(server.pings).toBe(42);
    timers.advance(1_400);
    expect(told.last).toBe('stale heartbeat_missed');
  });
});
