import { type Candle, MINUTE_MS, PERIOD_MS, type Period } from '@fairlot/domain';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { binanceSource } from '../feeds/live/binance/binance.ts';
import { coinbaseSource } from '../feeds/live/coinbase/coinbase.ts';
import { ManualTimers } from '../feeds/live/connection/manual-timers.testkit.ts';
import { type Manners, type RestAnswer, VenueServer } from '../feeds/live/connection/venue-server.testkit.ts';
import { krakenSource } from '../feeds/live/kraken/kraken.ts';
import { oandaSource } from '../feeds/live/oanda/oanda.ts';
import type { LiveSource, PastSource } from '../feeds/live/source.ts';
import { REFERENCE_INSTRUMENTS } from '../reference/instruments.ts';
import type { Gap } from './gap-store.ts';
import { HistoryFill, type HistoryFillDeps } from './history-fill.ts';
import type { Span } from './zones.ts';

/** The longest time of a call, by which the timers of calls are known. */
const CALL_MS = 15_000;

class CallTimers extends ManualTimers {
  calls = 0;

  override after(delayMs: number, callback: () => void): () => void {
    const cancel = super.after(delayMs, callback);
    if (delayMs !== CALL_MS) return cancel;
    this.calls += 1;
    return () => {
      this.calls -= 1;
      cancel();
    };
  }
}

/** The spans and bars of a database. */
class MemoryGaps {
  readonly bars = new Map<number, Candle>();
  waiting: Gap[] = [];
  readonly end: number;

  constructor(end: number) {
    this.end = end;
  }

  open(): Promise<Gap[]> {
    return Promise.resolve(this.waiting);
  }

  ends(instruments: readonly number[]): Promise<ReadonlyMap<number, number>> {
    return Promise.resolve(new Map(instruments.map((id) => [id, this.end])));
  }

  add(instrument: number, span: Span): Promise<{ gap: Gap; givenUp: [] }> {
    const gap: Gap = { instrument, ...span, period: '1min', next: span.from };
    this.waiting.push(gap);
    return Promise.resolve({ gap, givenUp: [] });
  }

  write(gap: Gap, rows: readonly { readonly bar: Candle }[], reached: Pick<Gap, 'period' | 'next'>): Promise<Gap> {
    for (const { bar } of rows) if (!this.bars.has(bar.time)) this.bars.set(bar.time, bar);
    return Promise.resolve({ ...gap, ...reached });
  }

  sum(): Promise<void> {
    return Promise.resolve();
  }

  remove({ instrument }: Gap): Promise<void> {
    this.waiting = this.waiting.filter((gap) => gap.instrument !== instrument);
    return Promise.resolve();
  }
}

interface Entry {
  readonly time: number;
  readonly close: string;
  readonly low?: string;
}

/** A venue whose page has the given bars, by its documents. */
interface Venue {
  readonly name: PastSource['name'];
  readonly symbol: string;
  readonly page: (entries: readonly Entry[]) => string;
  /** The answer for a symbol that it does not know. */
  readonly unknown: RestAnswer;
  readonly create: (server: VenueServer, timers: ManualTimers) => LiveSource;
}

const seconds = ({ time }: Entry): number => time / 1000;
const VENUES: readonly Venue[] = [
  {
    name: 'oanda',
    symbol: 'BTC_USD',
    page: (entries) =>
      `{"candles":[${entries
        .map((entry) => {
          const { time, close, low = '1.10' } = entry;
          const side = `{"o":"1.50","h":"9.00","l":"${low}","c":"${close}"}`;
          return `{"complete":true,"volume":7,"time":"${new Date(time).toISOString()}","bid":${side},"ask":${side}}`;
        })
        .join()}]}`,
    unknown: { status: 400, body: '{"errorMessage":"Invalid value specified for \'instrument\'"}' },
    create: ({ url }, timers) =>
      oandaSource({ token: 't0ken', account: '101', environment: 'practice', url, restUrl: url }, timers),
  },
  {
    name: 'binance',
    symbol: 'btcusdt',
    page: (entries) =>
      `[${entries.map(({ time, close, low = '1.10' }) => `[${time},"1.50","9.00","${low}","${close}","5",${time + 59_999},"5",7,"1","1","0"]`).join()}]`,
    unknown: { status: 400, body: '{"code":-1121,"msg":"Invalid symbol."}' },
    create: ({ url }, timers) => binanceSource({ url, restUrl: url }, timers),
  },
  {
    name: 'kraken',
    symbol: 'BTC/USD',
    page: (entries) =>
      `{"error":[],"result":{"XXBTZUSD":[${[...entries, { time: 0, close: '1.50' }]
        .map((entry) => `[${seconds(entry)},"1.50","9.00","${entry.low ?? '1.10'}","${entry.close}","1.5","5",7]`)
        .join()}],"last":0}}`,
    unknown: { status: 200, body: '{"error":["EQuery:Unknown asset pair"]}' },
    create: ({ url }, timers) => krakenSource({ url, restUrl: url }, timers),
  },
  {
    name: 'coinbase',
    symbol: 'BTC-USD',
    page: (entries) =>
      `{"candles":[${entries
        .map(
          (entry) =>
            `{"start":"${seconds(entry)}","low":"${entry.low ?? '1.10'}","high":"9.00","open":"1.50","close":"${entry.close}","volume":"5"}`,
        )
        .join()}]}`,
    unknown: { status: 404, body: '{"error":"NOT_FOUND"}' },
    create: ({ url }, timers) => coinbaseSource({ url, restUrl: url }, timers),
  },
];

const MANNERS: readonly (readonly [Manners, string])[] = [
  ['html', 'wrong_answer'],
  ['unauthorized', 'unauthorized'],
  ['rateLimited', 'rate_limited'],
  ['closesAtOnce', 'unreachable'],
  ['halfOpen', 'unreachable'],
];

describe.each(VENUES)('the past from $name', (venue) => {
  const instrument = REFERENCE_INSTRUMENTS.find(({ code }) => code === 'BTCUSD')!;
  let server: VenueServer;
  let timers: CallTimers;
  let source: LiveSource;
  let gaps: MemoryGaps;
  let fill: HistoryFill;
  let told: string[];
  let pasts: PastSource[];
  let instruments: readonly (typeof instrument)[];
  let pastsFor: (id: number) => readonly PastSource[];
  /** The answer of the venue; undefined: bytes that arrive one by one and never end. */
  let answer: () => string | RestAnswer | undefined;
  let expected: readonly Entry[];

  beforeEach(async () => {
    timers = new CallTimers();
    const from = timers.now() - 120 * MINUTE_MS;
    expected = Array.from({ length: 120 }, (_, minute) => ({
      time: from + minute * MINUTE_MS,
      close: `2.${String(minute).padStart(3, '0')}`.slice(0, 4),
    }));
    answer = () => venue.page(expected);
    server = await VenueServer.start({ rest: () => answer(), opened: (side) => side.sendPart('[') });
    source = venue.create(server, timers);
    gaps = new MemoryGaps(from);
    told = [];
    pasts = source.history === undefined ? [] : [{ name: venue.name, symbol: venue.symbol, history: source.history }];
    instruments = [instrument];
    pastsFor = () => pasts;
    const market: HistoryFillDeps['market'] = {
      now: () => timers.now(),
      instruments: () => instruments,
      instrument: (id) => instruments.find((each) => each.id === id),
      quote: () => undefined,
      doubt: () => 'source',
    };
    const log = { info: (text: string) => told.push(text), warn: (text: string) => told.push(text) };
    fill = new HistoryFill({
      market,
      pastsOf: (id) => pastsFor(id),
      gaps,
      rejoin: () => Promise.resolve(),
      timers,
      log,
    });
  });
  afterEach(async () => {
    await fill.stop();
    await source.stop();
    await server.stop();
  });

  /** Lets the time pass while no call is under way, or while it must not end. */
  const until = async (isReached: () => boolean, isHanging = false): Promise<void> => {
    await expect
      .poll(
        () => {
          if (!isReached() && (timers.calls === 0 || isHanging)) timers.advance(2_000);
          return isReached();
        },
        { interval: 2 },
      )
      .toBe(true);
  };
  const filled = (): Promise<void> => until(() => gaps.waiting.length === 0);
  const closes = (): (readonly [number, bigint])[] =>
    [...gaps.bars.values()].map(({ time, bid }) => [time, bid.close] as const);
  const all = (): (readonly [number, bigint])[] =>
    expected.map(({ time, close }) => [time, BigInt(close.replace('.', '')) * 1_000_000n] as const);

  it.each(MANNERS)('%s: told once, nothing is lost', async (manners, reason) => {
    server.manners = manners;
    await fill.watch();
    await until(() => told.length > 0, manners === 'halfOpen');
    expect(told[0]).toContain(`history of ${venue.name}: ${reason} (`);
    expect(told[0]).not.toContain('t0ken');
    expect(fill.status().waiting).toMatchObject([{ code: 'BTCUSD', failure: { reason } }]);
    // A source that keeps its connection shows further attempts as requests, one that closes at once as connections.
    const attempts = (): number => server.connections + server.requests;
    const before = attempts();
    await until(() => attempts() > before + 2, manners === 'halfOpen');
    expect(told).toHaveLength(1);
    expect(gaps.bars.size).toBe(0);
    server.manners = 'good';
    await until(() => gaps.waiting.length === 0, manners === 'halfOpen');
    expect(closes()).toEqual(all());
    expect(told.slice(1)).toEqual([`history of ${venue.name}: works again`]);
  });

  it('an instrument whose page always fails: the others are filled, and its failure is named', async () => {
    const other = { ...instrument, id: 9_999, code: 'OTHER' };
    instruments = [instrument, other];
    // The first call is one of the first instrument, and every later one of it fails as well.
    const symbols = new Map([
      [instrument.id, venue.symbol],
      [other.id, venue.symbol.replace(/BTC/i, (coin) => (coin === 'BTC' ? 'ETH' : 'eth'))],
    ]);
    pastsFor = (id) => pasts.map((past) => ({ ...past, symbol: symbols.get(id) ?? past.symbol }));
    answer = () =>
      /BTC/i.test(server.targets.at(-1) ?? '') ? { status: 500, body: 'out of order' } : venue.page(expected);
    await fill.watch();
    await until(() => gaps.waiting.every((gap) => gap.instrument === instrument.id));
    expect(closes()).toEqual(all());
    const { waiting } = fill.status();
    expect(waiting).toMatchObject([
      { code: 'BTCUSD', source: venue.name, period: '1min', bars: 0, failure: { reason: 'wrong_answer' } },
    ]);
    expect(waiting[0]?.failure?.detail).toContain('HTTP 500');
    answer = () => venue.page(expected);
    await until(() => gaps.waiting.length === 0);
    expect(fill.status().waiting).toEqual([]);
  });

  it('a page cut in half, a page without its list and drip-fed bytes: tried again, never taken for a time without bars', async () => {
    const page = venue.page(expected);
    const answers = [
      page.slice(0, page.length / 2),
      '{}',
      '{"error":[],"result":{}}',
      page.replaceAll('"', '').slice(0, -3),
      undefined,
    ];
    for (const wrong of answers) {
      answer = () => wrong;
      const requests = server.requests;
      await fill.watch();
      await until(() => server.requests > requests, wrong === undefined);
      expect(gaps.waiting).toHaveLength(1);
    }
    await until(() => timers.calls === 0, true);
    answer = () => venue.page(expected);
    await until(() => gaps.waiting.length === 0, true);
    expect(closes()).toEqual(all());
  });

  it('bars out of order, twice, not asked for or impossible: each of the others once', async () => {
    const impossible = { ...expected[7]!, low: '8.00' };
    const odd = [
      ...expected.toReversed().map((entry) => (entry.time === impossible.time ? impossible : entry)),
      expected[3]!,
      { time: timers.now() - 121 * MINUTE_MS, close: '3.00' },
      { time: timers.now(), close: '3.00' },
      { time: timers.now() - 30_000, close: '3.00' },
    ];
    answer = () => venue.page(odd);
    await fill.watch();
    await filled();
    expect(closes()).toEqual(all().filter(([time]) => time !== impossible.time));
    expect(fill.status()).toEqual({ gaps: 0, filled: 119, malformed: 1, waiting: [] });
  });

  it.each(['unknown symbol', 'refused token'])('%s: the next source in line has the rest', async (fault) => {
    if (fault === 'unknown symbol') answer = () => venue.unknown;
    else server.manners = 'unauthorized';
    const next: PastSource = {
      name: 'dxlink',
      symbol: 'BTC/USD:X',
      history: {
        basis: 'bidAsk',
        async *bars({ period, from, to }: { period: Period; from: number; to: number }) {
          await Promise.resolve();
          const prices = { open: '5.00', high: '5.00', low: '5.00', close: '5.00' };
          for (let time = from; time < to; time += PERIOD_MS[period])
            yield { time, bid: prices, ask: prices, count: 1 };
        },
      },
    };
    pasts = [...pasts, next];
    await fill.watch();
    await until(() => told.length > 0);
    await fill.watch();
    await filled();
    expect(gaps.bars.size).toBe(120);
    expect([...gaps.bars.values()].every(({ basis }) => basis === undefined)).toBe(true);
    expect(told).toHaveLength(1);
  });
});
