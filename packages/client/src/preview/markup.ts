import { NO_MARKUP, asPrice, markedUp } from '@fairlot/domain';
import type { Markup, PriceTerms, Quote } from '@fairlot/domain';

/** The market's quote behind one that an account with a markup sees. */
export function marketQuote(shown: Quote, markup: Markup = NO_MARKUP): Quote {
  if (markup === NO_MARKUP) return shown;
  return { ...shown, bid: asPrice(shown.bid + markup.bid), ask: asPrice(shown.ask - markup.ask) };
}

/** A quote as an order with a markup of its own has it, from the quote that its account sees now. */
export function quoteOfOrder(terms: PriceTerms, shown: Quote, now: Markup | undefined, own: Markup = NO_MARKUP): Quote {
  return now?.bid === own.bid && now.ask === own.ask ? shown : markedUp(terms, marketQuote(shown, now), own);
}
