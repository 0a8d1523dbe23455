import { type Candle, type Ohlc, PRICE_LIMIT, type PriceTerms, asPrice, pricePoint } from '@fairlot/domain';
import { priceFromText } from '../feeds/live/price-text.ts';
import type { BarBasis, SourceBar, SourceOhlc } from '../feeds/live/source.ts';

/** The largest volume that a bar can have: four bytes. */
const MAX_VOLUME = 2_147_483_647;

/** A source's bar on an instrument's grid, read from its text; undefined when its figures can't be true. */
export function candleOf(bar: SourceBar, basis: BarBasis, terms: PriceTerms): Candle | undefined {
  const bid = ohlcOf(bar.bid, terms, 'bid');
  // Prices of trades are rounded alike on both sides, so that the sides stay equal.
  const ask = basis === 'bidAsk' ? ohlcOf(bar.ask, terms, 'ask') : bid;
  if (bid === undefined || ask === undefined || ask.open < bid.open || ask.close < bid.close) return undefined;
  const volume = Math.min(Math.max(Math.trunc(bar.count), 0), MAX_VOLUME);
  return { time: bar.time, bid, ask, volume, ...(basis !== 'bidAsk' && { basis }) };
}

function ohlcOf(texts: SourceOhlc, terms: PriceTerms, side: 'bid' | 'ask'): Ohlc | undefined {
  const read = (text: string): bigint | undefined => {
    const steps = priceFromText(text, terms.pricePrecision, side);
    const price = steps === undefined ? 0n : steps * pricePoint(terms);
    return price > 0n && price < PRICE_LIMIT ? price : undefined;
  };
  const [open, high, low, close] = [texts.open, texts.high, texts.low, texts.close].map(read);
  if (open === undefined || high === undefined || low === undefined || close === undefined) return undefined;
  if ([open, close].some((price) => price < low || price > high)) return undefined;
  return { open: asPrice(open), high: asPrice(high), low: asPrice(low), close: asPrice(close) };
}
