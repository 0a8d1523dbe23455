import { type Candle, MINUTE_MS, PERIODS, PERIOD_MS, type Period, barStart, dayStart, rollUp } from '@fairlot/domain';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Database } from '../src/db/database.ts';
import { createMarket } from '../src/market/create.ts';
import { FakeSource } from '../src/market/feeds/live/fake-source.testkit.ts';
import type { BarsAsked, SourceHistory } from '../src/market/feeds/live/source.ts';
import type { Market } from '../src/market/market.ts';
import { REFERENCE_CATEGORIES, REFERENCE_INSTRUMENTS } from '../src/market/reference/instruments.ts';
import { type TestDatabase, createTestDatabase, silentLog } from './support/database.ts';
import { syntheticCandles, syntheticHistory } from './support/synthetic-past.ts';

const START = Date.parse('2026-11-20T10:20:30Z');
const BTCUSD = 60;
const ALL = 100_000;

let fresh: TestDatabase;
let database: Database;
let clock = START;
let kraken: FakeSource;
let market: Market;
let asked: BarsAsked[];
const now = (): number => clock;

beforeEach(async () => {
  fresh = await createTestDatabase();
  database = await fresh.open();
  clock = START;
  asked = [];
});
afterEach(async () => {
  await market.stop();
  await database.close();
  await fresh.drop();
});

async function start(history: SourceHistory = syntheticHistory(asked)): Promise<void> {
  kraken = new FakeSource('kraken', now, history);
  market = await createMarket({
    pool: database.pool,
    feed: { kind: 'live', sources: [{ name: 'kraken', settings: {} }], simulatesOthers: false },
    factories: { kraken: () => kraken },
    sessions: 'always',
    seed: 1,
    clock: now,
    log: silentLog,
    reference: {
      categories: REFERENCE_CATEGORIES,
      instruments: REFERENCE_INSTRUMENTS.filter(({ code }) => code === 'BTCUSD'),
    },
  });
  await market.start();
}

const gapsWaiting = async (): Promise<number> => (await database.pool.query('select 1 from history_gaps')).rows.length;
/** Waits until everything up to now is filled. */
const filled = async (version: number): Promise<void> => {
  await expect.poll(() => market.pastVersion(BTCUSD), { interval: 20 }).toBeGreaterThan(version);
  await expect.poll(gapsWaiting, { interval: 20 }).toBe(0);
};
const bars = (period: Period): Promise<readonly Candle[]> => market.candles(BTCUSD, period, ALL);
const quote = (price: string): void => kraken.quote('BTC/USD', price);

it('the past is there without a quote: each period as far back as it is bounded, exact and marked', async () => {
  await start();
  await filled(0);
  for (const period of PERIODS) {
    const found = await bars(period);
    const first = found[0]?.time ?? START;
    const minute = barStart('1min', START);
    expect(found).toEqual(syntheticCandles(period, first, minute));
    expect((minute - first) / PERIOD_MS[period]).toBeGreaterThan(period === '1day' ? 1_800 : 5_700);
  }
  const today = dayStart(START);
  expect(market.day(BTCUSD)).toMatchObject({ ...syntheticCandles('1day', today, START - 30_000)[0]?.bid });
  // Bounded: an instrument never costs more than these bars.
  const { rows } = await database.pool.query<{ count: bigint }>('select count(*) as count from candles');
  expect(Number(rows[0]?.count)).toBeLessThan(60_000);
});

it('gaps are filled, own bars are never replaced, and every longer bar is the sum of both', async () => {
  await start();
  await filled(0);
  kraken.is('live');
  quote('99999.00');
  clock += 60_000;
  quote('99998.00');
  // The source is away for twenty minutes.
  kraken.is('connecting');
  await expect.poll(() => market.doubt(BTCUSD)).toBe('source');
  const version = market.pastVersion(BTCUSD);
  clock += 20 * 60_000;
  kraken.is('live');
  quote('99997.00');
  await filled(version);
  await market.save();

  const minutes = await bars('1min');
  const own = minutes.filter(({ basis }) => basis === undefined);
  expect(own.map(({ time, bid, volume }) => [time, bid.close / 100_000_000n, volume])).toEqual([
    [barStart('1min', START), 99_999n, 1],
    [barStart('1min', START) + MINUTE_MS, 99_998n, 1],
    [barStart('1min', START) + 21 * MINUTE_MS, 99_997n, 1],
  ]);
  minutes.slice(1).forEach((bar, at) => expect(bar.time - (minutes[at]?.time ?? 0)).toBe(MINUTE_MS));
  await expectSums(minutes);

  // A restart right away keeps the forming bars, the marks of the past among them.
  const before = await Promise.all(PERIODS.map(bars));
  await market.stop();
  asked = [];
  await start();
  expect(await Promise.all(PERIODS.map(bars))).toEqual(before);

  // Half an hour without the server.
  await market.stop();
  clock += 30 * 60_000;
  await start();
  await filled(0);
  kraken.is('live');
  quote('99996.00');
  const later = await bars('1min');
  later.slice(1).forEach((bar, at) => expect(bar.time - (later[at]?.time ?? 0)).toBe(MINUTE_MS));
  expect(later.filter(({ basis }) => basis === undefined).slice(0, 3)).toEqual(own);
  await expectSums(later);
});

it('a restart in the middle goes on where the filling was', async () => {
  await start(
    syntheticHistory(asked, (signal) =>
      asked.length === 1
        ? Promise.resolve()
        : new Promise((_, fail) => signal.addEventListener('abort', () => fail(signal.reason as Error))),
    ),
  );
  // The minutes are there; the next period hangs after a thousand bars.
  await expect
    .poll(
      async () =>
        (await database.pool.query('select 1 from candles where period = 5 and time < 1793400000000')).rows.length,
    )
    .toBeGreaterThan(0);
  await expect.poll(() => asked.length).toBe(2);
  const [, hung] = asked;
  await market.stop();
  asked = [];
  clock += 5_000;
  await start();
  await filled(0);
  expect(asked[0]).toMatchObject({ period: '5min', to: hung?.to });
  expect(asked[0]?.from).toBeGreaterThan(hung?.from ?? Number.MAX_SAFE_INTEGER);
  for (const period of PERIODS) {
    const found = await bars(period);
    expect(found).toEqual(syntheticCandles(period, found[0]?.time ?? 0, barStart('1min', START)));
  }
});

/** The bars of each longer period are the sums of the minutes, as far back as those reach. */
async function expectSums(minutes: readonly Candle[]): Promise<void> {
  const whole = { '4hour': '60min', '1week': '1day', '1mon': '1day' } as const;
  for (const period of Object.keys(whole) as (keyof typeof whole)[])
    expect(market.forming(BTCUSD)?.[period]).toEqual(rollUp(period, await bars(whole[period])).at(-1));
  for (const period of PERIODS.slice(1)) {
    const from = Math.ceil((minutes[0]?.time ?? 0) / PERIOD_MS[period]) * PERIOD_MS[period];
    const found = (await bars(period)).filter(({ time }) => time >= from);
    expect(found).toEqual(
      rollUp(
        period,
        minutes.filter(({ time }) => time >= from),
      ),
    );
  }
}
