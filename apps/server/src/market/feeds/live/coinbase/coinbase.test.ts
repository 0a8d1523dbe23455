import { afterEach, describe, expect, it } from 'vitest';
import { describeBadTicks, quoted, type QuotingVenue } from '../connection/bad-ticks.test-support.ts';
import { describeFaults } from '../connection/faults.test-support.ts';
import { ManualTimers } from '../connection/manual-timers.testkit.ts';
import { RecordingSink } from '../connection/recording-sink.testkit.ts';
import { VenueServer, type VenueScript, type VenueSide } from '../connection/venue-server.testkit.ts';
import type { LiveSource, SourceBar } from '../source.ts';
import { hasRecording, recordedMessages } from '../venue-recordings.testkit.ts';
import { coinbaseSource } from './coinbase.ts';

// The examples of the documents: docs.cdp.coinbase.com, websocket-channels, "Ticker Channel" and "Heartbeats Channel".
const ticker = (sequence: number | string, product = 'BTC-USD'): string =>
  `{"channel":"ticker","client_id":"","timestamp":"2023-02-09T20:30:37.167359596Z","sequence_num":${sequence},"events":[{"type":"snapshot","tickers":[{"type":"ticker","product_id":"${product}","price":"21932.98","volume_24_h":"16038.28770938","low_24_h":"21835.29","high_24_h":"23011.18","low_52_w":"15460","high_52_w":"48240","price_percent_chg_24_h":"-4.15775596190603","best_bid":"21931.98","best_bid_quantity":"8000.21","best_ask":"21933.98","best_ask_quantity":"8038.07770938"}]}]}`;
const heartbeat = (sequence: number): string =>
  `{"channel":"heartbeats","client_id":"","timestamp":"2023-06-23T20:31:26.122969572Z","sequence_num":${sequence},"events":[{"current_time":"2023-06-23 20:31:56.121961769 +0000 UTC m=+91717.525857105","heartbeat_counter":"3049"}]}`;
const TICK = { symbol: 'BTC-USD', time: Date.UTC(2023, 1, 9, 20, 30, 37, 167), bid: '21931.98', ask: '21933.98' };

interface Request {
  readonly type: string;
  readonly channel: string;
  readonly product_ids?: readonly string[];
}

const products = (target: string): string | undefined => {
  const url = new URL(target, 'http://venue');
  if (url.pathname !== '/api/v3/brokerage/market/products') return undefined;
  const known = url.searchParams.getAll('product_ids').filter((product) => !product.startsWith('NO'));
  return JSON.stringify({ products: known.map((product) => ({ product_id: product })), num_products: known.length });
};

/** A text of a recorded message, read without a parser of JSON. */
const field = (message: string, name: string): string =>
  new RegExp(String.raw`"${name}":"([^"]*)"`).exec(message)?.[1] ?? '';

const requests: Request[] = [];
/** The next number of each connection. */
const numbers = new WeakMap<VenueSide, number>();
const numbered = (side: VenueSide, message: (sequence: number) => string): void => {
  const next = numbers.get(side) ?? 0;
  numbers.set(side, next + 1);
  side.send(message(next));
};

const SCRIPT: VenueScript = {
  rest: products,
  received: (side, text) => {
    const request = JSON.parse(text) as Request;
    requests.push(request);
    numbered(
      side,
      (sequence) =>
        `{"channel":"subscriptions","client_id":"","timestamp":"2023-02-09T20:30:37.1Z","sequence_num":${sequence},"events":[{"subscriptions":{"${request.channel}":[]}}]}`,
    );
    for (const product of request.product_ids ?? []) numbered(side, (sequence) => ticker(sequence, product));
  },
};

/** Numbers every message, as the table of faults sends them as they are. */
let beat = 2;

const VENUE: QuotingVenue = {
  name: 'coinbase',
  heartbeatMs: 1_000,
  silenceMs: 2_000,
  connectMs: 8_000,
  symbol: 'BTC-USD',
  script: {
    ...SCRIPT,
    opened: () => {
      beat = 2;
    },
  },
  tick: TICK,
  huge: `"${'x'.repeat(1_100_000)}"`,
  get heartbeat() {
    beat += 1;
    return heartbeat(beat);
  },
  create: (server, timers) => coinbaseSource({ url: server.webSocketUrl, restUrl: server.url }, timers),
  send: (side, { bid, ask, time }) => {
    numbered(side, (sequence) =>
      ticker(sequence)
        .replace('2023-02-09T20:30:37.167359596Z', new Date(time).toISOString())
        .replace('"21931.98"', quoted(bid))
        .replace('"21933.98"', quoted(ask)),
    );
  },
};
describeFaults(VENUE);
describeBadTicks(VENUE);

describe('coinbase', () => {
  let server: VenueServer;
  let source: LiveSource;
  let timers: ManualTimers;
  const begin = async (script: VenueScript = SCRIPT): Promise<RecordingSink> => {
    requests.length = 0;
    server = await VenueServer.start(script);
    timers = new ManualTimers();
    source = coinbaseSource({ url: server.webSocketUrl, restUrl: server.url }, timers);
    return new RecordingSink();
  };
  afterEach(async () => {
    await source.stop();
    await server.stop();
  });

  it('subscribes to heartbeats and the known products, and reports the others', async () => {
    const told = await begin();
    source.start(['BTC-USD', 'NO-USD', 'ETH-USD'], told);
    await expect.poll(() => told.ticks).toEqual([TICK, { ...TICK, symbol: 'ETH-USD' }]);
    expect(told.unknown).toEqual(['NO-USD']);
    expect(requests).toEqual([
      { type: 'subscribe', channel: 'heartbeats' },
      { type: 'subscribe', channel: 'ticker', product_ids: ['BTC-USD', 'ETH-USD'] },
    ]);
  });

  it('leaves out the products that were unknown, and what is no product, while the look-up is away', async () => {
    let isAway = false;
    const told = await begin({
      ...SCRIPT,
      rest: (target) => (isAway ? { status: 503, body: '{}' } : products(target)),
    });
    source.start(['BTC-USD', 'NO-USD'], told);
    await expect.poll(() => told.ticks.length).toBe(1);
    isAway = true;
    source.subscribe(['BTC-USD', 'NO-USD', 'ETH-USD', 'BTC#USD']);
    timers.advance(500);
    await expect.poll(() => told.ticks.length).toBe(3);
    expect(requests.at(-1)?.product_ids).toEqual(['BTC-USD', 'ETH-USD']);
    expect(told.unknown).toEqual(['NO-USD', 'NO-USD', 'BTC#USD']);
  });

  it('takes a new connection when a message is missing, and gets the current quotes', async () => {
    const told = await begin();
    source.start(['BTC-USD'], told);
    await expect.poll(() => told.ticks.length).toBe(1);
    await expect.poll(() => told.last).toBe('live connected');
    server.sides.at(-1)?.send(heartbeat(3));
    server.sides.at(-1)?.send(ticker(5));
    await expect.poll(() => told.last).toBe('connecting sequence_gap');
    expect(told.states.at(-1)?.detail).toBe('message 5 instead of 4');
    expect(told.ticks).toHaveLength(1);
    timers.advance(500);
    await expect.poll(() => told.ticks.length).toBe(2);
    expect(told.last).toBe('live connected');
  });

  it('tells errors, limits and refusals apart', async () => {
    const told = await begin();
    source.start(['BTC-USD'], told);
    for (const [words, state] of [
      ['authentication failure', 'refused unauthorized'],
      ['rate limit exceeded', 'refused rate_limited'],
      ['failed to parse', 'connecting wrong_answer'],
    ] as const) {
      await expect.poll(() => told.last).toBe('live connected');
      server.sides.at(-1)?.send(`{"type":"error","message":"${words}"}`);
      await expect.poll(() => told.last).toBe(state);
      expect(told.states.at(-1)?.detail).toBe(words);
      timers.advance(timers.waits().at(-1) ?? 0);
    }
  });

  it('counts tickers that cannot be read', async () => {
    const told = await begin();
    source.start(['BTC-USD'], told);
    await expect.poll(() => told.ticks.length).toBe(1);
    const side = server.sides.at(-1);
    const wrong = [
      ticker(3).replace('"21931.98"', '"NaN"'),
      ticker(4).replace('"best_ask"', '"ask"'),
      ticker(5).replace('2023-02-09T', 'February '),
      '{"channel":"ticker","timestamp":"2023-02-09T20:30:37Z","sequence_num":6,"events":[]}',
      ticker('"x"'),
    ];
    for (const message of wrong) side?.send(message);
    await expect.poll(() => told.malformedCount).toBe(wrong.length);
    expect(told.ticks).toHaveLength(1);
  });

  it.skipIf(!hasRecording('coinbase-2021-04-17.ws.txt'))(
    'delivers every recorded quote once, in order, with its digits, and nothing else',
    async () => {
      // The facts of the older protocol in the form of the present one.
      const recorded = recordedMessages('coinbase-2021-04-17.ws.txt').filter((message) =>
        message.startsWith('{"type":"ticker"'),
      );
      expect(recorded).toHaveLength(107);
      const expected = recorded.map((message) => ({
        symbol: field(message, 'product_id'),
        // Rounded down by cutting the digits after the third.
        time: Date.parse(`${field(message, 'time').slice(0, 23)}Z`),
        bid: field(message, 'best_bid'),
        ask: field(message, 'best_ask'),
      }));
      const told = await begin({
        ...SCRIPT,
        received: (side, text) => {
          if ((JSON.parse(text) as Request).channel !== 'ticker') return;
          for (const message of recorded)
            numbered(
              side,
              (sequence) =>
                `{"channel":"ticker","client_id":"","timestamp":"${field(message, 'time')}","sequence_num":${sequence},"events":[{"type":"update","tickers":[${message}]}]}`,
            );
        },
      });
      source.start([...new Set(expected.map(({ symbol }) => symbol))], told);
      await expect.poll(() => told.ticks.length).toBe(expected.length);
      expect(told.ticks).toEqual(expected);
      expect(told.malformedCount).toBe(0);
    },
  );

  it('reads the complete minutes of the past, page after page, oldest first', async () => {
    const first = Date.UTC(2026, 10, 22);
    const total = 500;
    await begin({
      rest: (target) => {
        const url = new URL(target, 'http://venue');
        expect(url.pathname).toBe('/api/v3/brokerage/market/products/BTC-USD/candles');
        const [from, to] = ['start', 'end'].map((name) => Number(url.searchParams.get(name)));
        const starts = Array.from({ length: total }, (_, index) => first / 1000 + index * 60)
          .filter((start) => start >= from! && start <= to!)
          .toReversed();
        expect(starts.length).toBeLessThanOrEqual(350);
        return JSON.stringify({
          candles: starts.map((start) => ({
            start: String(start),
            low: '140.210',
            high: '140.21',
            open: '140.21',
            close: '140.21',
            volume: '56437345',
          })),
        });
      },
    });
    const bars: SourceBar[] = [];
    const minutes = source.history?.bars(
      { symbol: 'BTC-USD', period: '1min', from: first, to: first + total * 60_000 },
      AbortSignal.timeout(20_000),
    );
    const reading = (async () => {
      for await (const bar of minutes ?? []) bars.push(bar);
    })();
    await timers.scheduled(250);
    timers.advance(250);
    await reading;
    expect(bars.map(({ time }) => time)).toEqual(Array.from({ length: total }, (_, index) => first + index * 60_000));
    expect(bars[0]?.bid).toEqual({ open: '140.21', high: '140.21', low: '140.210', close: '140.21' });
    expect(source.history?.basis).toBe('trades');
  });
});
