import type { InstrumentId } from './instrument.ts';
import type { Price } from './units.ts';

export type Side = 'buy' | 'sell';

/** The house's two prices of an instrument at one moment. Never crossed: bid ≤ ask. */
export interface Quote {
  readonly instrument: InstrumentId;
  /** Rises with every accepted quote of the instrument; never reused, not even after a restart. */
  readonly seq: number;
  /** Epoch milliseconds, market time. */
  readonly time: number;
  readonly bid: Price;
  readonly ask: Price;
}

/** The price a new position of this side is opened at. */
export function openingPrice(quote: Quote, side: Side): Price {
  return side === 'buy' ? quote.ask : quote.bid;
}

/** The price a position of this side is closed at. */
export function closingPrice(quote: Quote, side: Side): Price {
  return side === 'buy' ? quote.bid : quote.ask;
}
