import { DAY_MS, MINUTE_MS, PERIODS, PERIOD_MS, type Period, asPrice } from '@fairlot/domain';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Database } from '../src/db/database.ts';
import { BarStore } from '../src/market/bar-store.ts';
import { seedListing } from '../src/market/listing.ts';
import { MinuteRetention } from '../src/market/minute-retention.ts';
import { REFERENCE_CATEGORIES, REFERENCE_INSTRUMENTS } from '../src/market/reference/instruments.ts';
import { type TestDatabase, createTestDatabase } from './support/database.ts';

const DAYS = 40;
const [first, quiet] = REFERENCE_INSTRUMENTS.map(({ id }) => id) as [number, number];
/** A moment in the middle of a day, so that the end of the kept time is no full day. */
const NOW = Date.UTC(2026, 10, 27, 9, 41, 30);
const ALL = 1_000_000;

let fresh: TestDatabase;
let database: Database;
let bars: BarStore;

beforeEach(async () => {
  fresh = await createTestDatabase();
  database = await fresh.open();
  await seedListing(database.pool, { categories: REFERENCE_CATEGORIES, instruments: REFERENCE_INSTRUMENTS });
  bars = new BarStore(database.pool, 'live');
});
afterEach(async () => {
  await database.close();
  await fresh.drop();
});

function retention(days: number | undefined): MinuteRetention {
  return new MinuteRetention({
    pool: database.pool,
    now: () => NOW,
    days,
    log: { error: (_, message) => expect.unreachable(message) },
  });
}

/** Writes all bars of an instrument in [from, to). */
async function write(instrument: number, from: number, to: number): Promise<void> {
  const side = { open: asPrice(1n), high: asPrice(1n), low: asPrice(1n), close: asPrice(1n) };
  for (const period of PERIODS) {
    const length = PERIOD_MS[period];
    const begin = from - (from % length);
    const times = Array.from({ length: Math.ceil((to - begin) / length) }, (_, index) => begin + index * length);
    await bars.write(
      times.map((time) => ({ instrument, period, bar: { time, bid: side, ask: side, volume: length / MINUTE_MS } })),
    );
  }
}

async function timesOf(instrument: number, period: Period): Promise<number[]> {
  return (await bars.read(instrument, period, Number.MAX_SAFE_INTEGER, ALL)).map(({ time }) => time);
}

it('deletes whole days of old minutes, and no longer bar', async () => {
  const begin = NOW - (DAYS + 5) * DAY_MS;
  await write(first, begin, NOW);
  const longer = await timesOf(first, '5min');
  const before = await timesOf(first, '1min');
  expect(await retention(undefined).run()).toBe(0);
  const deleted = await retention(DAYS).run();
  const kept = await timesOf(first, '1min');
  const end = Date.UTC(2026, 10, 27) - DAYS * DAY_MS;
  expect(kept).toEqual(before.filter((time) => time >= end));
  // More than one statement takes.
  expect(deleted).toBe(before.length - kept.length);
  expect(deleted).toBeGreaterThan(5_000);
  expect(await timesOf(first, '5min')).toEqual(longer);
  expect(await timesOf(first, '1day')).toHaveLength(DAYS + 6);
  // A sum over the deleted time changes nothing: whole bars stay as they are.
  await bars.rollUp(first, { period: '5min', from: begin - (begin % PERIOD_MS['5min']), to: NOW - DAY_MS });
  const summed = await bars.read(first, '5min', end + DAY_MS, ALL);
  expect(summed.filter(({ volume }) => volume !== 5)).toEqual([]);
  expect(await retention(DAYS).run()).toBe(0);
});

it('keeps the day of the last minute of a quiet instrument, and what a start reads of it', async () => {
  const end = NOW - 200 * DAY_MS;
  await write(quiet, end - 3 * DAY_MS, end);
  const before = (await bars.lastBars()).get(quiet);
  expect(await retention(DAYS).run()).toBeGreaterThan(0);
  const [oldest] = await timesOf(quiet, '1min');
  expect(oldest).toBe(end - (end % DAY_MS));
  expect((await bars.lastBars()).get(quiet)).toEqual(before);
  expect((await bars.lastBars()).get(quiet)?.get('1min')?.length).toBeGreaterThan(0);
});
