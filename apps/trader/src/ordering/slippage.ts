import { asPrice, formatPrice, larger, minus, openingPrice, plus, pricePoint } from '@fairlot/domain';
import type { Instrument, Price, Quote, Side } from '@fairlot/domain';

/** A market order may fill at most this many spreads away from the price that the trader saw. */
const SPREADS = 3n;
/** And at least this many points, for instruments whose spread is next to nothing. */
const LEAST_POINTS = 10n;

/**
 * The worst acceptable price of a market order: what the trader sees, and three spreads beyond. The price may move between
 * the tap and the server; further than this the order is refused, never filled worse.
 */
export function worstPrice(quote: Quote, side: Side, terms: Pick<Instrument, 'pricePrecision'>): string {
  const tolerance = larger(asPrice((quote.ask - quote.bid) * SPREADS), asPrice(pricePoint(terms) * LEAST_POINTS));
  const shown: Price = openingPrice(quote, side);
  const worst = side === 'buy' ? plus(shown, tolerance) : minus(shown, tolerance);
  return formatPrice(worst > 0n ? worst : pricePoint(terms), terms.pricePrecision);
}
