import { PERIOD_MS } from '@fairlot/domain';
import type { Period } from '@fairlot/domain';

/**
 * One bar as it is drawn: bid prices as floats. Floats are allowed here because a pixel is the only thing
 * that they decide; whatever settles stays a decimal.
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

/** A candle as the contract writes it. */
interface WireCandle {
  readonly Time: number;
  readonly Open: string;
  readonly High: string;
  readonly Low: string;
  readonly Close: string;
  readonly Volume: number;
}

/** The drawn form of a candle. */
export function toBar(candle: WireCandle): Bar {
  return {
    time: candle.Time,
    open: Number(candle.Open),
    high: Number(candle.High),
    low: Number(candle.Low),
    close: Number(candle.Close),
    volume: candle.Volume,
  };
}

/** The bars of a page that are older than a moment: an answer may overlap what is drawn already. */
export function olderThan(bars: readonly Bar[], time: number): Bar[] {
  return bars.filter((bar) => bar.time < time);
}

/**
 * What a forming bar means for the drawn series.
 * `extend`: it is the last bar, or the series is empty. `settle`: a bar ended, so the recorded one has to be read before
 * the new one is drawn, because the last update of a bar may never have been sent. `ignore`: it is older than what is drawn.
 */
export type FormingStep = 'extend' | 'settle' | 'ignore';

/** Compares a forming bar with the last drawn one. */
export function formingStep(last: Bar | undefined, forming: Bar): FormingStep {
  if (last === undefined || forming.time === last.time) return 'extend';
  return forming.time < last.time ? 'ignore' : 'settle';
}

/** How many recorded bars to ask for so that none between the last drawn bar and the forming one is missed. */
export function barsToSettle(period: Period, last: Bar, forming: Bar, limit: number): number {
  const passed = Math.ceil((forming.time - last.time) / PERIOD_MS[period]);
  return Math.min(limit, passed + 1);
}
