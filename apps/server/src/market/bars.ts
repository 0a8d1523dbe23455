import {
  type Candle,
  type CandleBasis,
  MINUTE_MS,
  PERIODS,
  type Period,
  type Price,
  asPrice,
  barStart,
  joinCandle,
} from '@fairlot/domain';
import type { DayFigures } from './port.ts';

const LONGER = PERIODS.slice(1);

/** Called for each completed bar, in the order of their ends; shorter periods first. */
export type BarListener = (period: Period, bar: Candle) => void;

/**
 * The forming bars of one instrument. A quote updates only the minute. Longer bars take each minute when it ends; their
 * present state is computed on request.
 */
export class BarBuilder {
  readonly #completed: BarListener;
  /** Longer bars without the current minute, in the order of LONGER. */
  readonly #longer: (Candle | undefined)[] = LONGER.map(() => undefined);
  #minuteStart = -1;
  #minuteEnd = -1;
  #volume = 0;
  /** Of a minute that was loaded. */
  #basis: CandleBasis | undefined;
  #bidOpen = 0n;
  #bidHigh = 0n;
  #bidLow = 0n;
  #bidClose = 0n;
  #askOpen = 0n;
  #askHigh = 0n;
  #askLow = 0n;
  #askClose = 0n;

  constructor(completed: BarListener) {
    this.#completed = completed;
  }

  /** Start of the last minute with a quote; -1 before the first. */
  get minuteStart(): number {
    return this.#minuteStart;
  }

  /** Takes a quote. Its time must not be before the current minute. */
  quote(time: number, bid: Price, ask: Price): void {
    if (time >= this.#minuteEnd) this.#beginMinute(time, bid, ask);
    else if (time < this.#minuteStart)
      throw new RangeError(`bars: a quote of ${time} came after the minute of ${this.#minuteStart}`);
    if (bid > this.#bidHigh) this.#bidHigh = bid;
    else if (bid < this.#bidLow) this.#bidLow = bid;
    if (ask > this.#askHigh) this.#askHigh = ask;
    else if (ask < this.#askLow) this.#askLow = ask;
    this.#bidClose = bid;
    this.#askClose = ask;
    this.#volume += 1;
  }

  /** Takes a complete bar that is later than all before: back-filled history, or minutes from the database. */
  include(period: Period, bar: Candle): void {
    if (bar.time < this.#minuteEnd)
      throw new RangeError(`bars: a bar of ${bar.time} came after the minute of ${this.#minuteStart}`);
    this.#endMinute(bar.time);
    if (period === '1min') {
      this.#loadMinute(bar);
      return;
    }
    for (let index = LONGER.indexOf(period); index < LONGER.length; index += 1) this.#merge(index, bar);
  }

  /**
   * Replaces the longer bars by `parts`, which do not contain the current minute, after bars before it were added.
   * `minute`: the last one, when it is later than the builder's.
   */
  reform(parts: Readonly<Partial<Record<Period, Candle>>>, minute?: Candle): void {
    if (minute !== undefined) this.#loadMinute(minute);
    LONGER.forEach((period, index) => {
      this.#longer[index] = parts[period];
    });
  }

  /** The forming bar of each period, the last one when no quote has come since; undefined before the first quote. */
  forming(): Readonly<Record<Period, Candle>> | undefined {
    if (this.#volume === 0) return undefined;
    return Object.fromEntries(PERIODS.map((period) => [period, this.bar(period)])) as Record<Period, Candle>;
  }

  /** The forming bar of one period. After history in longer bars there may be a long bar and no minute. */
  bar(period: Period): Candle | undefined {
    const minute = this.minute();
    if (period === '1min') return minute;
    const before = this.#longer[LONGER.indexOf(period)];
    return minute === undefined ? before : joinCandle(period, before, minute);
  }

  /** Figures of the day of the last quote. */
  day(): DayFigures | undefined {
    const bar = this.bar('1day');
    return bar === undefined ? undefined : { volume: bar.volume, ...bar.bid };
  }

  /** The present state of the current minute. */
  minute(): Candle | undefined {
    if (this.#volume === 0) return undefined;
    return {
      time: this.#minuteStart,
      bid: {
        open: asPrice(this.#bidOpen),
        high: asPrice(this.#bidHigh),
        low: asPrice(this.#bidLow),
        close: asPrice(this.#bidClose),
      },
      ask: {
        open: asPrice(this.#askOpen),
        high: asPrice(this.#askHigh),
        low: asPrice(this.#askLow),
        close: asPrice(this.#askClose),
      },
      volume: this.#volume,
      ...(this.#basis !== undefined && { basis: this.#basis }),
    };
  }

  #beginMinute(time: number, bid: Price, ask: Price): void {
    this.#endMinute(time);
    this.#minuteStart = barStart('1min', time);
    this.#minuteEnd = this.#minuteStart + MINUTE_MS;
    this.#basis = undefined;
    this.#bidOpen = this.#bidHigh = this.#bidLow = bid;
    this.#askOpen = this.#askHigh = this.#askLow = ask;
  }

  #loadMinute({ time, bid, ask, volume, basis }: Candle): void {
    this.#minuteStart = time;
    this.#minuteEnd = time + MINUTE_MS;
    this.#volume = volume;
    this.#basis = basis;
    [this.#bidOpen, this.#bidHigh, this.#bidLow, this.#bidClose] = [bid.open, bid.high, bid.low, bid.close];
    [this.#askOpen, this.#askHigh, this.#askLow, this.#askClose] = [ask.open, ask.high, ask.low, ask.close];
  }

  /** Merges the minute into the longer bars, and completes every bar that has ended by `now`. */
  #endMinute(now: number): void {
    const minute = this.minute();
    if (minute !== undefined) {
      this.#completed('1min', minute);
      for (let index = 0; index < LONGER.length; index += 1) this.#merge(index, minute);
      this.#volume = 0;
    }
    LONGER.forEach((period, index) => {
      const bar = this.#longer[index];
      if (bar === undefined || bar.time >= barStart(period, now)) return;
      this.#completed(period, bar);
      this.#longer[index] = undefined;
    });
  }

  #merge(index: number, part: Candle): void {
    const period = LONGER[index];
    if (period !== undefined) this.#longer[index] = joinCandle(period, this.#longer[index], part);
  }
}
