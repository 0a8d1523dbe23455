import { quoteOf, standingOf } from '@fairlot/client';
import type { ListedInstrument, PreviewMarket, QuoteView } from '@fairlot/client';
import { useMemo } from 'react';
import { useAccount } from '../../../shared/account/live-account.ts';
import { useQuote } from '../../../shared/market/market.ts';
import { useSite } from '../../../shared/site/site.ts';

/** Market data for checking orders on an instrument, and its quote for display. */
export interface OrderMarket {
  readonly preview: PreviewMarket;
  readonly quote: QuoteView | undefined;
  /** True once the site's fee mode is known; until then the preview's fee is meaningless. */
  readonly feeKnown: boolean;
}

/** Combines instrument, quotes, fee mode and account into the input of the client's previews. */
export function useOrderMarket(instrument: ListedInstrument): OrderMarket {
  const quote = useQuote(instrument.id);
  const conversion = useQuote(instrument.conversion?.instrument);
  const site = useSite();
  const account = useAccount();
  return useMemo(
    () => ({
      quote,
      feeKnown: site !== undefined,
      preview: {
        instrument,
        open: quote === undefined ? instrument.isOpen : quote.freshness !== 'closed',
        quote: quote === undefined ? undefined : quoteOf(quote),
        conversionQuote: conversion === undefined ? undefined : quoteOf(conversion),
        stale: quote?.freshness === 'stale' || conversion?.freshness === 'stale',
        doubt: doubtOf(quote) ?? doubtOf(conversion),
        feeMode: site?.feeMode ?? 'ofMargin',
        standing: account === undefined ? undefined : standingOf(account),
      },
    }),
    [instrument, quote, conversion, site, account],
  );
}

/** The doubt of an open market. A closed one is not dealt on anyway. */
function doubtOf(view: QuoteView | undefined): PreviewMarket['doubt'] {
  return view?.freshness === 'doubt' ? view.doubt : undefined;
}
