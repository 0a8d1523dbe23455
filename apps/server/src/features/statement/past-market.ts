import {
  type Conversion,
  DOLLAR,
  type InstrumentId,
  type Lots,
  type Markup,
  type Money,
  NO_MARKUP,
  PERIOD_MS,
  type Period,
  type Price,
  type Quote,
  type Side,
  closingPrice,
  conversionFrom,
  markedUp,
  profit,
} from '@fairlot/domain';
import type { MarketData } from '../../market/port.ts';

/** The part of the market data that statements need. */
export type StatementMarket = Pick<MarketData, 'instrument' | 'quote' | 'candles' | 'now'>;

/** The last prices of instruments at a moment; undefined for an instrument without recorded prices. */
export interface PriceView {
  (instrument: InstrumentId): Pick<Quote, 'bid' | 'ask'> | undefined;
}

export interface Exposure {
  readonly instrument: InstrumentId;
  readonly side: Side;
  readonly lots: Lots;
  readonly price: Price;
  /** The distance of its prices from the market's; absent for none. */
  readonly markup?: Markup | undefined;
}

/**
 * Values a position at given prices with the engine's formula. Undefined when a price is missing; missing prices are
 * never estimated.
 */
export function valueAt(
  market: Pick<MarketData, 'instrument'>,
  prices: PriceView,
  { instrument: id, side, lots, price, markup = NO_MARKUP }: Exposure,
): { readonly price: Price; readonly profit: Money } | undefined {
  const terms = market.instrument(id);
  const quote = prices(id);
  if (terms === undefined || quote === undefined) return undefined;
  const conversion = conversionAt(terms.conversion, prices);
  if (conversion === undefined) return undefined;
  const close = closingPrice(markedUp(terms, { ...quote, instrument: id, seq: 0, time: 0 }, markup), side);
  return { price: close, profit: profit(terms, side, lots, price, close, conversion) };
}

function conversionAt(
  leg: { readonly instrument: InstrumentId; readonly inverse: boolean } | null,
  prices: PriceView,
): Conversion | undefined {
  if (leg === null) return DOLLAR;
  const quote = prices(leg.instrument);
  return quote && conversionFrom(leg, { ...quote, instrument: leg.instrument, seq: 0, time: 0 });
}

/** The instruments whose prices a valuation of the positions needs: their own and those of conversion legs. */
export function instrumentsOf(
  market: Pick<MarketData, 'instrument'>,
  positions: readonly Pick<Exposure, 'instrument'>[],
): readonly InstrumentId[] {
  const ids = new Set<InstrumentId>();
  for (const { instrument } of positions) {
    ids.add(instrument);
    const leg = market.instrument(instrument)?.conversion;
    if (leg !== undefined && leg !== null) ids.add(leg.instrument);
  }
  return [...ids];
}

/** The end time and closing prices of a bar. */
interface Close {
  readonly end: number;
  readonly bid: Price;
  readonly ask: Price;
}

/** Closing prices of recorded bars. */
export class PastPrices {
  readonly #bars = new Map<InstrumentId, readonly Close[]>();

  /**
   * Reads the bars up to `to`, including the last one that ended before `from`. Marks in between must be multiples of
   * the period.
   */
  static async read(
    market: Pick<MarketData, 'candles'>,
    instruments: readonly InstrumentId[],
    { period, from, to }: { readonly period: Period; readonly from: number; readonly to: number },
  ): Promise<PastPrices> {
    const prices = new PastPrices();
    // One more than the number of periods, so that the last bar before `from` is included even without gaps.
    const limit = Math.ceil((to - from) / PERIOD_MS[period]) + 1;
    for (const id of instruments) {
      const bars = await market.candles(id, period, limit, to);
      prices.#bars.set(
        id,
        bars.map(({ time, bid, ask }) => ({ end: time + PERIOD_MS[period], bid: bid.close, ask: ask.close })),
      );
    }
    return prices;
  }

  /** The last prices up to a mark. */
  at(mark: number): PriceView {
    return (instrument) => lastUntil(this.#bars.get(instrument) ?? [], mark);
  }
}

/** Binary search for the last bar that ended at or before a mark; `bars` are sorted by end. */
function lastUntil(bars: readonly Close[], mark: number): Close | undefined {
  let [low, high] = [0, bars.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((bars[middle]?.end ?? Number.POSITIVE_INFINITY) <= mark) low = middle + 1;
    else high = middle;
  }
  return low === 0 ? undefined : bars[low - 1];
}
