import { ALWAYS_OPEN, MINUTE_MS, type SessionCalendar } from '@fairlot/domain';
import type { Pool } from 'pg';
import type { Tracing } from '../platform/tracing.ts';
import { BarStore } from './bar-store.ts';
import { CALENDARS } from './calendars/index.ts';
import type { Feed } from './feeds/feed.ts';
import { ReplayFeed } from './feeds/replay.ts';
import { SimulatedFeed } from './feeds/simulated.ts';
import { readListing, seedListing } from './listing.ts';
import { Market } from './market.ts';
import type { ListedInstrument, Listing } from './port.ts';
import { REFERENCE_CATEGORIES, REFERENCE_INSTRUMENTS } from './reference/instruments.ts';

/**
 * The source of prices: simulated, or recorded ticks of a file or folder at `speed` times the recorded speed (infinity:
 * as fast as possible).
 */
export type FeedChoice =
  { readonly kind: 'simulated' } | { readonly kind: 'replay'; readonly path: string; readonly speed: number };

export interface MarketOptions {
  /** Pool of a migrated database that returns int8 as bigint. */
  readonly pool: Pool;
  /** For reads of bars by clients; default: `pool`. */
  readonly history?: Pool | undefined;
  readonly feed: FeedChoice;
  /** `real` applies the calendars, `always` keeps every market open. */
  readonly sessions: 'real' | 'always';
  /** Seed of the simulated market. */
  readonly seed: number;
  /** A wall clock in epoch milliseconds that does not jump. */
  readonly clock: () => number;
  /** Market time that the journal of this database has reached. A replay resumes there. */
  readonly notBefore?: number | undefined;
  /** Longest past that a start of the simulated market generates; see SimulatedFeedOptions. */
  readonly longestPastMs?: number | undefined;
  readonly log: { warn(message: string): void };
  readonly tracing?: Tracing | undefined;
  /** Instruments of a new database. Default: the reference data. */
  readonly reference?: Listing;
}

/**
 * Inserts the reference data into a new database and creates the market of all listed instruments. Call `start` to run
 * it.
 */
export async function createMarket(options: MarketOptions): Promise<Market> {
  const { pool, log } = options;
  await seedListing(
    pool,
    options.reference ?? { categories: REFERENCE_CATEGORIES, instruments: REFERENCE_INSTRUMENTS },
  );
  const listing = await readListing(pool);
  const calendarOf = (instrument: ListedInstrument): SessionCalendar => {
    if (options.sessions === 'always') return ALWAYS_OPEN;
    const calendar = CALENDARS.get(instrument.calendar);
    if (calendar === undefined)
      throw new Error(`market: ${instrument.code} has an unknown calendar ${JSON.stringify(instrument.calendar)}`);
    return calendar;
  };
  const store = new BarStore(pool, options.feed.kind, options.history);
  const feed = await makeFeed(options, { instruments: listing.instruments, calendarOf, store });
  const epoch = await store.nextEpoch();
  const onWriteFailure = (error: unknown): void => {
    log.warn(
      `bars could not be written and stay queued for the next try: ${error instanceof Error ? error.message : String(error)}`,
    );
  };
  return new Market({ listing, feed, store, calendarOf, epoch, onWriteFailure, tracing: options.tracing });
}

interface FeedDeps {
  readonly instruments: readonly ListedInstrument[];
  readonly calendarOf: (instrument: ListedInstrument) => SessionCalendar;
  readonly store: BarStore;
}

async function makeFeed({ feed, seed, clock, notBefore, longestPastMs }: MarketOptions, deps: FeedDeps): Promise<Feed> {
  const { instruments, calendarOf, store } = deps;
  if (feed.kind === 'simulated') return new SimulatedFeed({ instruments, calendarOf, seed, clock, longestPastMs });
  const lastMinute = await store.lastMinute();
  // Ticks of the last stored minute are not read again, because they would count twice in its bar.
  const barsUpTo = lastMinute === undefined ? 0 : lastMinute + MINUTE_MS;
  const after = notBefore === undefined ? undefined : { time: notBefore, barsUpTo };
  return ReplayFeed.open({ path: feed.path, speed: feed.speed, clock, instruments, after });
}
