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
/** Levels that one timed scan may compare, so that the baseline of the largest size ends. */
const SCAN_WORK = 400_000_000;
const CHUNK = 10_000;
const MIB = 2 ** 20;

/** One quote's work in the engine with ever more open positions, beside a scan; and the engine's memory. */
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
  /** Quotes that touch next to nothing: small steps, far from all levels. */
  readonly quotesPerSecond: number;
  readonly nsPerQuote: number;
  /** The same for a scan, and how many times longer it takes. */
  readonly scanNsPerQuote: number;
  readonly scanTimes: number;
  /** Steps so wide that levels are reached and accounts stopped out all the time. */
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
  engine.onQuote(walk.quote(1));
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

interface Fed {
  readonly meanNs: number;
  /** Of the parts into which the quotes were divided, so that a collection of garbage of our own making doesn't count. */
  readonly medianNs: number;
  readonly rows: number;
  readonly closed: number;
}

/** Feeds quotes that were made beforehand; only the engine's work is timed. */
function feed(engine: TradingEngine, walk: Walk, count: number): Fed {
  const parts: number[] = [];
  let rows = 0;
  let closed = 0;
  for (let done = 0; done < count; done += CHUNK) {
    const quotes = walk.quotes(CHUNK);
    const started = performance.now();
    for (const quote of quotes) {
      for (const { events } of engine.onQuote(quote)) {
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
  if (hits < 0) throw new RangeError('a scan counts hits');
  return (elapsed * 1e6) / quotes.length;
}

function memory(): number {
  if (globalThis.gc === undefined) throw new Error('run with --expose-gc: memory is measured after a collection');
  globalThis.gc();
  globalThis.gc();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

function ratio(one: number | undefined, other: number | undefined): number | undefined {
  return one === undefined || other === undefined ? undefined : Number((one / other).toFixed(2));
}

if (process.argv[1]?.includes('quotes')) await run();
