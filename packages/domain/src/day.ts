import { divide } from './decimal.ts';
import { asRate } from './units.ts';
import type { Price, Rate } from './units.ts';

const DAY_MS = 86_400_000;

/** Start of the trading day (00:00 UTC) that a moment belongs to. */
export function dayStart(time: number): number {
  return time - (time % DAY_MS);
}

const PERCENT = 10_000_000_000n;

/** Change from the day's open to the last price, in per cent, half-even. */
export function dayChange(open: Price, last: Price): Rate {
  return asRate(divide((last - open) * PERCENT, open, 'halfEven'));
}
