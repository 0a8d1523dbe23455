import type { OutputOf, forexCalls } from '@fairlot/contract';
import { type SwapTerms, formatLots, formatRate, termsVersion } from '@fairlot/domain';
import type { LanguageCode } from '@fairlot/i18n';
import type { ListedInstrument, MarketData } from '../../market/port.ts';
import { presentQuotations } from '../../market/presenter.ts';
import type { TermsState } from '../../trading/current-terms.ts';
import { nameOf } from './name-of.ts';

type WireInstrument = OutputOf<typeof forexCalls.tradeList>[number];

/** Converts an instrument to its wire format, with its terms, session and daily figures. */
export function presentInstrument(
  instrument: ListedInstrument,
  market: MarketData,
  { rules, announced, restricted }: TermsState,
  language: LanguageCode,
): WireInstrument {
  const quote = market.quote(instrument.id);
  const day = market.day(instrument.id);
  return {
    Id: instrument.id,
    Code: instrument.code,
    ShowCode: instrument.displayCode,
    Name: nameOf(instrument, language),
    Logo: instrument.logo,
    CategoryId: instrument.categoryId,
    MarketStatus: market.isOpen(instrument.id) ? 1 : 0,
    Doubt: market.doubt(instrument.id) ?? null,
    Source: market.sourceOf(instrument.id) ?? null,
    Dealing: restricted.get(instrument.id) ?? 'normal',
    NextSession: market.nextSessionChange(instrument.id) ?? null,
    PricePrecision: instrument.pricePrecision,
    Pip: formatLots(instrument.lotStep),
    ForexMinCont: formatLots(instrument.minLots),
    ForexMaxCont: formatLots(instrument.maxLots),
    ForexContNum: String(instrument.unitsPerLot),
    FeeType: instrument.feeMode === 'perLot' ? 1 : 2,
    ForexFeeRate: formatRate(instrument.feeRate),
    MarginMode: instrument.marginMode === 'fixed' ? 1 : 2,
    HasForexMultiple: instrument.leverages.map((Value) => ({ Value })),
    QuoteCurrency: instrument.quoteCurrency,
    Conversion:
      instrument.conversion === null
        ? null
        : { Id: instrument.conversion.instrument, Inverse: instrument.conversion.inverse },
    StaleAfter: instrument.staleAfterMs,
    Swap: presentSwap(instrument.swap),
    AnnouncedTerms: announced
      .filter((change) => change.instrument === instrument.id)
      .map(({ from, swap }) => ({ At: from, Swap: presentSwap(swap) })),
    Terms: termsVersion(instrument, rules),
    ForexQuotations: quote === undefined || day === undefined ? null : presentQuotations(instrument, quote, day),
  };
}

function presentSwap({ mode, long, short, tripleWeekday }: SwapTerms): WireInstrument['Swap'] {
  return { Mode: mode, Long: formatRate(long), Short: formatRate(short), TripleWeekday: tripleWeekday };
}
