import { afterAll, beforeAll, expect, it } from 'vitest';
import { price } from '@fairlot/domain';
import type { Database } from '../src/db/database.ts';
import { createMarket } from '../src/market/create.ts';
import { FakeSource } from '../src/market/feeds/live/fake-source.testkit.ts';
import type { Market } from '../src/market/market.ts';
import { REFERENCE_CATEGORIES, REFERENCE_INSTRUMENTS } from '../src/market/reference/instruments.ts';
import { type TestDatabase, createTestDatabase, silentLog } from './support/database.ts';

const EURUSD = 1;
const MINUTE = 60_000;
/** The end of the week of currencies: 16:58 in New York. */
const CLOSE = Date.parse('2026-11-20T21:58:00Z');

let fresh: TestDatabase;
let database: Database;
let clock = CLOSE;
let oanda: FakeSource;
beforeAll(async () => {
  fresh = await createTestDatabase();
  database = await fresh.open();
});
afterAll(async () => {
  await database.close();
  await fresh.drop();
});

async function start(): Promise<Market> {
  oanda = new FakeSource('oanda', () => clock);
  const market = await createMarket({
    pool: database.pool,
    feed: { kind: 'live', sources: [{ name: 'oanda', settings: {} }], simulatesOthers: false },
    factories: { oanda: () => oanda },
    sessions: 'real',
    seed: 1,
    clock: () => clock,
    log: silentLog,
    reference: {
      categories: REFERENCE_CATEGORIES,
      instruments: REFERENCE_INSTRUMENTS.filter(({ id }) => id === EURUSD),
    },
  });
  await market.start();
  oanda.is('live');
  return market;
}

it('a closed market shows the last price of its session after a restart, not one from outside of it', async () => {
  clock = CLOSE - 2 * MINUTE;
  const before = await start();
  for (const [time, bid] of [
    [CLOSE - 2 * MINUTE, '1.10000'],
    [CLOSE - MINUTE, '1.10100'],
    // The source goes on after the close, and quotes on the weekend too.
    [CLOSE, '1.10200'],
    [CLOSE + 5 * MINUTE, '1.10300'],
    [CLOSE + 15 * 60 * MINUTE, '1.10400'],
  ] as const) {
    clock = time;
    oanda.quote('EUR_USD', bid);
  }
  expect(before.quote(EURUSD)?.bid).toBe(price('1.104'));
  await before.stop();

  clock = CLOSE + 16 * 60 * MINUTE;
  const after = await start();
  expect(after.isOpen(EURUSD)).toBe(false);
  expect(after.quote(EURUSD)).toMatchObject({ time: CLOSE - MINUTE, bid: price('1.101') });
  await after.stop();
});
