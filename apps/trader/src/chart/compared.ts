import type { Bar } from './bar.ts';

/**
 * Scales of a compared line: `own` fits its percentages to the height of the chart, `same` draws one per cent as high as
 * one per cent of the candles.
 */
export const COMPARED_SCALES = ['own', 'same'] as const;
export type ComparedScale = (typeof COMPARED_SCALES)[number];

/** A bar of the candles, as far as a comparison needs it. */
export interface MainBar {
  readonly timestamp: number;
  readonly close: number;
}

/** A bar of the compared line: index among the candles, and per cent since the first visible one. */
export interface ComparedPoint {
  readonly index: number;
  readonly percent: number;
}

/** Two series over the same visible bars. Floats are safe because they decide pixels and shown percentages only. */
export interface Comparison {
  /** Start of the bar whose close is 0 % of both, and of the last visible one. */
  readonly from: number;
  readonly to: number;
  /** Close of the candles at 0 %. */
  readonly base: number;
  /** Changes up to the last visible bar, in per cent. */
  readonly main: number;
  readonly other: number;
  /** In time order; bars that the other series lacks are left out. */
  readonly points: readonly ComparedPoint[];
}

/**
 * Compares the visible candles `from` to `to` (exclusive) with another series in time order. The other one starts at its
 * last close before the first visible candle. Undefined while either has nothing to show.
 */
export function compareBars(
  main: readonly MainBar[],
  other: readonly Bar[],
  from: number,
  to: number,
): Comparison | undefined {
  const [start, last] = [main[from], main[to - 1]];
  if (start === undefined || last === undefined || other.length === 0) return undefined;
  const known = lastAtOrBefore(other, start.timestamp);
  const first = other[Math.max(known, 0)];
  const shift = known >= 0 ? 0 : main.slice(from, to).findIndex(({ timestamp }) => timestamp >= (first?.time ?? 0));
  const base = shift < 0 ? undefined : main[from + shift];
  if (first === undefined || base === undefined || base.close === 0 || first.close === 0) return undefined;
  const percent = (close: number): number => (close / first.close - 1) * 100;
  const points: ComparedPoint[] = [];
  let at = Math.max(known, 0);
  for (let index = from + shift; index < to; index += 1) {
    const time = main[index]?.timestamp ?? 0;
    while (at < other.length && (other[at]?.time ?? 0) < time) at += 1;
    const bar = other[at];
    if (bar?.time === time) points.push({ index, percent: percent(bar.close) });
    else if (points.length === 0) points.push({ index, percent: 0 });
  }
  const newest = other[lastAtOrBefore(other, last.timestamp)] ?? first;
  return {
    from: base.timestamp,
    to: last.timestamp,
    base: base.close,
    main: (last.close / base.close - 1) * 100,
    other: percent(newest.close),
    points,
  };
}

/** Index of the last bar that starts at or before a time; -1 if there is none. */
function lastAtOrBefore(bars: readonly Bar[], time: number): number {
  let [low, high] = [0, bars.length];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if ((bars[middle]?.time ?? 0) <= time) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** Round percentages for the labels of a scale, about `most` of them. */
export function percentTicks(from: number, to: number, most: number): number[] {
  const span = to - from;
  if (!(span > 0) || most < 1) return [0];
  const power = 10 ** Math.floor(Math.log10(span / most));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((size) => span / size <= most) ?? span;
  const ticks: number[] = [];
  for (let at = Math.ceil(from / step); at <= Math.floor(to / step); at += 1)
    ticks.push(Number((at * step).toPrecision(12)));
  return ticks;
}

/** The least and greatest percentage, with some room where all are the same. */
export function percentRange(points: readonly ComparedPoint[]): { readonly from: number; readonly to: number } {
  const all = points.map(({ percent }) => percent);
  const [from, to] = [Math.min(0, ...all), Math.max(0, ...all)];
  return to - from > 0 ? { from, to } : { from: -0.01, to: 0.01 };
}
