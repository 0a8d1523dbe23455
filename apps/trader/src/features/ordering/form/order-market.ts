import { quoteOf, standingOf } from '@fairlot/client';
import type { ListedInstrument, PreviewMarket, QuoteView } from '@fairlot/client';
import { PRICE_SCALE } from '@fairlot/domain';
import { useMemo } from 'react';
import { useAccount } from '../../../shared/account/live-account.ts';
import { useQuote } from '../../../shared/market/market.ts';

/** Market data for checking orders on an instrument, and its quote for display. */
export interface OrderMarket {
  readonly preview: PreviewMarket;
  readonly quote: QuoteView | undefined;
  /** Version of the terms behind the figures that are shown. */
  readonly terms: string;
}

/** Combines instrument, quotes and account into the input of the client's previews. */
export function useOrderMarket(instrument: ListedInstrument): OrderMarket {
  const quote = useQuote(instrument.id);
  const conversion = useQuote(instrument.conversion?.instrument);
  const account = useAccount();
  return useMemo(
    () => ({
      quote,
      terms: instrument.terms,
      preview: {
        instrument,
        open: quote === undefined ? instrument.isOpen : quote.freshness !== 'closed',
        quote: quote === undefined ? undefined : quoteOf(quote, instrument),
        conversionQuote: conversion === undefined ? undefined : quoteOf(conversion, { pricePrecision: PRICE_SCALE }),
        stale: quote?.freshness === 'stale' || conversion?.freshness === 'stale',
        standing: account === undefined ? undefined : standingOf(account),
      },
    }),
    [instrument, quote, conversion, account],
  );
}
