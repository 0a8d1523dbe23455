import type { Period } from '@fairlot/domain';
import type { SourceName, SourceReason } from '../feeds/live/source.ts';

/** Figures of the filling of the past. */
export interface HistoryFigures {
  /** Spans that wait. */
  readonly gaps: number;
  /** Bars that were stored since the start, and bars whose figures could not be true. */
  readonly filled: number;
  readonly malformed: number;
}

/** The last failure of an instrument's past, until a page works. */
export interface PastFailure {
  /** `unknown_symbol`: the source does not know the symbol. `failed`: not the source's fault, such as the database. */
  readonly reason: SourceReason | 'unknown_symbol' | 'failed';
  /** The words of the failure in one line. */
  readonly detail: string;
  /** Epoch milliseconds of the last failure, and of the first one with this reason. */
  readonly at: number;
  readonly since: number;
}

/** An instrument whose past is not complete. */
export interface WaitingPast {
  readonly code: string;
  /** The source that is asked for it; undefined when none has it. */
  readonly source: SourceName | undefined;
  /** Bars of this period are filled up to `next`, and wanted up to `to`, in epoch milliseconds. */
  readonly period: Period;
  readonly next: number;
  readonly to: number;
  /** Bars that were stored since the start. */
  readonly bars: number;
  readonly failure: PastFailure | undefined;
}

/** The state of the filling of the past. */
export interface PastStatus extends HistoryFigures {
  /** Those that failed come first. */
  readonly waiting: readonly WaitingPast[];
}
