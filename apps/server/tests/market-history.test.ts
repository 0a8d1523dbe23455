import {
  type Candle,
  MINUTE_MS,
  PERIODS,
  PERIOD_MS,
  type Period,
  type Quote,
  dayStart,
  isOpen,
  rollUp,
} from '@fairlot/domain';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../src/db/database.ts';
import { CALENDARS } from '../src/market/calendars/index.ts';
import { createMarket } from '../src/market/create.ts';
import type { Market } from '../src/market/market.ts';
import { REFERENCE_CATEGORIES, REFERENCE_INSTRUMENTS } from '../src/market/reference/instruments.ts';
import { type TestDatabase, createTestDatabase, silentLog } from './support/database.ts';

/**
 * One instrument of each kind, with the conversion legs of their currencies. All instruments behave alike and would
 * take eight times as long.
 */
const SOME = new Set(['EURUSD', 'USDJPY', 'EURJPY', 'XAUUSD', 'BRENT', 'US500', 'GER40', 'BTCUSD']);
const reference = {
  categories: REFERENCE_CATEGORIES,
  instruments: REFERENCE_INSTRUMENTS.filter(({ code }) => SOME.has(code)),
};
const ALL = 1_000_000;

let fresh: TestDatabase;
let database: Database;
beforeEach(async () => {
  fresh = await createTestDatabase();
  database = await fresh.open();
});
afterEach(async () => {
  await database.close();
  await fresh.drop();
});

/** Starts the simulated market with the clock at `time`. Not stopping it has the same effect as a kill. */
async function startAt(
  time: string,
  sessions: 'real' | 'always' = 'always',
): Promise<{ readonly market: Market; readonly quotes: ReadonlyMap<number, Quote> }> {
  const market = await createMarket({
    pool: database.pool,
    feed: { kind: 'simulated' },
    sessions,
    seed: 7,
    clock: () => Date.parse(time),
    log: silentLog,
    reference,
  });
  const quotes = new Map<number, Quote>();
  market.onQuote((quote) => quotes.set(quote.instrument, quote));
  await market.start();
  await market.save();
  return { market, quotes };
}

/** The transaction that wrote each stored bar last. */
async function writes(): Promise<ReadonlyMap<string, string>> {
  const { rows } = await database.pool.query<{ key: string; written: string }>(
    `select concat_ws(' ', instrument, period, time) as key, xmin::text as written from candles`,
  );
  return new Map(rows.map(({ key, written }) => [key, written]));
}

/** The bars of each period must be the roll-up of every shorter period's bars, as far back as those reach. */
async function expectPeriodsAgree(market: Market): Promise<void> {
  for (const { id } of market.instruments()) {
    const bars = new Map<Period, readonly Candle[]>();
    for (const period of PERIODS) bars.set(period, await market.candles(id, period, ALL));
    PERIODS.slice(0, -1).forEach((shorter, index) => {
      const short = bars.get(shorter) ?? [];
      const from = dayStart(short[0]?.time ?? Number.POSITIVE_INFINITY);
      for (const longer of PERIODS.slice(index + 1)) {
        expect(rollUp(longer, short)).toEqual((bars.get(longer) ?? []).filter(({ time }) => time >= from));
      }
    });
    await expectRolledAgree(market, id, bars);
  }
}

/** Bars of the periods that are not stored equal the stored ones rolled up, whole, by pages, and while they form. */
async function expectRolledAgree(
  market: Market,
  id: number,
  stored: ReadonlyMap<Period, readonly Candle[]>,
): Promise<void> {
  for (const period of ['4hour', '1week', '1mon'] as const) {
    const all = rollUp(period, stored.get(period === '4hour' ? '60min' : '1day') ?? []);
    expect(await market.candles(id, period, ALL)).toEqual(all);
    // A closed market whose past has no minutes forms no bar.
    const forming = market.forming(id);
    if (forming !== undefined) expect(forming[period]).toEqual(all.at(-1));
    const before = all.at(-3)?.time ?? 0;
    for (const asked of [before, before + 1])
      expect(await market.candles(id, period, 5, asked)).toEqual(all.filter(({ time }) => time < asked).slice(-5));
  }
}

describe('a simulated market', () => {
  it('has quotes and complete charts that agree across all periods from its first start', async () => {
    const { market, quotes } = await startAt('2026-11-20T10:20:30Z');
    expect(quotes.size).toBe(market.instruments().length);
    for (const { id } of market.instruments()) {
      for (const period of PERIODS) {
        const bars = await market.candles(id, period, 1_000);
        expect(bars.length).toBeGreaterThan(period === '1day' ? 700 : 999);
        bars.slice(1).forEach((bar, index) => expect(bar.time - (bars[index]?.time ?? 0)).toBe(PERIOD_MS[period]));
        expect(bars.at(-1)).toEqual(market.forming(id)?.[period]);
      }
    }
    await expectPeriodsAgree(market);
    await market.stop();
  });

  it('continues after a kill: fills the gap, keeps daily figures and bars complete, and reuses no sequence number', async () => {
    const before = await startAt('2026-11-20T10:20:30Z');
    const last = new Map(before.market.instruments().map(({ id }) => [id, before.market.forming(id)?.['1min']]));
    const { market, quotes } = await startAt('2026-11-20T13:37:10Z');
    for (const { id } of market.instruments()) {
      const minutes = await market.candles(id, '1min', ALL);
      minutes.slice(1).forEach((bar, index) => expect(bar.time - (minutes[index]?.time ?? 0)).toBe(MINUTE_MS));
      const joint = minutes.findIndex(({ time }) => time === last.get(id)?.time);
      const [kept, next] = minutes.slice(joint, joint + 2);
      expect(kept).toEqual(last.get(id));
      const spread = Number((kept?.ask.close ?? 0n) - (kept?.bid.close ?? 0n));
      expect(Math.abs(Number((next?.bid.open ?? 0n) - (kept?.bid.close ?? 0n)))).toBeLessThanOrEqual(2 * spread);
      expect(quotes.get(id)?.seq).toBeGreaterThan(before.quotes.get(id)?.seq ?? Number.MAX_SAFE_INTEGER);
      const [day] = rollUp(
        '1day',
        minutes.filter(({ time }) => time >= Date.parse('2026-11-20T00:00:00Z')),
      );
      expect(market.day(id)).toEqual({ ...day?.bid, volume: day?.volume });
    }
    await expectPeriodsAgree(market);
    await market.stop();
    await before.market.stop();
  });

  it('a restart writes the forming bars only, not the stored ones of the day again', async () => {
    const before = await startAt('2026-11-20T10:20:30Z');
    await before.market.stop();
    const earlier = await writes();
    const { market } = await startAt('2026-11-20T10:20:50Z');
    await market.stop();
    const later = await writes();
    expect(later.size).toBe(earlier.size);
    const written = [...later].filter(([key, transaction]) => earlier.get(key) !== transaction);
    expect(written).toHaveLength(market.instruments().length * PERIODS.length);
    await expectPeriodsAgree(market);
  });

  it('continues the forming bar after a restart within the same minute', async () => {
    const before = await startAt('2026-11-20T10:20:30Z');
    const { market } = await startAt('2026-11-20T10:20:50Z');
    for (const { id } of market.instruments()) {
      const earlier = before.market.forming(id)?.['1min'];
      const now = market.forming(id)?.['1min'];
      expect(now?.time).toBe(earlier?.time);
      expect(now?.bid.open).toBe(earlier?.bid.open);
      expect(now?.volume).toBe((earlier?.volume ?? 0) + 1);
    }
    await market.stop();
    await before.market.stop();
  });

  it('fills a gap of a month with hourly bars without holes that roll up to the daily ones', async () => {
    const before = await startAt('2026-10-19T15:12:30Z');
    const { market } = await startAt('2026-11-20T10:20:30Z');
    const hours = await market.candles(1, '60min', ALL);
    hours.slice(1).forEach((bar, index) => expect(bar.time - (hours[index]?.time ?? 0)).toBe(PERIOD_MS['60min']));
    const days = await market.candles(1, '1day', ALL);
    expect(rollUp('1day', hours)).toEqual(days.filter(({ time }) => time >= (hours[0]?.time ?? 0)));
    await market.stop();
    await before.market.stop();
  });

  it('with real sessions, has no bars of closed hours and shows the last prices of closed markets', async () => {
    // A Sunday morning between Christmas and New Year.
    const { market, quotes } = await startAt('2026-12-27T09:00:30Z', 'real');
    for (const { id, calendar, categoryId } of market.instruments()) {
      const sessions = CALENDARS.get(calendar);
      if (sessions === undefined) throw new Error(`no calendar ${calendar}`);
      expect(market.isOpen(id)).toBe(categoryId === 5);
      const day = market.day(id);
      expect(quotes.get(id)?.bid).toBe(day?.close);
      expect((quotes.get(id)?.time ?? 0) >= Date.parse('2026-12-27T09:00:00Z')).toBe(categoryId === 5);
      const minutes = await market.candles(id, '1min', ALL);
      expect(minutes.filter(({ time }) => !isOpen(sessions, time))).toEqual([]);
      expect((await market.candles(id, '1day', ALL)).length).toBeGreaterThan(450);
    }
    await expectPeriodsAgree(market);
    await market.stop();
  });

  it('keeps and shows bars while the database is failing, and stores them afterwards', async () => {
    const warnings: string[] = [];
    const market = await createMarket({
      pool: database.pool,
      feed: { kind: 'simulated' },
      sessions: 'always',
      seed: 7,
      clock: () => Date.parse('2026-11-20T10:20:30Z'),
      reference,
      log: { info: () => undefined, warn: (message) => warnings.push(message) },
    });
    await database.pool.query(
      `create function refuse() returns trigger language plpgsql as $$ begin raise exception 'refused'; end $$`,
    );
    await database.pool.query('create trigger refuse before insert on candles execute function refuse()');
    await market.start();
    await expect(market.save()).rejects.toThrow('refused');
    const shown = await market.candles(1, '5min', 500);
    expect(shown).toHaveLength(500);
    await database.pool.query('drop trigger refuse on candles');
    await market.save();
    const { rows } = await database.pool.query<{ count: bigint }>(
      'select count(*) from candles where instrument = 1 and period = 5',
    );
    expect(Number(rows[0]?.count)).toBeGreaterThan(1_000);
    expect(market.figures().barsGivenUp).toBe(0);
    expect(await market.candles(1, '5min', 500)).toEqual(shown);
    await market.stop();
  });

  it('goes on at the true time after a start with a clock that was a month ahead', async () => {
    const ahead = await startAt('2026-12-20T10:00:00Z');
    await ahead.market.stop();
    const { market, quotes } = await startAt('2026-11-20T10:00:30Z');
    const now = Date.parse('2026-11-20T10:00:30Z');
    expect(market.now()).toBe(now);
    expect([...quotes.values()].map(({ time }) => time)).toEqual(reference.instruments.map(() => now));
    await market.stop();
  });

  it('never overwrites changes by the operator', async () => {
    const first = await startAt('2026-11-20T10:20:30Z');
    await first.market.stop();
    await database.pool.query('update instruments set max_lots = 420000 where id = 1');
    const { market } = await startAt('2026-11-20T10:21:30Z');
    expect(market.instrument(1)?.maxLots).toBe(420_000n);
    await market.stop();
  });
});
