import { dealingOf, quoteOf, standingOf } from '@fairlot/client';
import type { Freshness, ListedInstrument, PreviewMarket, QuoteView } from '@fairlot/client';
import { PRICE_SCALE } from '@fairlot/domain';
import type { DealingProblem } from '@fairlot/domain';
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

/** The reason why an instrument can't be dealt on, as its quote shows it. */
const PROBLEMS: Readonly<Record<Freshness, DealingProblem | undefined>> = {
  current: undefined,
  stale: 'market_data_stale',
  doubt: 'price_in_doubt',
  closed: 'market_closed',
};

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
        dealing: dealingOf(
          quote === undefined ? (instrument.isOpen ? undefined : 'market_closed') : PROBLEMS[quote.freshness],
          conversion === undefined ? undefined : PROBLEMS[conversion.freshness],
        ),
        quote: quote === undefined ? undefined : quoteOf(quote, instrument),
        conversionQuote: conversion === undefined ? undefined : quoteOf(conversion, { pricePrecision: PRICE_SCALE }),
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
