import { PERIOD_MS } from '@fairlot/domain';
import type { ChartPeriod } from '@fairlot/domain';

/**
 * One bar for drawing: bid prices as floats. Floats are safe here because they decide pixels only; amounts use
 * decimals.
 */
export interface Bar {
  /** Start of the bar, epoch milliseconds. */
  readonly time: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  /** Number of quotes. */
  readonly volume: number;
}

/** A candle of the contract. */
interface WireCandle {
  readonly time: number;
  readonly open: string;
  readonly high: string;
  readonly low: string;
  readonly close: string;
  readonly volume: number;
}

/** Converts a candle for drawing. */
export function toBar(candle: WireCandle): Bar {
  return {
    time: candle.time,
    open: Number(candle.open),
    high: Number(candle.high),
    low: Number(candle.low),
    close: Number(candle.close),
    volume: candle.volume,
  };
}

/** Bars of a page that are older than a time; a page may overlap the drawn bars. */
export function olderThan(bars: readonly Bar[], time: number): Bar[] {
  return bars.filter((bar) => bar.time < time);
}

/**
 * Effect of a forming bar on the drawn series. `extend`: it is the last bar, or the series is empty. `settle`: a bar
 * ended, and the recorded one must be read before the new one is drawn, because a bar's last update may never be sent.
 * `ignore`: it is older than the last drawn bar.
 */
export type FormingStep = 'extend' | 'settle' | 'ignore';

/** Compares a forming bar with the last drawn one. */
export function formingStep(last: Bar | undefined, forming: Bar): FormingStep {
  if (last === undefined || forming.time === last.time) return 'extend';
  return forming.time < last.time ? 'ignore' : 'settle';
}

/** Number of recorded bars to request, so that none between the last drawn and the forming bar is missing. */
export function barsToSettle(period: ChartPeriod, last: Bar, forming: Bar, limit: number): number {
  const passed = Math.ceil((forming.time - last.time) / PERIOD_MS[period]);
  return Math.min(limit, passed + 1);
}

/**
 * The forming bar with a newer last price, so that the chart's tag shows the same price as the rest of the screen. A price
 * from another time than the bar's changes nothing.
 */
export function atPrice(bar: Bar, last: { readonly time: number; readonly price: number }, periodMs: number): Bar {
  if (last.time < bar.time || last.time >= bar.time + periodMs) return bar;
  const { price } = last;
  return { ...bar, close: price, high: Math.max(bar.high, price), low: Math.min(bar.low, price) };
}
