import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@fairlot/domain';
import { report } from './report.ts';
import { House, type YearClock } from './year/house.ts';
import { writePage } from './year/page.ts';
import { type Sample, disk, memory, orderCost, queryCost, startCost } from './year/sample.ts';
import { Traders } from './year/traders.ts';

const ACCOUNTS = Number(process.env['BENCH_ACCOUNTS'] ?? 20_000);
const DAYS = Number(process.env['BENCH_DAYS'] ?? 365);
/** Minutes of the wall clock for all trading of the year; jobs and measurements come on top. */
const MINUTES = Number(process.env['BENCH_MINUTES'] ?? 5);
/** Moments of a day at which the market moves and accounts trade; the rollover at 21:00 or 22:00 UTC lies between. */
const HOURS = [2, 8, 14, 20, 23];
/** Days after which everything is measured: the beginning, quarters, the end. */
const MOMENTS = new Set([
  Math.min(7, Math.ceil(DAYS / 8)),
  Math.round(DAYS / 4),
  Math.round(DAYS / 2),
  Math.round((DAYS * 3) / 4),
  DAYS,
]);

/** Simulates a year of a broker in compressed time, and measures at its beginning, quarters and end what has grown. */
export async function run(): Promise<unknown> {
  const folder = mkdtempSync(join(tmpdir(), 'fairlot-bench-year-'));
  // Partitions begin after the day of the migration, so the year begins there too.
  const first = (Math.floor(Date.now() / DAY_MS) + 1) * DAY_MS;
  const clock: YearClock = { time: first };
  const open = (): Promise<House> => House.open(folder, clock, ACCOUNTS);
  let house = await open();
  const traders = new Traders(ACCOUNTS);
  const days: number[] = [];
  const samples: Sample[] = [];
  try {
    for (let day = 1; day <= DAYS; day += 1) {
      await tradeDay(house, traders, first + (day - 1) * DAY_MS, clock);
      if (!MOMENTS.has(day)) continue;
      await house.database.pool.query('analyze');
      const cost = await orderCost(house, traders);
      await house.endDay();
      const queries = await queryCost(house, ACCOUNTS, clock.time);
      const sizes = { ...memory(), ...(await disk(house)) };
      await house.stop();
      const { house: next, sample: start } = await startCost(open);
      house = next;
      days.push(day);
      samples.push({ ...cost, ...queries, ...sizes, ...start });
      console.log(`day ${day}: ${JSON.stringify(samples.at(-1))}`);
    }
    const figures = { days, samples, growth: growthOf(samples), goal: 'nothing grows but disk and rows' };
    const settings = { accounts: ACCOUNTS, days: DAYS, tradingMinutes: MINUTES, opened: traders.opened };
    report('year', settings, figures);
    writePage(figures, settings);
    return figures;
  } finally {
    await house.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function tradeDay(house: House, traders: Traders, day: number, clock: YearClock): Promise<void> {
  const forMs = (MINUTES * MINUTE_MS) / DAYS / HOURS.length;
  for (const hour of HOURS) {
    clock.time = Math.max(clock.time, day + hour * HOUR_MS);
    house.moveTo(clock.time, Math.round(500 * Math.sin(clock.time / (9 * DAY_MS))));
    if (hour === HOURS[0]) await traders.closeYesterdays(house);
    await traders.trade(house, forMs);
  }
  await house.endDay();
}

/** The last sample as a multiple of the second one: caches and lists have reached their size by then. */
function growthOf(samples: readonly Sample[]): Readonly<Record<string, number>> {
  const [, from] = samples;
  const to = samples.at(-1);
  if (from === undefined || to === undefined) return {};
  return Object.fromEntries(
    Object.entries(to).map(([name, value]) => [name, Number((value / (from[name] ?? value)).toFixed(2))]),
  );
}

if (process.argv[1]?.includes('bench-src-year')) await run();
