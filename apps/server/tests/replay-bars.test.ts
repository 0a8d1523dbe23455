import { type Candle, PERIODS, PERIOD_MS, type Period, rollUp } from '@fairlot/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../src/db/database.ts';
import { createMarket } from '../src/market/create.ts';
import type { Market } from '../src/market/market.ts';
import { TICKS_FOLDER, recordedBars, recordedDays } from '../src/market/recorded.testkit.ts';
import { type TestDatabase, createTestDatabase, silentLog } from './support/database.ts';

const days = recordedDays();

describe.skipIf(days.length === 0)('replay of the folder data/ticks', () => {
  const codes = [...new Set(days.map((name) => name.slice(0, name.indexOf('-')).toUpperCase()))];
  let fresh: TestDatabase;
  let database: Database;
  let market: Market;

  beforeAll(async () => {
    fresh = await createTestDatabase();
    database = await fresh.open();
    market = await createMarket({
      pool: database.pool,
      feed: { kind: 'replay', path: TICKS_FOLDER, speed: Number.POSITIVE_INFINITY },
      sessions: 'always',
      seed: 1,
      clock: () => Date.now(),
      log: silentLog,
    });
    const ended = new Promise((resolve) => {
      // Markets that never close are closed when the recording ends.
      market.onSession((_, open) => {
        if (!open) resolve(undefined);
      });
    });
    await market.start();
    await ended;
    await market.stop();
  });
  afterAll(async () => {
    await database.close();
    await fresh.drop();
  });

  it('drops no tick of real days', () => {
    expect(market.rejected()).toEqual({});
  });

  it.each(codes)('%s: the bars in PostgreSQL equal the published ones', async (code) => {
    const instrument = market.instruments().find((each) => each.code === code);
    const published = days.filter((name) => name.startsWith(code.toLowerCase())).flatMap((name) => recordedBars(name));
    const minutes = await stored(instrument?.id ?? 0, '1min');
    expect(minutes.map(({ time, bid, ask }) => ({ time, bid, ask }))).toEqual(published);
    for (const period of PERIODS) expect(await stored(instrument?.id ?? 0, period)).toEqual(rollUp(period, minutes));
    for (const period of PERIODS)
      expect(await market.candles(instrument?.id ?? 0, period, 100_000)).toEqual(rollUp(period, minutes));
  });

  /** Reads the table directly, not through the code that wrote it. */
  async function stored(instrument: number, period: Period): Promise<Candle[]> {
    const { rows } = await database.pool.query<Record<string, bigint> & { readonly volume: number }>(
      'select * from candles where source = 2 and instrument = $1 and period = $2 order by time',
      [instrument, PERIOD_MS[period] / 60_000],
    );
    return rows.map((row) => ({
      time: Number(row['time']),
      bid: { open: row['bid_open'], high: row['bid_high'], low: row['bid_low'], close: row['bid_close'] },
      ask: { open: row['ask_open'], high: row['ask_high'], low: row['ask_low'], close: row['ask_close'] },
      volume: row.volume,
    })) as unknown as Candle[];
  }
});
