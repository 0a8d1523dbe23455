import { quoteOf, quoteOfOrder } from '@fairlot/client';
import type { Order, QuoteView } from '@fairlot/client';
import type { Quote } from '@fairlot/domain';
import { listedInstrument } from '../market/market.ts';

/** A displayed quote at the markup that an order keeps; undefined before the first quote. */
export function orderQuote(order: Order, view: QuoteView | undefined): Quote | undefined {
  const { instrument, markup } = order;
  const shown = view && quoteOf(view, instrument);
  return shown && quoteOfOrder(instrument, shown, listedInstrument(instrument.id)?.markup, markup);
}
