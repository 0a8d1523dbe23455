import type { SampleStrategy } from '@fairlot/contract';

/** A finished bar in plain numbers: a strategy may think in floats, because the server settles what comes of its orders. */
export interface Bar {
  readonly time: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
}

export type Direction = 'buy' | 'sell';

/** A position that the strategy holds in an instrument. */
export interface Held {
  readonly direction: Direction;
  /** Epoch milliseconds of market time. */
  readonly openedAt: number;
}

/** What a strategy wants in an instrument now. Stop and target are distances from the opening price. */
export type Wish =
  | { readonly do: 'nothing' }
  | { readonly do: 'open'; readonly direction: Direction; readonly stop: number; readonly target: number }
  | { readonly do: 'close' };

/** A rule that looks at bars and decides; it keeps nothing, so a restart changes nothing. */
export interface Strategy {
  readonly name: SampleStrategy;
  /** Codes of its instruments; what a site does not list is left out. */
  readonly instruments: readonly string[];
  /** One-minute bars that it looks at. */
  readonly looksBack: number;
  /** `bars` are finished, in time order, `looksBack` of them. */
  decide(bars: readonly Bar[], held: Held | undefined): Wish;
}

export const NOTHING: Wish = { do: 'nothing' };
export const CLOSE: Wish = { do: 'close' };
