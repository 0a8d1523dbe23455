import { MINUTE_MS } from '@fairlot/domain';
import type { Pool } from 'pg';
import { isSameJson } from '../platform/same-json.ts';
import type { Tracing } from '../platform/tracing.ts';
import { BarStore } from './bar-store.ts';
import { CalendarBook } from './calendars/calendar-book.ts';
import { readCalendars, seedCalendars } from './calendars/calendar-store.ts';
import { CALENDARS } from './calendars/index.ts';
import type { Feed } from './feeds/feed.ts';
import { machineTimers } from './feeds/live/connection/timers.ts';
import { LiveFeed } from './feeds/live/live-feed.ts';
import type { SourceName } from './feeds/live/source.ts';
import type { SourceSettings } from './feeds/live/settings.ts';
import { SOURCE_FACTORIES, type SourceFactory } from './feeds/live/sources.ts';
import { type MarketRelay, RelayFeed } from './feeds/relay.ts';
import { ReplayFeed } from './feeds/replay.ts';
import { SimulatedFeed } from './feeds/simulated.ts';
import { FollowedBarStore } from './followed-bars.ts';
import { GapStore } from './history/gap-store.ts';
import { HistoryFill } from './history/history-fill.ts';
import { readListing, seedListing } from './listing.ts';
import { Market, type MarketDeps } from './market.ts';
import type { ListedInstrument, Listing, MarketAdmin, SourceChanged } from './port.ts';
import { REFERENCE_CATEGORIES, REFERENCE_INSTRUMENTS } from './reference/instruments.ts';

/**
 * The source of prices: simulated, or recorded ticks of a file or folder at `speed` times the recorded speed (infinity:
 * as fast as possible).
 */
export type FeedChoice =
  | { readonly kind: 'simulated' }
  | { readonly kind: 'replay'; readonly path: string; readonly speed: number }
  | LiveChoice;

/** Live prices of venues. */
export interface LiveChoice {
  readonly kind: 'live';
  /** In order of preference, with the operator's settings. */
  readonly sources: readonly { readonly name: SourceName; readonly settings: SourceSettings }[];
  /** True when instruments without a symbol at any of the sources are simulated, instead of having no price. */
  readonly simulatesOthers: boolean;
}

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
  readonly log: { info(message: string): void; warn(message: string): void };
  /** Longest past that a start of the simulated market generates; see SimulatedFeedOptions. */
  readonly longestPastMs?: number | undefined;
  /** Told about every change of an instrument's live source. */
  readonly onSourceChange?: ((change: SourceChanged) => void) | undefined;
  /** Makes the live sources. Default: the adapters. */
  readonly factories?: Readonly<Partial<Record<SourceName, SourceFactory>>> | undefined;
  readonly tracing?: Tracing | undefined;
  /** Instruments of a new database. Default: the reference data. */
  readonly reference?: Listing;
}

/** The market of another process, for createFollowedMarket. */
export interface FollowedOptions extends Pick<
  MarketOptions,
  'pool' | 'history' | 'sessions' | 'clock' | 'log' | 'tracing'
> {
  /** The kind of the followed source. */
  readonly source: FeedChoice['kind'];
  readonly relay: MarketRelay;
  readonly onArranged?: MarketDeps['onArranged'];
}

/**
 * Creates a market that follows the one of another process: the same quotes under the same numbers, doubts and state. It
 * writes no bars.
 */
export async function createFollowedMarket(options: FollowedOptions): Promise<Market> {
  const { pool, history, source, relay, clock, log, tracing, onArranged } = options;
  const listing = await readListing(pool);
  const calendars = new CalendarBook(await readCalendars(pool), options.sessions);
  return new Market({
    listing,
    feed: new RelayFeed({ relay, source, clock }),
    store: new FollowedBarStore(pool, source, history),
    calendars,
    epoch: 0,
    onWriteFailure: (error) => log.warn(`the forming bars could not be repaired: ${String(error)}`),
    tracing,
    followed: () => relay.status(),
    onArranged,
  });
}

/**
 * Reads the instruments, categories and calendars again, which another process may have changed, or a commit whose answer
 * was lost. What is unchanged stays the same object, so that nobody is told of it.
 */
export async function readArrangement(pool: Pool, market: MarketAdmin): Promise<void> {
  for (const stored of await readCalendars(pool)) {
    const known = market.calendars.get(stored.calendar.name);
    if (known?.version !== stored.version || known.origin !== stored.origin) market.setCalendar(stored);
  }
  const stored = await readListing(pool);
  const known = new Map(market.listing.instruments.map((each) => [each.id, each]));
  const instruments = stored.instruments.map((each) => {
    const before = known.get(each.id);
    return before !== undefined && isSameJson(before, each) ? before : each;
  });
  if (!isSameJson({ former: [], ...market.listing }, stored)) market.relist({ ...stored, instruments });
}

/**
 * Inserts the reference data and the release's calendars into the database and creates the market of all listed instruments. Call `start` to run
 * it.
 */
export async function createMarket(options: MarketOptions): Promise<Market> {
  const { pool, log } = options;
  await seedListing(
    pool,
    options.reference ?? { categories: REFERENCE_CATEGORIES, instruments: REFERENCE_INSTRUMENTS },
  );
  const listing = await readListing(pool);
  await seedCalendars(pool, CALENDARS.values());
  const calendars = new CalendarBook(await readCalendars(pool), options.sessions);
  const store = new BarStore(pool, options.feed.kind, options.history);
  const feed = await makeFeed(options, { instruments: listing.instruments, calendars, store });
  const epoch = await store.nextEpoch();
  const onWriteFailure = (error: unknown): void => {
    log.warn(
      `bars could not be written and stay queued for the next try: ${error instanceof Error ? error.message : String(error)}`,
    );
  };
  const { tracing } = options;
  return new Market({
    listing,
    feed,
    store,
    calendars,
    epoch,
    onWriteFailure,
    tracing,
    past: pastOf(feed, store, options),
  });
}

/** Fills the past of live instruments from their sources. */
function pastOf({ live }: Feed, store: BarStore, { pool, clock, log }: MarketOptions): MarketDeps['past'] {
  if (live === undefined) return undefined;
  return (market, bars) =>
    new HistoryFill({
      market,
      pastsOf: (id) => live.pastsOf(id),
      gaps: new GapStore(pool, store),
      rejoin: (id, rollUp) => bars.rejoin(id, rollUp),
      timers: machineTimers(clock),
      log,
    });
}

interface FeedDeps {
  readonly instruments: readonly ListedInstrument[];
  readonly calendars: CalendarBook;
  readonly store: BarStore;
}

async function makeFeed(options: MarketOptions, deps: FeedDeps): Promise<Feed> {
  const { feed, seed, clock, notBefore, longestPastMs } = options;
  const { instruments, calendars, store } = deps;
  if (feed.kind === 'simulated')
    return new SimulatedFeed({ instruments, calendarOf: (each) => calendars.of(each), seed, clock, longestPastMs });
  if (feed.kind === 'live') return makeLiveFeed(feed, options, deps);
  const lastMinute = await store.lastMinute();
  // Ticks of the last stored minute are not read again, because they would count twice in its bar.
  const barsUpTo = lastMinute === undefined ? 0 : lastMinute + MINUTE_MS;
  const after = notBefore === undefined ? undefined : { time: notBefore, barsUpTo };
  return ReplayFeed.open({ path: feed.path, speed: feed.speed, clock, instruments, after });
}

function makeLiveFeed(feed: LiveChoice, options: MarketOptions, { instruments, calendars }: FeedDeps): Feed {
  const { clock, log, seed, factories = SOURCE_FACTORIES } = options;
  const sources = feed.sources.map(({ name, settings }) => {
    const make = factories[name];
    if (make === undefined) throw new Error(`market: this release has no adapter of the source ${name}`);
    return make(settings, { clock, log });
  });
  return new LiveFeed({
    sources,
    instruments,
    clock,
    changed: options.onSourceChange,
    ...(feed.simulatesOthers && {
      simulated: (others) =>
        new SimulatedFeed({ instruments: others, calendarOf: (each) => calendars.of(each), seed, clock }),
    }),
  });
}
