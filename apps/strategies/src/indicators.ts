import type { Bar } from './strategy.ts';

/** Arithmetic mean; 0 for no values. */
export function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Population standard deviation. */
export function deviation(values: readonly number[]): number {
  const middle = mean(values);
  return Math.sqrt(mean(values.map((value) => (value - middle) ** 2)));
}

/** Exponential moving average over all values, with smoothing factor 2 ÷ (length + 1), starting at the first value. */
export function exponentialMean(values: readonly number[], length: number): number {
  const weight = 2 / (length + 1);
  return values.slice(1).reduce((average, value) => average + weight * (value - average), values[0] ?? 0);
}

/** Average true range: the mean extent of a bar, including the gap to the bar before. */
export function averageRange(bars: readonly Bar[]): number {
  return mean(
    bars.slice(1).map((bar, index) => {
      const before = bars[index]?.close ?? bar.close;
      return Math.max(bar.high, before) - Math.min(bar.low, before);
    }),
  );
}
