import { asPrice, formatPrice, larger, minus, openingPrice, plus, pricePoint } from '@fairlot/domain';
import type { Price, PriceTerms, Quote, Side } from '@fairlot/domain';

/** Tolerance of a market order, in spreads beyond the price that the trader saw. */
const SPREADS = 3n;
/** Least tolerance in points, for instruments with tiny spreads. */
const LEAST_POINTS = 10n;

/**
 * The worst acceptable price of a market order: three spreads beyond the price on the screen. The price may move before
 * the order arrives; beyond this limit the order is refused instead of filled at a worse price.
 */
export function worstPrice(quote: Quote, side: Side, terms: PriceTerms): string {
  const tolerance = larger(asPrice((quote.ask - quote.bid) * SPREADS), asPrice(pricePoint(terms) * LEAST_POINTS));
  const shown: Price = openingPrice(quote, side);
  const worst = side === 'buy' ? plus(shown, tolerance) : minus(shown, tolerance);
  return formatPrice(worst > 0n ? worst : pricePoint(terms), terms);
}
