import type { Quote } from './quote.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from './time.ts';
import type { Price } from './units.ts';

/** The chart periods, by their names in the contract. */
export const PERIODS = ['1min', '5min', '15min', '30min', '60min', '1day'] as const;
/** The name of a chart period. */
export type Period = (typeof PERIODS)[number];

/** Length of each period in milliseconds. Days begin at 00:00 UTC. */
export const PERIOD_MS: Readonly<Record<Period, number>> = {
  '1min': MINUTE_MS,
  '5min': 5 * MINUTE_MS,
  '15min': 15 * MINUTE_MS,
  '30min': 30 * MINUTE_MS,
  '60min': HOUR_MS,
  '1day': DAY_MS,
};

/** Open, high, low and close of one side of the market. */
export interface Ohlc {
  readonly open: Price;
  readonly high: Price;
  readonly low: Price;
  readonly close: Price;
}

/** The prices of a source from which a bar was built that has no quotes: both sides of it are the same. */
export type CandleBasis = 'mid' | 'trades';

/** One bar: both sides of the market, and the number of quotes in it (its volume). */
export interface Candle {
  /** Start of the bar, epoch milliseconds. */
  readonly time: number;
  readonly bid: Ohlc;
  readonly ask: Ohlc;
  readonly volume: number;
  /** Present when the bar, or a part of it, was not built from quotes. */
  readonly basis?: CandleBasis | undefined;
}

/** Start of the bar that contains a moment. */
export function barStart(period: Period, time: number): number {
  return time - (time % PERIOD_MS[period]);
}

/** A new bar from its first quote. */
export function startCandle(period: Period, quote: Quote): Candle {
  return { time: barStart(period, quote.time), bid: flat(quote.bid), ask: flat(quote.ask), volume: 1 };
}

/** The bar extended by one more quote from its span. */
export function extendCandle(candle: Candle, quote: Quote): Candle {
  return {
    time: candle.time,
    bid: extend(candle.bid, quote.bid),
    ask: extend(candle.ask, quote.ask),
    volume: candle.volume + 1,
  };
}

/** Joins two consecutive parts of a longer bar. */
export function mergeCandles(time: number, earlier: Candle, later: Candle): Candle {
  const basis = earlier.basis ?? later.basis;
  return {
    time,
    bid: merge(earlier.bid, later.bid),
    ask: merge(earlier.ask, later.ask),
    volume: earlier.volume + later.volume,
    ...(basis !== undefined && { basis }),
  };
}

/** Rolls up bars, in time order, to a longer period that is a multiple of theirs. */
export function rollUp(period: Period, bars: Iterable<Candle>): Candle[] {
  const longer: Candle[] = [];
  for (const bar of bars) {
    const time = barStart(period, bar.time);
    const last = longer.at(-1);
    if (last !== undefined && last.time === time) longer[longer.length - 1] = mergeCandles(time, last, bar);
    else longer.push({ ...bar, time });
  }
  return longer;
}

function flat(at: Price): Ohlc {
  return { open: at, high: at, low: at, close: at };
}

function extend(side: Ohlc, at: Price): Ohlc {
  return { open: side.open, high: at > side.high ? at : side.high, low: at < side.low ? at : side.low, close: at };
}

function merge(earlier: Ohlc, later: Ohlc): Ohlc {
  return {
    open: earlier.open,
    high: later.high > earlier.high ? later.high : earlier.high,
    low: later.low < earlier.low ? later.low : earlier.low,
    close: later.close,
  };
}
