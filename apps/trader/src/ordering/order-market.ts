import { feeModeOf, quoteOf, standingOf, termsOf } from '@fairlot/client';
import type { PreviewMarket, QuoteView } from '@fairlot/client';
import { useMemo } from 'react';
import { useAccount } from '../shared/account.ts';
import { useQuote } from '../shared/market.ts';
import type { Instrument } from '../shared/market.ts';
import { useSite } from '../shared/site.ts';

/** What orders on an instrument are judged against now, and the view of its quote for the screen. */
export interface OrderMarket {
  readonly preview: PreviewMarket;
  readonly quote: QuoteView | undefined;
  /** How the site counts fees is known; until then the preview's fee means nothing. */
  readonly feeKnown: boolean;
}

/** Joins terms, quotes, the site's fee and the account into what the client's previews compute with. */
export function useOrderMarket(instrument: Instrument): OrderMarket {
  const terms = useMemo(() => termsOf(instrument), [instrument]);
  const quote = useQuote(instrument.Id);
  const conversion = useQuote(instrument.Conversion?.Id);
  const site = useSite();
  const account = useAccount();
  return useMemo(
    () => ({
      quote,
      feeKnown: site !== undefined,
      preview: {
        instrument: terms,
        open: quote === undefined ? instrument.MarketStatus === 1 : quote.freshness !== 'closed',
        quote: quote === undefined ? undefined : quoteOf(quote),
        conversionQuote: conversion === undefined ? undefined : quoteOf(conversion),
        stale: quote?.freshness === 'stale' || conversion?.freshness === 'stale',
        feeMode: feeModeOf(site ?? { trade_fee_type: 0 }),
        standing: account === undefined ? undefined : standingOf(account),
      },
    }),
    [terms, quote, conversion, site, account, instrument.MarketStatus],
  );
}
