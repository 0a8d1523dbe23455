import type { Quote } from './quote.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from './time.ts';
import type { Price } from './units.ts';

/** The periods of stored bars, by their names in the contract. */
export const PERIODS = ['1min', '5min', '15min', '30min', '60min', '1day'] as const;
/** The name of a period of stored bars. */
export type Period = (typeof PERIODS)[number];

/** The periods of charts, by their names in the contract. */
export const CHART_PERIODS = ['1min', '5min', '15min', '30min', '60min', '4hour', '1day', '1week', '1mon'] as const;
/** The name of a chart period. */
export type ChartPeriod = (typeof CHART_PERIODS)[number];
/** A period whose bars are not stored but rolled up when they are read. */
export type RolledPeriod = Exclude<ChartPeriod, Period>;

/** The stored bars of a rolled period: their period, and the most of them in one bar. */
export const ROLLED_PERIODS: Readonly<
  Record<RolledPeriod, { readonly from: '60min' | '1day'; readonly most: number }>
> = {
  '4hour': { from: '60min', most: 4 },
  '1week': { from: '1day', most: 7 },
  '1mon': { from: '1day', most: 31 },
};

const WEEK_MS = 7 * DAY_MS;
/** Day 0 of the epoch was a Thursday. Weeks begin on Sunday, whose evening opens the trading week. */
const TO_SUNDAY = 4 * DAY_MS;

/** Length of each period in milliseconds; of months the greatest. Days begin at 00:00 UTC. */
export const PERIOD_MS: Readonly<Record<ChartPeriod, number>> = {
  '1min': MINUTE_MS,
  '5min': 5 * MINUTE_MS,
  '15min': 15 * MINUTE_MS,
  '30min': 30 * MINUTE_MS,
  '60min': HOUR_MS,
  '4hour': 4 * HOUR_MS,
  '1day': DAY_MS,
  '1week': WEEK_MS,
  '1mon': 31 * DAY_MS,
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

/** True if the bars of a period are rolled up from those of a shorter one. */
export function isRolled(period: ChartPeriod): period is RolledPeriod {
  return period in ROLLED_PERIODS;
}

/** Start of the bar that contains a moment. Weeks begin on Sunday, months on their first day, both at 00:00 UTC. */
export function barStart(period: ChartPeriod, time: number): number {
  if (period === '1week') return time - ((time + TO_SUNDAY) % WEEK_MS);
  if (period === '1mon') return monthStart(time, 0);
  return time - (time % PERIOD_MS[period]);
}

/** End of the bar that contains a moment: the start of the next one. */
export function barEnd(period: ChartPeriod, time: number): number {
  return period === '1mon' ? monthStart(time, 1) : barStart(period, time) + PERIOD_MS[period];
}

const DAYS_PER_400_YEARS = 146_097;
/** From 1 March of the year 0, where the 400 years of the calendar are counted from, to the epoch. */
const TO_EPOCH_DAYS = 719_468;

/**
 * Start of the month that contains a moment, or of a later one. Years are counted from March, so that the leap day is
 * their last and months before it have fixed lengths (Hinnant, "chrono-compatible low-level date algorithms").
 */
function monthStart(time: number, later: number): number {
  const days = Math.floor(time / DAY_MS) + TO_EPOCH_DAYS;
  const era = Math.floor(days / DAYS_PER_400_YEARS);
  const ofEra = days - era * DAYS_PER_400_YEARS;
  const year = Math.floor(
    (ofEra - Math.floor(ofEra / 1_460) + Math.floor(ofEra / 36_524) - Math.floor(ofEra / 146_096)) / 365,
  );
  const ofYear = ofEra - (365 * year + Math.floor(year / 4) - Math.floor(year / 100));
  const month = Math.floor((5 * ofYear + 2) / 153) + later;
  const start = month === 12 ? 365 + leapDayOf(era * 400 + year + 1) : Math.floor((153 * month + 2) / 5);
  return (days - ofYear + start - TO_EPOCH_DAYS) * DAY_MS;
}

function leapDayOf(year: number): 0 | 1 {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 1 : 0;
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

/** A longer bar, or none yet, with one more part: joined if the part is in its span, otherwise begun by the part. */
export function joinCandle(period: ChartPeriod, before: Candle | undefined, part: Candle): Candle {
  const time = barStart(period, part.time);
  return before !== undefined && before.time === time ? mergeCandles(time, before, part) : { ...part, time };
}

/** Rolls up bars, in time order, to a longer period whose bars are made of whole ones of theirs. */
export function rollUp(period: ChartPeriod, bars: Iterable<Candle>): Candle[] {
  const longer: Candle[] = [];
  for (const bar of bars) {
    const last = longer.at(-1);
    const joined = joinCandle(period, last, bar);
    if (last?.time === joined.time) longer[longer.length - 1] = joined;
    else longer.push(joined);
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
