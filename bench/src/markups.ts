import { type GroupTerms, type Price, type Quote, asPrice } from '@fairlot/domain';
import { AccountGroup } from '@fairlot/engine';
import type { ListedInstrument, MarketData } from '../../apps/server/src/market/port.ts';
import { MarketStreams } from '../../apps/server/src/realtime/market-streams.ts';
import type { Subscriber } from '../../apps/server/src/realtime/stream.ts';
import { instruments } from './quotes/positions.ts';
import { report } from './report.ts';

const PROFILES = [1, 10, 50];
/** Sockets that watch all quotes, spread evenly over the profiles. */
const SUBSCRIBERS = 2000;
const WARM_UP = 300;
const ROUNDS = 3000;
/** Ticks of the gateway from one update of an instrument to the next. */
const PACE = 3;
const STEP = 1000n;

interface Row {
  readonly profiles: number;
  /** Time of one tick of the gateway in which all instruments have changed, until its frames are with the sockets. */
  readonly microsPerTick: number;
  readonly encodedBytesPerTick: number;
  readonly framesPerTick: number;
}

/** Measures one tick of the gateway with growing numbers of markup profiles, for the same number of sockets. */
async function run(): Promise<void> {
  const rows: Row[] = [];
  for (const profiles of PROFILES) {
    rows.push(measure(profiles));
    await new Promise(setImmediate);
  }
  console.table(rows);
  const [one, ten, fifty] = rows.map(({ microsPerTick }) => microsPerTick);
  report(
    'markups',
    { instruments: instruments().length, subscribers: SUBSCRIBERS, rounds: ROUNDS },
    { rows, tenAgainstOne: ratio(ten, one), fiftyAgainstOne: ratio(fifty, one) },
  );
}

function measure(profiles: number): Row {
  const { market, quoteAll } = fedMarket();
  const streams = new MarketStreams(market);
  streams.follow();
  quoteAll();
  const seen = { frames: 0, last: undefined as Buffer | undefined, bytes: 0 };
  for (let index = 0; index < SUBSCRIBERS; index += 1)
    streams.find('DAY_MARKET', groupOf(index % profiles, market.instruments()))?.add(subscriber(seen));
  const round = (): void => {
    quoteAll();
    for (let tick = 0; tick < PACE; tick += 1) streams.tick();
  };
  for (let index = 0; index < WARM_UP; index += 1) round();
  seen.frames = 0;
  seen.bytes = 0;
  const begin = performance.now();
  for (let index = 0; index < ROUNDS; index += 1) round();
  const micros = ((performance.now() - begin) * 1000) / ROUNDS;
  return {
    profiles,
    microsPerTick: Math.round(micros),
    encodedBytesPerTick: Math.round(seen.bytes / ROUNDS),
    framesPerTick: seen.frames / ROUNDS,
  };
}

/** A socket that takes frames. The first to get a frame counts its bytes. */
function subscriber(seen: { frames: number; last: Buffer | undefined; bytes: number }): Subscriber {
  return {
    isSlow: false,
    send: (frame) => {
      seen.frames += 1;
      if (frame !== seen.last) seen.bytes += frame.length;
      seen.last = frame;
    },
    fallBehind: () => undefined,
  };
}

/** A group with a markup in every instrument; the first has none, and sees the market's prices. */
function groupOf(number: number, listed: readonly ListedInstrument[]): AccountGroup | undefined {
  if (number === 0) return undefined;
  const distance = asPrice(BigInt(number) * STEP);
  const terms: GroupTerms[] = listed.map(({ id }) => ({ instrument: id, markup: { bid: distance, ask: distance } }));
  const group = new AccountGroup(number);
  group.record = { id: number, terms };
  return group;
}

/** A market in which every instrument gets a new quote at once. */
function fedMarket(): { readonly market: MarketData; readonly quoteAll: () => void } {
  const listed = instruments() as unknown as readonly ListedInstrument[];
  const byId = new Map(listed.map((each) => [each.id, each]));
  const quotes = new Map<number, Quote>();
  const listeners: ((quote: Quote) => void)[] = [];
  const price: Price = asPrice(110_000n * STEP);
  let serial = 0;
  const market = {
    instruments: () => listed,
    instrument: (id: number) => byId.get(id),
    quote: (id: number) => quotes.get(id),
    day: (id: number) => ({
      open: price,
      high: price,
      low: price,
      close: quotes.get(id)?.bid ?? price,
      volume: serial,
    }),
    isOpen: () => true,
    doubt: () => undefined,
    sourceOf: () => 'simulated',
    forming: () => undefined,
    onQuote: (listener: (quote: Quote) => void) => {
      listeners.push(listener);
      return () => undefined;
    },
    onSession: () => () => undefined,
    onDoubt: () => () => undefined,
  } as unknown as MarketData;
  const quoteAll = (): void => {
    for (const { id } of listed) {
      serial += 1;
      const bid = asPrice(price + BigInt(serial % 997) * STEP);
      const quote = { instrument: id, seq: serial, time: serial, bid, ask: asPrice(bid + 10n * STEP) };
      quotes.set(id, quote);
      for (const listener of listeners) listener(quote);
    }
  };
  return { market, quoteAll };
}

function ratio(one: number | undefined, other: number | undefined): number {
  return Number(((one ?? 0) / (other ?? 1)).toFixed(2));
}

if (process.argv[1]?.includes('markups')) await run();
