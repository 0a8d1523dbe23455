import type { Candle, InstrumentId, Period } from '@fairlot/domain';
import type { MarketSource } from '../port.ts';

/** A quote as a source gives it, before anybody has looked at it. Prices are of scale 8 (domain's Price) or not prices at all. */
export interface RawTick {
  readonly code: string;
  /** Epoch milliseconds; a source that is finer rounds down. */
  readonly time: number;
  readonly bid: bigint;
  readonly ask: bigint;
}

/** Where a feed delivers. Calls are synchronous; a feed never queues behind its reader. */
export interface FeedSink {
  tick(tick: RawTick): void;
  /** Something that could not even be read as a tick. */
  malformed(): void;
  /** The source has no more and will have no more. */
  ended(): void;
}

/** Takes bars of the past: for each instrument in time order, none twice, each of the shortest period that is known there. */
export type PastBars = (instrument: InstrumentId, period: Period, bar: Candle) => void;

/** A source of quotes: simulated, recorded or live. One is made for one start. */
export interface Feed {
  readonly source: MarketSource;
  /** Market time in epoch milliseconds. Never behind a tick that was delivered. */
  now(): number;
  /**
   * Tells what happened between the last minute that is stored of each instrument (none at the first start) and now.
   * Only a source that knows its past has it. Called before start.
   */
  readonly backfill?: (stored: ReadonlyMap<InstrumentId, Candle>, past: PastBars) => Promise<void>;
  /** Begins to deliver. Resolves when it is under way. */
  start(sink: FeedSink): Promise<void>;
  /** Delivers nothing more once it has resolved. */
  stop(): Promise<void>;
}
