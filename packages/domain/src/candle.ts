import type { Quote } from './quote.ts';
import type { Price } from './units.ts';

/** The chart periods, by their names in the contract. */
export const PERIODS = ['1min', '5min', '15min', '30min', '60min', '1day'] as const;
export type Period = (typeof PERIODS)[number];

const MINUTE_MS = 60_000;

/** Length of each period in milliseconds. Days begin at 00:00 UTC. */
export const PERIOD_MS: Readonly<Record<Period, number>> = {
  '1min': MINUTE_MS,
  '5min': 5 * MINUTE_MS,
  '15min': 15 * MINUTE_MS,
  '30min': 30 * MINUTE_MS,
  '60min': 60 * MINUTE_MS,
  '1day': 1440 * MINUTE_MS,
};

/** Open, high, low and close of one side of the market. */
export interface Ohlc {
  readonly open: Price;
  readonly high: Price;
  readonly low: Price;
  readonly close: Price;
}

/** One bar: both sides of the market, and the number of quotes in it (its volume). */
export interface Candle {
  /** Start of the bar, epoch milliseconds. */
  readonly time: number;
  readonly bid: Ohlc;
  readonly ask: Ohlc;
  readonly volume: number;
}

/** Start of the bar that a moment belongs to. */
export function barStart(period: Period, time: number): number {
  return time - (time % PERIOD_MS[period]);
}

/** The bar with a first quote. */
export function startCandle(period: Period, quote: Quote): Candle {
  return { time: barStart(period, quote.time), bid: flat(quote.bid), ask: flat(quote.ask), volume: 1 };
}

/** The bar after one more quote of its own time. */
export function extendCandle(candle: Candle, quote: Quote): Candle {
  return {
    time: candle.time,
    bid: extend(candle.bid, quote.bid),
    ask: extend(candle.ask, quote.ask),
    volume: candle.volume + 1,
  };
}

/** A longer bar from an earlier part and the part that follows it. */
export function mergeCandles(time: number, earlier: Candle, later: Candle): Candle {
  return {
    time,
    bid: merge(earlier.bid, later.bid),
    ask: merge(earlier.ask, later.ask),
    volume: earlier.volume + later.volume,
  };
}

/** Bars of a longer period from the bars of a shorter one that divides it, in time order. */
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
