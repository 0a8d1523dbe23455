import type { OutputOf, forexCalls } from '@fairlot/contract';
import {
  type Candle,
  type Price,
  type PriceTerms,
  type Quote,
  dayChange,
  formatPrice,
  formatRate,
} from '@fairlot/domain';

type Quotations = NonNullable<OutputOf<typeof forexCalls.tradeList>[number]['ForexQuotations']>;

/** Bid prices of the trading day. */
interface Day {
  readonly open: Price;
  readonly high: Price;
  readonly low: Price;
  readonly close: Price;
  readonly volume: number;
}

/** A quote with its day figures in the contract's fields, for lists and the socket. */
export function presentQuotations(terms: PriceTerms, quote: Quote, day: Day): Quotations {
  return {
    Seq: quote.seq,
    Time: quote.time,
    Bid: formatPrice(quote.bid, terms),
    Ask: formatPrice(quote.ask, terms),
    Open: formatPrice(day.open, terms),
    High: formatPrice(day.high, terms),
    Low: formatPrice(day.low, terms),
    Close: formatPrice(day.close, terms),
    Change: formatRate(dayChange(day.open, day.close), 4),
    Volume: day.volume,
  };
}

/** A bar of bid prices as JSON text. Written by hand, because one answer contains thousands. */
export function candleText(candle: Candle, terms: PriceTerms): string {
  const { open, high, low, close } = candle.bid;
  const basis = candle.basis === undefined ? '' : `,"Basis":"${candle.basis}"`;
  return (
    `{"Time":${candle.time},"Open":"${formatPrice(open, terms)}","High":"${formatPrice(high, terms)}",` +
    `"Low":"${formatPrice(low, terms)}","Close":"${formatPrice(close, terms)}","Volume":${candle.volume}${basis}}`
  );
}
