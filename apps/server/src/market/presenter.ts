import type { OutputOf, forexCalls } from '@fairlot/contract';
import { type Candle, type Price, type Quote, dayChange, formatPrice, formatRate } from '@fairlot/domain';

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
export function presentQuotations(precision: number, quote: Quote, day: Day): Quotations {
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

/** A bar of bid prices as JSON text. Written by hand, because one answer contains thousands. */
export function candleText(candle: Candle, precision: number): string {
  const { open, high, low, close } = candle.bid;
  return (
    `{"Time":${candle.time},"Open":"${formatPrice(open, precision)}","High":"${formatPrice(high, precision)}",` +
    `"Low":"${formatPrice(low, precision)}","Close":"${formatPrice(close, precision)}","Volume":${candle.volume}}`
  );
}
