import { type Candle, type Ohlc, PERIODS, type Period, type Price } from '@fairlot/domain';
import { BarBuilder } from '../../apps/server/src/market/bars.ts';
import type { RawTick } from '../../apps/server/src/market/feeds/feed.ts';
import { Normaliser } from '../../apps/server/src/market/normalise.ts';
import { recordedBars, recordedDays, recordedTicks } from '../../apps/server/src/market/recorded.testkit.ts';
import { REFERENCE_INSTRUMENTS } from '../../apps/server/src/market/reference/instruments.ts';
import { type FloatBar, MapPerPeriod } from './candles/baseline.ts';
import { report } from './report.ts';

const SETTINGS = { data: 'data/ticks, in memory', warmUpRounds: 2, rounds: 9, periods: PERIODS };
const SCALE = 1e8;

interface Day {
  readonly name: string;
  readonly ticks: readonly RawTick[];
  /** The same ticks in floating point, for the baseline. */
  readonly floats: readonly { readonly time: number; readonly bid: number; readonly ask: number }[];
}

/** Builds the bars of all six periods from recorded ticks, with our builder and with maps of floats, and compares every bar. */
export async function run(): Promise<unknown> {
  const days = recordedDays().map(load);
  if (days.length === 0) throw new Error('candles: needs the recorded ticks of data/ticks (FAIRLOT_SHARED_DATA)');
  const bars = days.map((day) => compare(day)).reduce((sum, count) => sum + count, 0);
  const ticks = days.reduce((sum, day) => sum + day.ticks.length, 0);
  const built = await rate(ticks, () => days.forEach((day) => build(day)));
  const normalised = await rate(ticks, () => days.forEach((day) => normaliseAndBuild(day)));
  const baseline = await rate(ticks, () => days.forEach((day) => buildFloats(day)));
  const figures = {
    ticks,
    barsCompared: bars,
    goalTicksPerSecond: 1_000_000,
    ticksPerSecond: built,
    withNormaliserPerSecond: normalised,
    baselinePerSecond: baseline,
    timesBaseline: Number((built / baseline).toFixed(2)),
    normalisedTimesBaseline: Number((normalised / baseline).toFixed(2)),
  };
  report('candles', SETTINGS, figures);
  return figures;
}

function load(name: string): Day {
  const code = name.slice(0, name.indexOf('-')).toUpperCase();
  const ticks = recordedTicks(name).map((tick) => ({ code, ...tick }));
  return {
    name,
    ticks,
    floats: ticks.map(({ time, bid, ask }) => ({ time, bid: Number(bid) / SCALE, ask: Number(ask) / SCALE })),
  };
}

/** Ticks per second, by the median of several rounds. */
async function rate(ticks: number, work: () => void): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < SETTINGS.warmUpRounds + SETTINGS.rounds; round += 1) {
    await new Promise(setImmediate);
    const started = performance.now();
    work();
    if (round >= SETTINGS.warmUpRounds) times.push(performance.now() - started);
  }
  times.sort((a, b) => a - b);
  return Math.round(ticks / ((times[Math.floor(times.length / 2)] ?? Number.NaN) / 1000));
}

function build({ ticks }: Day, completed: (period: Period, bar: Candle) => void = () => undefined): BarBuilder {
  const builder = new BarBuilder(completed);
  for (const { time, bid, ask } of ticks) builder.quote(time, bid as Price, ask as Price);
  return builder;
}

function normaliseAndBuild({ ticks }: Day): void {
  const builder = new BarBuilder(() => undefined);
  const normaliser = new Normaliser(REFERENCE_INSTRUMENTS, {
    accept: ({ time, bid, ask }) => builder.quote(time, bid, ask),
    doubt: () => undefined,
  });
  for (const tick of ticks) normaliser.take(tick, tick.time);
  const dropped = Object.keys(normaliser.rejected());
  if (dropped.length > 0) throw new Error(`candles: the normaliser dropped real ticks: ${dropped.join(', ')}`);
}

function buildFloats({ floats }: Day): MapPerPeriod {
  const bars = new MapPerPeriod();
  for (const { time, bid, ask } of floats) bars.quote(time, bid, ask);
  return bars;
}

/** Compares our bars with the published ones and with the baseline's. Throws at the first difference; returns the number of compared bars. */
function compare(day: Day): number {
  const bars = new Map<Period, Candle[]>(PERIODS.map((period) => [period, []]));
  const forming = build(day, (period, bar) => bars.get(period)?.push(bar)).forming();
  if (forming !== undefined) for (const period of PERIODS) bars.get(period)?.push(forming[period]);
  const published = recordedBars(day.name);
  const minutes = bars.get('1min') ?? [];
  published.forEach((bar, index) => {
    const ours = minutes[index];
    expectEqual(`${day.name} 1min ${bar.time}`, ours === undefined ? '' : text(ours), text(bar));
  });
  expectEqual(`${day.name} count`, String(minutes.length), String(published.length));
  let compared = 0;
  const floats = buildFloats(day);
  for (const period of PERIODS) {
    const naive = [...floats.bars[period].values()];
    expectEqual(`${day.name} ${period} count`, String(bars.get(period)?.length), String(naive.length));
    naive.forEach((bar, index) => {
      const ours = bars.get(period)?.[index];
      expectEqual(
        `${day.name} ${period} ${bar.time}`,
        ours === undefined ? '' : `${text(ours)} ${ours.volume}`,
        `${floatText(bar)} ${bar.volume}`,
      );
      compared += 1;
    });
  }
  return compared;
}

function text({ time, bid, ask }: Omit<Candle, 'volume'>): string {
  return `${time} ${side(bid)} ${side(ask)}`;
}

function side({ open, high, low, close }: Ohlc): string {
  return `${open} ${high} ${low} ${close}`;
}

function floatText(bar: FloatBar): string {
  const prices = [
    bar.bidOpen,
    bar.bidHigh,
    bar.bidLow,
    bar.bidClose,
    bar.askOpen,
    bar.askHigh,
    bar.askLow,
    bar.askClose,
  ];
  return `${bar.time} ${prices.map((price) => Math.round(price * SCALE)).join(' ')}`;
}

function expectEqual(name: string, ours: string, theirs: string): void {
  if (ours !== theirs) throw new Error(`candles: ${name} differs: ${ours} is not ${theirs}`);
}

if (process.argv[1]?.includes('candles')) await run();
