import type { OutputOf, forexCalls } from '@fairlot/contract';
import { NO_MARKUP, formatLots, formatRate, markedUp, termsVersion } from '@fairlot/domain';
import type { AccountGroup } from '@fairlot/engine';
import type { LanguageCode } from '@fairlot/i18n';
import type { ListedInstrument, MarketData } from '../../market/port.ts';
import { presentQuotations } from '../../market/presenter.ts';
import type { TermsState } from '../../trading/current-terms.ts';
import {
  FEE_TYPES,
  presentGuaranteeTerms,
  presentHedged,
  presentMarkup,
  presentSwap,
  presentTiers,
} from '../../trading/terms-presenter.ts';
import { nameOf } from './name-of.ts';

type WireInstrument = OutputOf<typeof forexCalls.tradeList>[number];

/** Converts an instrument to its wire format, with its session, daily figures, and the terms and prices of a group. */
export function presentInstrument(
  instrument: ListedInstrument,
  market: MarketData,
  { rules, announced, restricted }: TermsState,
  language: LanguageCode,
  group?: AccountGroup,
): WireInstrument {
  const own = group?.termsOf(instrument);
  const { mode, rate } = own?.commission ?? { mode: instrument.feeMode, rate: instrument.feeRate };
  const { leverages, swap } = own?.terms ?? instrument;
  const markup = own?.markup ?? NO_MARKUP;
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
    Dealing: restricted.get(instrument.id) ?? (own?.offered === false ? 'closeOnly' : 'normal'),
    NextSession: market.nextSessionChange(instrument.id) ?? null,
    PricePrecision: instrument.pricePrecision,
    Pip: formatLots(instrument.lotStep),
    ForexMinCont: formatLots(instrument.minLots),
    ForexMaxCont: formatLots(instrument.maxLots),
    ForexContNum: String(instrument.unitsPerLot),
    FeeType: FEE_TYPES[mode],
    ForexFeeRate: formatRate(rate),
    MarginMode: instrument.marginMode === 'fixed' ? 1 : 2,
    HasForexMultiple: leverages.map((Value) => ({ Value })),
    QuoteCurrency: instrument.quoteCurrency,
    Conversion:
      instrument.conversion === null
        ? null
        : { Id: instrument.conversion.instrument, Inverse: instrument.conversion.inverse },
    StaleAfter: instrument.staleAfterMs,
    Swap: presentSwap(swap),
    Markup: presentMarkup(markup, instrument),
    ...presentTiers(own?.tiers ?? []),
    ...presentHedged(own?.hedged ?? 'both'),
    ...presentGuaranteeTerms(own?.guarantee, instrument),
    // A group's own swap stays when the instrument's changes.
    AnnouncedTerms: announced
      .filter((change) => change.instrument === instrument.id && own?.swap === undefined)
      .map(({ from, swap: next }) => ({ At: from, Swap: presentSwap(next) })),
    Terms: group?.versionOf(instrument, rules) ?? termsVersion(instrument, rules),
    ForexQuotations:
      quote === undefined || day === undefined
        ? null
        : presentQuotations(instrument, markedUp(instrument, quote, markup), day),
  };
}
