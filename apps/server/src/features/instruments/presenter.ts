import type { OutputOf, forexCalls } from '@fairlot/contract';
import { dayChange, formatLots, formatPrice, formatRate } from '@fairlot/domain';
import type { Candle, Quote } from '@fairlot/domain';
import type { DayFigures, ListedInstrument, MarketData } from '../../market/port.ts';
import type { Language } from '../../platform/language.ts';
import { instrumentName } from '../../platform/messages.ts';

type WireInstrument = OutputOf<typeof forexCalls.tradeList>[number];
type Quotations = NonNullable<WireInstrument['ForexQuotations']>;

/** An instrument in the contract's words, with its terms, session and day figures. */
export function presentInstrument(instrument: ListedInstrument, market: MarketData, language: Language): WireInstrument {
  const quote = market.quote(instrument.id);
  const day = market.day(instrument.id);
  return {
    Id: instrument.id,
    Code: instrument.code,
    ShowCode: instrument.displayCode,
    Name: instrumentName(instrument, language),
    Logo: instrument.logo,
    CategoryId: instrument.categoryId,
    MarketStatus: market.isOpen(instrument.id) ? 1 : 0,
    NextSession: market.nextSessionChange(instrument.id) ?? null,
    PricePrecision: instrument.pricePrecision,
    Pip: formatLots(instrument.lotStep),
    ForexMinCont: formatLots(instrument.minLots),
    ForexMaxCont: formatLots(instrument.maxLots),
    ForexContNum: String(instrument.unitsPerLot),
    ForexFeeRate: formatRate(instrument.feeRate),
    MarginMode: instrument.marginMode === 'fixed' ? 1 : 2,
    HasForexMultiple: instrument.leverages.map((Value) => ({ Value })),
    QuoteCurrency: instrument.quoteCurrency,
    Conversion: instrument.conversion === null ? null : { Id: instrument.conversion.instrument, Inverse: instrument.conversion.inverse },
    StaleAfter: instrument.staleAfterMs,
    Swap: {
      Mode: instrument.swap.mode, Long: formatRate(instrument.swap.long), Short: formatRate(instrument.swap.short),
      TripleWeekday: instrument.swap.tripleWeekday,
    },
    ForexQuotations: quote === undefined || day === undefined ? null : presentQuotations(instrument, quote, day),
  };
}

function presentQuotations(instrument: ListedInstrument, quote: Quote, day: DayFigures): Quotations {
  const precision = instrument.pricePrecision;
  return {
    Seq: quote.seq,
    Time: quote.time,
    Bid: formatPrice(quote.bid, precision),
    Ask: formatPrice(quote.ask, precision),
    Open: formatPrice(day.open, precision),
    High: formatPrice(day.high, precision),
    Low: formatPrice(day.low, precision),
    Close: formatPrice(day.close, precision),
    Change: formatRate(dayChange(day.open, day.close), 4),
    Volume: day.volume,
  };
}

/** A bar of bid prices as JSON text; thousands go into one answer. */
export function candleText(candle: Candle, precision: number): string {
  const { open, high, low, close } = candle.bid;
  return `{"Time":${candle.time},"Open":"${formatPrice(open, precision)}","High":"${formatPrice(high, precision)}",`
    + `"Low":"${formatPrice(low, precision)}","Close":"${formatPrice(close, precision)}","Volume":${candle.volume}}`;
}
