import { restoreEngine } from '@fairlot/engine';
import type { TradingEngine } from '@fairlot/engine';
import { Scan } from './quotes/baseline.ts';
import { INSTRUMENTS, POSITIONS_PER_ACCOUNT, Walk, imageWith } from './quotes/positions.ts';
import { report } from './report.ts';

const SIZES = [1000, 10_000, 100_000, 1_000_000];
const SETTINGS = {
  instruments: INSTRUMENTS,
  positionsPerAccount: POSITIONS_PER_ACCOUNT,
  quotes: 400_000,
  warmUp: 40_000,
  walk: '±3 points of 1e-5 a quote',
  livelyStride: 20,
  levels: '1 to 5 % away',
};
/** Most comparisons of one timed scan, which bounds the time of the baseline at the largest size. */
const SCAN_WORK = 400_000_000;
const CHUNK = 10_000;
const MIB = 2 ** 20;

/** Measures the engine's time per quote and its memory with growing numbers of open positions, against a full scan. */
export async function run(): Promise<unknown> {
  const rows = [];
  for (const positions of SIZES) {
    rows.push(measure(positions));
    await new Promise(setImmediate);
  }
  console.table(rows);
  const [first, , hundredThousand, million] = rows;
  const figures = {
    rows,
    quotesPerSecondAt100k: hundredThousand?.quotesPerSecond,
    costOfMillionAgainstTenThousand: ratio(million?.nsPerQuote, rows[1]?.nsPerQuote),
    costOfMillionAgainstThousand: ratio(million?.nsPerQuote, first?.nsPerQuote),
    memoryAtMillionMiB: million?.memoryMiB,
  };
  report('quotes', SETTINGS, figures);
  return figures;
}

interface Row {
  readonly positions: number;
  readonly accounts: number;
  /** With small steps of the price: almost no quote reaches a level. */
  readonly quotesPerSecond: number;
  readonly nsPerQuote: number;
  readonly scanNsPerQuote: number;
  /** Time of the scan ÷ time of the engine. */
  readonly scanTimes: number;
  /** With wide steps of the price: quotes reach levels and stop accounts out all the time. */
  readonly livelyPerSecond: number;
  readonly livelyRows: number;
  readonly livelyHits: number;
  readonly restoreMs: number;
  readonly memoryMiB: number;
}

function measure(positions: number): Row {
  const before = memory();
  const walk = new Walk(7);
  const started = performance.now();
  const engine = restoreEngine(imageWith(positions, walk));
  // The first quote makes the engine compute the bands of every account.
  const first = walk.quote(1);
  engine.onQuote(first, first.time);
  const restoreMs = performance.now() - started;
  const memoryMiB = Math.round((memory() - before) / MIB);
  feed(engine, walk, SETTINGS.warmUp);
  const quiet = feed(engine, walk, SETTINGS.quotes);
  const scanNs = scan(positions);
  walk.stride = SETTINGS.livelyStride;
  const lively = feed(engine, walk, SETTINGS.quotes);
  return {
    positions,
    accounts: positions / POSITIONS_PER_ACCOUNT,
    quotesPerSecond: Math.round(1e9 / quiet.medianNs),
    nsPerQuote: Math.round(quiet.medianNs),
    scanNsPerQuote: Math.round(scanNs),
    scanTimes: Math.round(scanNs / quiet.medianNs),
    livelyPerSecond: Math.round(1e9 / lively.meanNs),
    livelyRows: lively.rows,
    livelyHits: lively.closed,
    restoreMs: Math.round(restoreMs),
    memoryMiB,
  };
}

interface FeedResult {
  readonly meanNs: number;
  /** Median over chunks of quotes, so that single garbage collections do not count. */
  readonly medianNs: number;
  readonly rows: number;
  readonly closed: number;
}

/** Feeds quotes in chunks. Creates the quotes of a chunk before timing it, so that only the engine's work counts. */
function feed(engine: TradingEngine, walk: Walk, count: number): FeedResult {
  const parts: number[] = [];
  let rows = 0;
  let closed = 0;
  for (let done = 0; done < count; done += CHUNK) {
    const quotes = walk.quotes(CHUNK);
    const started = performance.now();
    for (const quote of quotes) {
      for (const { events } of engine.onQuote(quote, quote.time)) {
        rows += 1;
        for (const { type } of events) if (type === 'positionClosed') closed += 1;
      }
    }
    parts.push(((performance.now() - started) * 1e6) / CHUNK);
  }
  const mean = parts.reduce((sum, part) => sum + part, 0) / parts.length;
  parts.sort((left, right) => left - right);
  return { meanNs: mean, medianNs: parts[Math.floor(parts.length / 2)] ?? Number.NaN, rows, closed };
}

function scan(positions: number): number {
  const walk = new Walk(7);
  const baseline = new Scan(imageWith(positions, walk).orders);
  const quotes = walk.quotes(
    Math.max(INSTRUMENTS * 20, Math.min(SETTINGS.quotes, Math.floor((SCAN_WORK * INSTRUMENTS) / positions))),
  );
  const started = performance.now();
  let hits = 0;
  for (const quote of quotes) hits += baseline.onQuote(quote);
  const elapsed = performance.now() - started;
  if (hits < 0) throw new RangeError('a scan cannot count fewer than 0 hits');
  return (elapsed * 1e6) / quotes.length;
}

function memory(): number {
  if (globalThis.gc === undefined)
    throw new Error('run with --expose-gc: memory is measured after a garbage collection');
  globalThis.gc();
  globalThis.gc();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

function ratio(one: number | undefined, other: number | undefined): number | undefined {
  return one === undefined || other === undefined ? undefined : Number((one / other).toFixed(2));
}

if (process.argv[1]?.includes('quotes')) await run();
