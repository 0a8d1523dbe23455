import { dealingOf, marketQuote, quoteOf, sidesOf, standingOf } from '@fairlot/client';
import type { Freshness, HoldingView, ListedInstrument, PreviewMarket, QuoteView } from '@fairlot/client';
import { PRICE_SCALE } from '@fairlot/domain';
import type { DealingProblem } from '@fairlot/domain';
import { useMemo } from 'react';
import { useAccount } from '../../../shared/account/live-account.ts';
import { useInstruments, useQuote } from '../../../shared/market/market.ts';

/** Market data for checking orders on an instrument, and its quote for display. */
export interface OrderMarket {
  readonly preview: PreviewMarket;
  readonly quote: QuoteView | undefined;
  /** Version of the terms behind the figures that are shown. */
  readonly terms: string;
}

/** The reason why an instrument can't be dealt on, as its quote shows it. */
const PROBLEMS: Readonly<Record<Freshness, DealingProblem | undefined>> = {
  current: undefined,
  stale: 'market_data_stale',
  doubt: 'price_in_doubt',
  closed: 'market_closed',
};

/** Combines instrument, quotes and account into the input of the client's previews. */
export function useOrderMarket(instrument: ListedInstrument): OrderMarket {
  const quote = useQuote(instrument.id);
  const conversion = useQuote(instrument.conversion?.instrument);
  const leg = useInstruments(false).byId.get(instrument.conversion?.instrument ?? instrument.id);
  const account = useAccount();
  const conversionQuote = useMemo(
    () => conversion && quoteOf(conversion, { pricePrecision: PRICE_SCALE }),
    [conversion],
  );
  return useMemo(
    () => ({
      quote,
      terms: instrument.terms,
      preview: {
        instrument,
        dealing: dealingOf(
          instrument.dealing === 'halted'
            ? 'instrument_halted'
            : quote === undefined
              ? instrument.isOpen
                ? undefined
                : 'market_closed'
              : PROBLEMS[quote.freshness],
          leg?.dealing === 'halted' ? 'instrument_halted' : conversion && PROBLEMS[conversion.freshness],
        ),
        closeOnly: instrument.dealing === 'closeOnly',
        quote: quote === undefined ? undefined : quoteOf(quote, instrument),
        conversionQuote: conversionQuote && marketQuote(conversionQuote, leg?.markup),
        doubt: doubtOf(quote) ?? doubtOf(conversion) ?? (isSourceless(instrument, quote) ? 'source' : undefined),
        standing: account === undefined ? undefined : standingOf(account),
        margins: marginsOf(instrument, account?.holdings.get(instrument.id)),
      },
    }),
    [instrument, quote, conversion, conversionQuote, leg, account],
  );
}

function marginsOf({ tiers, hedged }: ListedInstrument, held: HoldingView | undefined): PreviewMarket['margins'] {
  if (tiers === undefined && hedged === undefined) return undefined;
  return { tiers: tiers ?? [], hedged: hedged ?? 'both', held: sidesOf(held) };
}

/** True for an open market that no source has ever had a price of. */
function isSourceless(instrument: ListedInstrument, quote: QuoteView | undefined): boolean {
  return quote === undefined && instrument.isOpen && instrument.doubt === 'source';
}

/** The doubt of an open market. A closed one is not dealt on anyway. */
function doubtOf(view: QuoteView | undefined): PreviewMarket['doubt'] {
  return view?.freshness === 'doubt' ? view.doubt : undefined;
}
