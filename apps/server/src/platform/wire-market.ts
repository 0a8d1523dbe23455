import type { OutputOf, forexCalls } from '@fairlot/contract';
import { dayChange, formatPrice, formatRate } from '@fairlot/domain';
import type { Candle, Price, Quote } from '@fairlot/domain';

type Quotations = NonNullable<OutputOf<typeof forexCalls.tradeList>[number]['ForexQuotations']>;

/** Figures of the trading day, of bid prices. */
interface Day {
  readonly open: Price;
  readonly high: Price;
  readonly low: Price;
  readonly close: Price;
  readonly volume: number;
}

/** A quote with its day figures in the contract's words, as lists and the socket show it. */
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

/** A bar of bid prices as JSON text; thousands go into one answer. */
export function candleText(candle: Candle, precision: number): string {
  const { open, high, low, close } = candle.bid;
  return (
    `{"Time":${candle.time},"Open":"${formatPrice(open, precision)}","High":"${formatPrice(high, precision)}",` +
    `"Low":"${formatPrice(low, precision)}","Close":"${formatPrice(close, precision)}","Volume":${candle.volume}}`
  );
}
