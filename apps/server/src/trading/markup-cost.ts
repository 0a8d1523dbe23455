import {
  type ConversionLeg,
  DOLLAR,
  type Instrument,
  type Markup,
  type Money,
  type PriceTerms,
  type PricedTrade,
  type Quote,
  ZERO,
  asPrice,
  conversionFrom,
  markupLost,
} from '@fairlot/domain';
import type { StoredQuote } from '../db/tables/trading.ts';

/**
 * The part of a position's result that its markup has cost, in dollars. `leg`: the quote that converts the result; the
 * cost is undefined while one is needed and missing.
 */
export function markupCostOf(
  instrument: Pick<Instrument, 'unitsPerLot'> & PriceTerms & { readonly conversion: ConversionLeg | null },
  trade: PricedTrade,
  markup: Markup | undefined,
  leg: Quote | undefined,
): Money | undefined {
  if (markup === undefined) return ZERO;
  if (instrument.conversion === null) return markupLost(instrument, trade, markup, DOLLAR);
  return leg && markupLost(instrument, trade, markup, conversionFrom(instrument.conversion, leg));
}

/** Reads a quote of the table of orders. */
export function storedLeg(quote: StoredQuote | null): Quote | undefined {
  return quote === null ? undefined : { ...quote, bid: asPrice(BigInt(quote.bid)), ask: asPrice(BigInt(quote.ask)) };
}
