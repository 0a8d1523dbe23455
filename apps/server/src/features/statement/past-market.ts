import { DOLLAR, PERIOD_MS, closingPrice, conversionFrom, profit } from '@fairlot/domain';
import type { Conversion, InstrumentId, Money, Period, Price, Quote, Side, Lots } from '@fairlot/domain';
import type { MarketData } from '../../market/port.ts';

/** What a statement asks of the market. */
export type StatementMarket = Pick<MarketData, 'instrument' | 'quote' | 'candles' | 'now'>;

/** Last prices of instruments at a moment; undefined where none is on record. */
export interface PriceView {
  (instrument: InstrumentId): Pick<Quote, 'bid' | 'ask'> | undefined;
}

export interface Exposure {
  readonly instrument: InstrumentId;
  readonly side: Side;
  readonly lots: Lots;
  readonly price: Price;
}

/** A position's worth at given prices, as the engine reckons it; undefined where a price is missing: a worth is never guessed. */
export function valueAt(
  market: Pick<MarketData, 'instrument'>,
  prices: PriceView,
  { instrument: id, side, lots, price }: Exposure,
): { readonly price: Price; readonly profit: Money } | undefined {
  const terms = market.instrument(id);
  const quote = prices(id);
  if (terms === undefined || quote === undefined) return undefined;
  const conversion = conversionAt(terms.conversion, prices);
  if (conversion === undefined) return undefined;
  const close = closingPrice({ ...quote, instrument: id, seq: 0, time: 0 }, side);
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

/** Instruments whose prices the worth of positions depends on: their own and those that convert them. */
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

/** What a bar closed with. */
interface Close {
  readonly end: number;
  readonly bid: Price;
  readonly ask: Price;
}

/** The prices with which the bars of a stretch of time closed. */
export class PastPrices {
  private readonly bars = new Map<InstrumentId, readonly Close[]>();

  /** Reads the bars that ended from before `from` until `to`. Marks between them must be full periods. */
  static async read(
    market: Pick<MarketData, 'candles'>,
    instruments: readonly InstrumentId[],
    { period, from, to }: { readonly period: Period; readonly from: number; readonly to: number },
  ): Promise<PastPrices> {
    const prices = new PastPrices();
    // One more than there are periods: whatever is missing in between, the last one before `from` is among them.
    const limit = Math.ceil((to - from) / PERIOD_MS[period]) + 1;
    for (const id of instruments) {
      const bars = await market.candles(id, period, limit, to);
      prices.bars.set(
        id,
        bars.map(({ time, bid, ask }) => ({ end: time + PERIOD_MS[period], bid: bid.close, ask: ask.close })),
      );
    }
    return prices;
  }

  /** The last prices before a mark. */
  at(mark: number): PriceView {
    return (instrument) => lastUntil(this.bars.get(instrument) ?? [], mark);
  }
}

/** The last of bars, in the order of their ends, that ended until a mark. Many positions are valued at many marks, so it is searched by halves. */
function lastUntil(bars: readonly Close[], mark: number): Close | undefined {
  let [low, high] = [0, bars.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((bars[middle]?.end ?? Number.POSITIVE_INFINITY) <= mark) low = middle + 1;
    else high = middle;
  }
  return low === 0 ? undefined : bars[low - 1];
}
