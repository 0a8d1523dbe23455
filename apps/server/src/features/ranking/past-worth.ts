import {
  type Candle,
  type Conversion,
  DOLLAR,
  type InstrumentId,
  type Money,
  NO_MARKUP,
  asMoney,
  closingPrice,
  conversionFrom,
  markedUp,
  profit,
} from '@fairlot/domain';
import type { MarketData } from '../../market/port.ts';
import type { Holdings } from './records.ts';

/** The part of the market data that past valuations need. */
export type PastMarket = Pick<MarketData, 'instrument' | 'candles'>;

/**
 * An account's equity at a full minute of the past: its money, and its positions at the closing prices of the minute
 * before. Undefined when a price is not recorded; missing prices are never estimated.
 */
export async function pastWorth(
  market: PastMarket,
  { money, positions }: Holdings,
  minute: number,
): Promise<Money | undefined> {
  let worth = money as bigint;
  for (const { instrument: id, side, lots, price, markup = NO_MARKUP } of positions) {
    const instrument = market.instrument(id);
    const [bar, conversion] = await Promise.all([closingBar(market, id, minute), conversionOf(market, id, minute)]);
    if (instrument === undefined || bar === undefined || conversion === undefined) return undefined;
    const quote = { instrument: id, seq: 0, time: minute, bid: bar.bid.close, ask: bar.ask.close };
    const close = closingPrice(markedUp(instrument, quote, markup), side);
    worth += profit(instrument, side, lots, price, close, conversion);
  }
  return asMoney(worth);
}

async function conversionOf(market: PastMarket, id: InstrumentId, minute: number): Promise<Conversion | undefined> {
  const leg = market.instrument(id)?.conversion;
  if (leg === undefined) return undefined;
  if (leg === null) return DOLLAR;
  const bar = await closingBar(market, leg.instrument, minute);
  return (
    bar &&
    conversionFrom(leg, { instrument: leg.instrument, seq: 0, time: minute, bid: bar.bid.close, ask: bar.ask.close })
  );
}

/** The last bar that ended at or before a full minute. */
async function closingBar(market: PastMarket, id: InstrumentId, minute: number): Promise<Candle | undefined> {
  const [bar] = await market.candles(id, '1min', 1, minute);
  return bar;
}
