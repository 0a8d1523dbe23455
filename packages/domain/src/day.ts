import { divide } from './decimal.ts';
import { DAY_MS } from './time.ts';
import { type Price, type Rate, asRate } from './units.ts';

/** Start of the trading day (00:00 UTC) that contains a moment. */
export function dayStart(time: number): number {
  return time - (time % DAY_MS);
}

const PERCENT = 10_000_000_000n;

/** Change from the day's open to the last price, in per cent, half-even. */
export function dayChange(open: Price, last: Price): Rate {
  return asRate(divide((last - open) * PERCENT, open, 'halfEven'));
}
