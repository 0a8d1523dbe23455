import type { PriceAlert } from '@fairlot/contract';
import { type Price, type PriceTerms, formatPrice } from '@fairlot/domain';
import type { MarketData } from '../../market/port.ts';
import type { Alert } from './queries.ts';

const UNLISTED: PriceTerms = { pricePrecision: 8 };

/** Converts an alert to its wire format, with prices in the instrument's precision. */
export function presentAlert(
  { id, instrument, side, direction, price, createdAt, fired }: Alert,
  market: MarketData,
): PriceAlert {
  const written = (value: Price): string => formatPrice(value, market.instrument(instrument) ?? UNLISTED);
  return {
    id,
    forex_id: instrument,
    side,
    direction,
    price: written(price),
    created_at: createdAt.toISOString(),
    fired_at: fired?.at.toISOString() ?? null,
    quote:
      fired === undefined
        ? null
        : {
            Seq: fired.quote.seq,
            Time: fired.quote.time,
            Bid: written(fired.quote.bid),
            Ask: written(fired.quote.ask),
          },
  };
}
