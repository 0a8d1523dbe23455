import { money, price } from '@fairlot/domain';
import { connectMarket } from '../../src/composition/connect-market.ts';
import type { Database } from '../../src/db/database.ts';
import { BarStore } from '../../src/market/bar-store.ts';
import { CalendarBook } from '../../src/market/calendars/calendar-book.ts';
import type { Feed, FeedSink } from '../../src/market/feeds/feed.ts';
import { readListing, seedListing } from '../../src/market/listing.ts';
import { Market } from '../../src/market/market.ts';
import { REFERENCE_CATEGORIES, REFERENCE_INSTRUMENTS } from '../../src/market/reference/instruments.ts';
import { defineTerms } from '../../src/trading/define-terms.ts';
import { startTradingHost } from '../../src/trading/host.ts';
import type { TradingHost } from '../../src/trading/port.ts';
import { silentLog } from './database.ts';

/** A feed whose ticks the test delivers. */
class ScriptedFeed implements Feed {
  readonly source = 'live';
  readonly isFromStart = false;
  readonly now: () => number;
  sink: FeedSink | undefined;

  constructor(now: () => number) {
    this.now = now;
  }

  start(sink: FeedSink): Promise<void> {
    this.sink = sink;
    return Promise.resolve();
  }

  stop(): Promise<void> {
    return Promise.resolve();
  }
}

/** Market and trading host of the product, on a feed whose ticks and clock the test moves. */
export interface ScriptedMarket {
  readonly market: Market;
  readonly host: TradingHost;
  /** Market time in epoch milliseconds. */
  readonly clock: { time: number };
  /** Delivers a tick of EURUSD with equal bid and ask, dated now or earlier. */
  tick(mid: string, ageMs?: number): void;
  stop(): Promise<void>;
}

/** Starts market and host; `begin` is market time. */
export async function startScriptedMarket(database: Database, begin: number): Promise<ScriptedMarket> {
  const { pool } = database;
  const clock = { time: begin };
  await seedListing(pool, {
    categories: REFERENCE_CATEGORIES,
    instruments: REFERENCE_INSTRUMENTS.filter(({ code }) => code === 'EURUSD'),
  });
  const feed = new ScriptedFeed(() => clock.time);
  const store = new BarStore(pool, 'live');
  const market = new Market({
    listing: await readListing(pool),
    feed,
    store,
    calendars: new CalendarBook([], 'always'),
    epoch: await store.nextEpoch(),
    onWriteFailure: (error) => {
      throw error;
    },
  });
  const host = await startTradingHost({
    connection: database.connection,
    pool,
    now: () => market.now(),
    log: silentLog,
    holder: 'test',
    onFatal: (error) => {
      throw error;
    },
  });
  const rules = {
    feeMode: 'perLot',
    stopOutPercent: 50,
    demoFunds: money('100000'),
    maxOrdersPerAccount: 200,
  } as const;
  await defineTerms(host, pool, rules, market.instruments());
  connectMarket(market, host);
  await market.start();
  return {
    market,
    host,
    clock,
    tick: (mid, ageMs = 0) => {
      const value = price(mid);
      feed.sink?.tick({ code: 'EURUSD', time: clock.time - ageMs, bid: value, ask: value });
    },
    stop: async () => {
      await market.stop();
      await host.stop();
    },
  };
}
