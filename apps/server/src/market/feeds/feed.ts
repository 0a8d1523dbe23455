import type { Candle, InstrumentId, Period, Quote, QuoteSource } from '@fairlot/domain';
import type { DoubtReason, ListedInstrument, MarketSource, SourceStatus } from '../port.ts';
import type { SourceLine } from './live/live-status.ts';
import type { PastSource } from './live/source.ts';

/** A quote from a source before any check. Prices have the instrument's scale (domain's Price), but may be invalid. */
export interface RawTick {
  readonly code: string;
  /** Epoch milliseconds; finer sources round down. */
  readonly time: number;
  readonly bid: bigint;
  readonly ask: bigint;
  /** The venue, for a feed that has several. */
  readonly source?: QuoteSource | undefined;
  /** True when the fresh price of another venue is apart from this one. */
  readonly isContested?: boolean | undefined;
}

/** The receiver of a feed. Calls are synchronous, so a feed never queues for its receiver. */
export interface FeedSink {
  tick(tick: RawTick): void;
  /** Reports input that could not be parsed as a tick. */
  malformed(): void;
  /** The source has ended permanently. */
  ended(): void;
  /** The source that an instrument has from now on, or none. Called before its first tick. */
  source?(code: string, name: QuoteSource | undefined): void;
  /** A quote that the market of another process has taken and numbered. */
  quote?(quote: Quote): void;
  /** The reason that the market of another process gives for a doubt. */
  doubt?(id: InstrumentId, reason: DoubtReason | undefined): void;
  /** Quotes of another process may be missing up to now. */
  gap?(): void;
}

/** Receives past bars: per instrument in time order, no duplicates, each in the shortest period known for that time. */
export type PastBars = (instrument: InstrumentId, period: Period, bar: Candle) => void;

/** The venues of a live feed. */
export interface LiveVenues {
  /** In order of preference. */
  sources(): readonly SourceStatus[];
  /** The venue of an instrument's price; undefined when it has none. */
  sourceOf(id: InstrumentId): QuoteSource | undefined;
  /** An instrument's venues in order of preference. */
  lineOf(id: InstrumentId): SourceLine;
  /** The venues that have an instrument's past, in order of preference. */
  pastsOf(id: InstrumentId): readonly PastSource[];
}

/** A source of quotes: simulated, recorded or live. Each instance is started once. */
export interface Feed {
  readonly source: MarketSource;
  /** True when the source plays its past again: the bars are rebuilt and replace the stored ones. */
  readonly isFromStart: boolean;
  /** Market time in epoch milliseconds. Never behind a delivered tick. */
  now(): number;
  /**
   * Generates the bars between the last stored minute of each instrument (none at the first start) and now. Absent for
   * sources that do not know their past. Called before start.
   */
  readonly backfill?: (stored: ReadonlyMap<InstrumentId, Candle>, past: PastBars) => Promise<void>;
  /** Present in a feed of several venues. Before the start no instrument has a source. */
  readonly live?: LiveVenues | undefined;
  /**
   * Applies added, removed and changed instruments. The receiver knows them already. Absent in a feed that only delivers
   * the instruments that it began with.
   */
  relist?(instruments: readonly ListedInstrument[]): void;
  /** Starts delivery. Resolves when it is running. */
  start(sink: FeedSink): Promise<void>;
  /** Stops delivery. No call follows after it has resolved. */
  stop(): Promise<void>;
}
