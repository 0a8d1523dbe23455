import type { Candle, InstrumentId, Period } from '@fairlot/domain';
import type { MarketSource } from '../port.ts';

/** A quote from a source before any check. Prices have the instrument's scale (domain's Price), but may be invalid. */
export interface RawTick {
  readonly code: string;
  /** Epoch milliseconds; finer sources round down. */
  readonly time: number;
  readonly bid: bigint;
  readonly ask: bigint;
}

/** The receiver of a feed. Calls are synchronous, so a feed never queues for its receiver. */
export interface FeedSink {
  tick(tick: RawTick): void;
  /** Reports input that could not be parsed as a tick. */
  malformed(): void;
  /** The source has ended permanently. */
  ended(): void;
}

/** Receives past bars: per instrument in time order, no duplicates, each in the shortest period known for that time. */
export type PastBars = (instrument: InstrumentId, period: Period, bar: Candle) => void;

/** A source of quotes: simulated, recorded or live. Each instance is started once. */
export interface Feed {
  readonly source: MarketSource;
  /** Market time in epoch milliseconds. Never behind a delivered tick. */
  now(): number;
  /**
   * Generates the bars between the last stored minute of each instrument (none at the first start) and now. Absent for
   * sources that do not know their past. Called before start.
   */
  readonly backfill?: (stored: ReadonlyMap<InstrumentId, Candle>, past: PastBars) => Promise<void>;
  /** Starts delivery. Resolves when it is running. */
  start(sink: FeedSink): Promise<void>;
  /** Stops delivery. No call follows after it has resolved. */
  stop(): Promise<void>;
}
