/** The bars of a time axis, in time order, and their usual distance in ms. */
export interface TimeAxis {
  readonly bars: readonly { readonly timestamp: number }[];
  readonly periodMs: number;
}

/**
 * Place of a time on the axis, counted in bars from the first. It is a fraction within a bar, at most the next bar in
 * a gap such as a weekend, and continues beyond both ends at the usual distance.
 */
export function indexOfTime({ bars, periodMs }: TimeAxis, time: number): number {
  const [first, last] = [bars[0]?.timestamp, bars.at(-1)?.timestamp];
  if (first === undefined || last === undefined) return 0;
  if (time < first) return (time - first) / periodMs;
  if (time >= last) return bars.length - 1 + (time - last) / periodMs;
  const at = barAt(bars, time);
  const [start, next] = [bars[at]?.timestamp ?? first, bars[at + 1]?.timestamp ?? last];
  return at + Math.min(1, (time - start) / Math.min(periodMs, next - start));
}

/** Time at a place on the axis; the inverse of `indexOfTime`. */
export function timeAtIndex({ bars, periodMs }: TimeAxis, index: number): number {
  const [first, last] = [bars[0]?.timestamp, bars.at(-1)?.timestamp];
  if (first === undefined || last === undefined) return 0;
  if (index <= 0) return Math.round(first + index * periodMs);
  if (index >= bars.length - 1) return Math.round(last + (index - (bars.length - 1)) * periodMs);
  const at = Math.floor(index);
  const [start, next] = [bars[at]?.timestamp ?? first, bars[at + 1]?.timestamp ?? last];
  return Math.round(start + (index - at) * Math.min(periodMs, next - start));
}

/** Index of the last bar that starts no later than `time`, which is not before the first. */
function barAt(bars: TimeAxis['bars'], time: number): number {
  let [low, high] = [0, bars.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((bars[middle]?.timestamp ?? 0) <= time) low = middle;
    else high = middle - 1;
  }
  return low;
}
