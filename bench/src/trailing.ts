import { type Price, type Quote } from '@fairlot/domain';
import { type EngineImage, type OrderRecord, type TradingEngine, restoreEngine } from '@fairlot/engine';
import { INSTRUMENTS, Walk, imageWith } from './quotes/positions.ts';
import { report } from './report.ts';

const POSITIONS = Number(process.env['BENCH_POSITIONS'] ?? 100_000);
const ROUNDS = 5;
const PASSES = 20;
const QUOTES = 10_000;
const SETTINGS = { positions: POSITIONS, instruments: INSTRUMENTS, rounds: ROUNDS, passes: PASSES, quotes: QUOTES };
/** Beyond the next move of every stop, and below every target. */
const RALLY = 900_000n;

/**
 * Measures a quote that moves no stop among 100,000 positions with trailing stops, beside the same positions with stops
 * that stay, in turns within one process. Then a rally by which one quote of each instrument moves every stop of its buys.
 */
export async function run(): Promise<unknown> {
  const [bare, trailing] = [engineWith((order) => order), engineWith(withTrailing)];
  const quiet = { bare: [] as number[], trailing: [] as number[] };
  for (let round = 0; round <= ROUNDS; round += 1) {
    const part = { bare: feed(bare), trailing: feed(trailing) };
    await new Promise(setImmediate);
    // The first round warms up, and moves what the prices move.
    if (round === 0) [bare.rows, trailing.rows] = [0, 0];
    if (round === 0) continue;
    quiet.bare.push(part.bare);
    quiet.trailing.push(part.trailing);
  }
  if (bare.rows + trailing.rows > 0) throw new Error('a repeated price moved a stop');
  const [bareNs, trailingNs] = [median(quiet.bare), median(quiet.trailing)];
  const figures = {
    bareNsPerQuote: Math.round(bareNs),
    trailingNsPerQuote: Math.round(trailingNs),
    ratio: Number((trailingNs / bareNs).toFixed(2)),
    all: rally(trailing),
    goal: 'a quote that moves none costs what it costs without trailing stops',
  };
  report('trailing', SETTINGS, figures);
  return figures;
}

interface Fed {
  readonly engine: TradingEngine;
  readonly prices: readonly Quote[];
  /** The price under the next sequence number and time. */
  readonly next: (price: Quote) => Quote;
  /** Quotes that caused a row. */
  rows: number;
}

function engineWith(change: (order: OrderRecord) => OrderRecord): Fed {
  const walk = new Walk(7);
  const image = imageWith(POSITIONS, walk);
  const orders: EngineImage['orders'] = {
    *[Symbol.iterator]() {
      for (const order of image.orders) yield change(order);
    },
  };
  const engine = restoreEngine({ ...image, orders });
  // The first quote makes the engine compute the bands of every account.
  const first = walk.quote(1);
  engine.onQuote(first, first.time);
  const prices = walk.quotes(QUOTES);
  let { seq, time } = prices.at(-1) ?? first;
  return { engine, prices, next: (price) => ({ ...price, seq: (seq += 1), time: (time += 1) }), rows: 0 };
}

/** The distance of the stop from the price at the beginning. */
function withTrailing(order: OrderRecord): OrderRecord {
  const { price = 0n, stopLoss = 0n } = order;
  const distance = price > stopLoss ? price - stopLoss : stopLoss - price;
  return { ...order, trailing: distance as Price };
}

/**
 * Nanoseconds for a quote, as the median over passes of the same prices: the first pass has moved every stop that they
 * move. Quotes are made before the time is taken.
 */
function feed(fed: Fed): number {
  const parts: number[] = [];
  for (let pass = 0; pass < PASSES; pass += 1) {
    const quotes = fed.prices.map((price) => fed.next(price));
    const started = performance.now();
    for (const quote of quotes) if (fed.engine.onQuote(quote, quote.time).length > 0) fed.rows += 1;
    parts.push(((performance.now() - started) * 1e6) / quotes.length);
  }
  return median(parts);
}

/** One quote of each instrument that moves every stop of its buys, with all slices. */
function rally({ engine, prices, next }: Fed): object {
  const before = new Map([...engine.image().orders].map((order) => [order.id, order.stopLoss]));
  let slowest = 0;
  let rows = 0;
  const started = performance.now();
  for (const last of prices.slice(-INSTRUMENTS)) {
    const quote = next(above(last));
    slowest = Math.max(
      slowest,
      timed(() => (rows += engine.onQuote(quote, quote.time).length)),
    );
    while (engine.busy)
      slowest = Math.max(
        slowest,
        timed(() => (rows += engine.work(quote.time).length)),
      );
  }
  const seconds = (performance.now() - started) / 1000;
  const moved = [...engine.image().orders].filter(({ id, stopLoss }) => before.get(id) !== stopLoss).length;
  return {
    stopsMoved: moved,
    seconds: Number(seconds.toFixed(3)),
    microsPerStop: Number(((seconds * 1e6) / moved).toFixed(2)),
    longestSliceMs: Number(slowest.toFixed(2)),
    rows,
  };
}

function above(quote: Quote): Quote {
  return { ...quote, bid: (quote.bid + RALLY) as Price, ask: (quote.ask + RALLY) as Price };
}

function timed(work: () => unknown): number {
  const started = performance.now();
  work();
  return performance.now() - started;
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((left, right) => left - right);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

if (process.argv[1]?.includes('trailing')) await run();
