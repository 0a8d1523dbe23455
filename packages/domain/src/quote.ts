import type { InstrumentId } from './instrument.ts';
import type { Price } from './units.ts';

/** The direction of an order or position. */
export type Side = 'buy' | 'sell';

/** The origins of quotes: the venues of a live market, and prices that are no market's. */
export const QUOTE_SOURCES = ['oanda', 'binance', 'kraken', 'coinbase', 'dxlink', 'simulated', 'replay'] as const;
/** The origin of a quote. */
export type QuoteSource = (typeof QUOTE_SOURCES)[number];

/** Reads a stored origin; undefined for other text. */
export function asQuoteSource(text: string | null): QuoteSource | undefined {
  return QUOTE_SOURCES.find((source) => source === text);
}

/** The house's bid and ask of an instrument at one moment. Never crossed: bid ≤ ask. */
export interface Quote {
  readonly instrument: InstrumentId;
  /** Rises with every accepted quote of the instrument. Never reused, not even after a restart. */
  readonly seq: number;
  /** Epoch milliseconds, market time. */
  readonly time: number;
  readonly bid: Price;
  readonly ask: Price;
  /** Present in a live market, whose instruments can change their source. */
  readonly source?: QuoteSource | undefined;
}

/** The price at which a new position of this side opens. */
export function openingPrice(quote: Quote, side: Side): Price {
  return side === 'buy' ? quote.ask : quote.bid;
}

/** The price at which a position of this side closes. */
export function closingPrice(quote: Quote, side: Side): Price {
  return side === 'buy' ? quote.bid : quote.ask;
}

/** Prices farther from the market than this factor are typing errors. */
const FAR_FACTOR = 10n;

/** True when a price is farther than a factor of ten from the market. */
export function isFarFromMarket(price: Price, quote: Quote): boolean {
  return price * FAR_FACTOR < quote.bid || price > quote.ask * FAR_FACTOR;
}
