import type { SampleStrategy } from '@fairlot/contract';
import type { Side } from '@fairlot/domain';

/** A finished bar in floats, which suffice for decisions because the server settles the orders. */
export interface Bar {
  readonly time: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
}

/** A position that the strategy holds in an instrument. */
export interface OpenPosition {
  readonly direction: Side;
  /** Epoch milliseconds of market time. */
  readonly openedAt: number;
}

/** A strategy's decision on an instrument. Stop and target are distances from the opening price. */
export type Decision =
  | { readonly do: 'nothing' }
  | { readonly do: 'open'; readonly direction: Side; readonly stop: number; readonly target: number }
  | { readonly do: 'close' };

/** A rule that decides on the basis of bars. It is stateless, so a restart changes nothing. */
export interface Strategy {
  readonly name: SampleStrategy;
  /** Codes of its instruments; those that the site does not list are skipped. */
  readonly instruments: readonly string[];
  /** Number of one-minute bars that it needs. */
  readonly looksBack: number;
  /** Decides on `looksBack` finished bars, in time order. */
  decide(bars: readonly Bar[], held: OpenPosition | undefined): Decision;
}

export const NOTHING: Decision = { do: 'nothing' };
export const CLOSE: Decision = { do: 'close' };
