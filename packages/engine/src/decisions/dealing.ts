import { closingPrice, formatPrice, isOnPriceGrid, wrongSide } from '@fairlot/domain';
import type { Instrument, Price, Protection, Quote, Side } from '@fairlot/domain';
import type { Listing } from '../core/state.ts';
import { isStale, marketOf } from '../core/valuation.ts';
import type { Market } from '../core/valuation.ts';
import type { Work } from '../core/work.ts';
import type { Outcome, Refusal } from '../outcome.ts';
import { refuse } from './outcomes.ts';

/** Prices of an order beyond this multiple of the market, or below its inverse, are slips of the hand. */
const RANGE = 10n;

/** Why the client can't deal in an instrument now; undefined when he can. */
export function dealingRefusal(work: Work, listing: Listing, market: Market): Refusal | undefined {
  if (!listing.open) return 'market_closed';
  if (isStale(listing, market.quote, work.time)) return 'market_data_stale';
  const { leg } = listing;
  return leg !== undefined && market.legQuote !== undefined && isStale(leg, market.legQuote, work.time)
    ? 'market_data_stale'
    : undefined;
}

/** The market of an instrument that is to be dealt in, or the refusal. */
export function dealingMarket(work: Work, listing: Listing): Market | Refusal {
  const market = marketOf(work, listing);
  if (market === undefined) return 'market_data_missing';
  return dealingRefusal(work, listing, market) ?? market;
}

/** Refuses prices that the instrument doesn't quote, or that are far from its market. */
export function priceRefusal(
  terms: Instrument,
  quote: Quote | undefined,
  prices: readonly (Price | undefined)[],
): Refusal | undefined {
  let refusal: Refusal | undefined;
  for (const value of prices) {
    if (value === undefined) continue;
    if (!isOnPriceGrid(terms, value)) return 'price_off_grid';
    if (quote !== undefined && (value * RANGE < quote.bid || value > quote.ask * RANGE)) refusal = 'price_out_of_range';
  }
  return refusal;
}

/** Refuses levels that would be reached at once, with the nearest price that would be taken. */
export function protectionRefusal(
  terms: Instrument,
  side: Side,
  reference: Price,
  protection: Protection,
): Outcome | undefined {
  const wrong = wrongSide(terms, side, reference, protection);
  if (wrong === undefined) return undefined;
  const reason = wrong.level === 'stopLoss' ? 'stop_loss_wrong_side' : 'take_profit_wrong_side';
  return refuse(reason, { nearest: formatPrice(wrong.nearest, terms.pricePrecision) });
}

/** The price against which the levels of a position, or of an order at the market, are judged. */
export function protectionReference(quote: Quote, side: Side): Price {
  return closingPrice(quote, side);
}
