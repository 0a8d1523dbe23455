import type { PriceRange } from './price-range.ts';

/** Scales of the price axis: `log` gives equal ratios equal heights, `percent` counts from the first visible bar. */
export const PRICE_SCALES = ['plain', 'log', 'percent'] as const;
export type PriceScale = (typeof PRICE_SCALES)[number];

/** Least and most span of a scaled axis, in spans of the automatic range. */
const LEAST_SPAN = 0.02;
const MOST_SPAN = 20;
/** Part of the scaled range that always overlaps the automatic one, so that the candles cannot be lost. */
const OVERLAP = 0.1;

/** The height of a price on the axis, in a unit of its own. */
export function realOf(scale: PriceScale, price: number): number {
  return scale === 'log' ? Math.log(price) : price;
}

function priceOf(scale: PriceScale, real: number): number {
  return scale === 'log' ? Math.exp(real) : real;
}

function realRange(scale: PriceScale, { from, to }: PriceRange): PriceRange {
  return { from: realOf(scale, from), to: realOf(scale, to) };
}

function priceRange(scale: PriceScale, { from, to }: PriceRange): PriceRange {
  return { from: priceOf(scale, from), to: priceOf(scale, to) };
}

/** A range that shows `factor` times as much, around the same middle. `automatic` bounds it. */
export function zoomed(scale: PriceScale, range: PriceRange, factor: number, automatic: PriceRange): PriceRange {
  const [real, auto] = [realRange(scale, range), realRange(scale, automatic)];
  const whole = auto.to - auto.from;
  const span = Math.min(whole * MOST_SPAN, Math.max(whole * LEAST_SPAN, (real.to - real.from) * factor));
  const middle = (real.from + real.to) / 2;
  return priceRange(scale, { from: middle - span / 2, to: middle + span / 2 });
}

/** A range moved up by a share of its height; down if negative. Part of it stays in the automatic range. */
export function lifted(scale: PriceScale, range: PriceRange, share: number, automatic: PriceRange): PriceRange {
  const [real, auto] = [realRange(scale, range), realRange(scale, automatic)];
  const span = real.to - real.from;
  const least = Math.min(span, auto.to - auto.from) * OVERLAP;
  const from = Math.min(auto.to - least, Math.max(auto.from + least - span, real.from + span * share));
  return priceRange(scale, { from, to: from + span });
}
