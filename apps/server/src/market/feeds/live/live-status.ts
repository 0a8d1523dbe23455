import type { InstrumentId, QuoteSource } from '@fairlot/domain';
import type { SourceName, SourceState } from './source.ts';
import type { ChangeReason } from './source-choice.ts';

/** A source as staff and metrics see it. */
export interface SourceStatus {
  readonly name: SourceName;
  readonly state: SourceState;
  /** True when the quotes carry the time of their arrival. */
  readonly stampsOnArrival: boolean;
  /** Quotes received in the last whole second. */
  readonly quotesPerSecond: number;
  readonly quotes: number;
  /** Messages and prices that could not be read. */
  readonly malformed: number;
  /** Quotes that are not taken: too late or ahead of market time, crossed, or no price. */
  readonly refused: number;
  /** Symbols that the source does not know, at most a hundred. */
  readonly unknownSymbols: readonly string[];
  /** Instruments whose present source it is. */
  readonly instruments: number;
  /** Codes of instruments for which another source contradicts its price. */
  readonly contradicted: readonly string[];
}

/** A change of an instrument's source. An absent source means that the instrument has no price. */
export interface SourceChanged {
  readonly instrument: InstrumentId;
  readonly code: string;
  readonly from: QuoteSource | undefined;
  readonly to: QuoteSource | undefined;
  readonly reason: ChangeReason;
  /** Market time. */
  readonly at: number;
}

/** The sources of an instrument. */
export interface SourceLine {
  /** Market time since which it has its present source, or none; undefined when it is simulated. */
  readonly since: number | undefined;
  /** In order of preference. */
  readonly sources: readonly {
    readonly name: SourceName;
    /** Absent: the source is not used for the instrument. */
    readonly symbol: string | undefined;
    readonly state: SourceState;
    /** The source does not know the symbol. */
    readonly isUnknown: boolean;
    /** Another source contradicts its price. */
    readonly isContradicted: boolean;
  }[];
}
