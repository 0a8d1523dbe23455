import { DOLLAR, conversionFrom } from '@fairlot/domain';
import type { Conversion } from '@fairlot/domain';
import { marketQuote } from './markup.ts';
import type { PreviewMarket } from './preview-types.ts';

/**
 * Dollars per unit of the quote currency, computed from the displayed quotes; undefined if the conversion's quote is
 * missing.
 */
export function conversionOf(
  market: Pick<PreviewMarket, 'instrument' | 'quote' | 'conversionQuote'>,
): Conversion | undefined {
  const leg = market.instrument.conversion;
  if (leg === null) return DOLLAR;
  const { instrument, quote: shown, conversionQuote } = market;
  const isOwn = leg.instrument === instrument.id;
  const quote = isOwn ? shown && marketQuote(shown, instrument.markup) : conversionQuote;
  return quote === undefined ? undefined : conversionFrom(leg, quote);
}
