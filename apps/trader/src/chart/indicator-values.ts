/**
 * Values of technical indicators. Floats are safe because they decide pixels only. Every function returns one value per
 * input, undefined where too few inputs precede it.
 */
export type Series = (number | undefined)[];

/** Simple moving average: the mean of the last `period` values. */
export function simpleAverage(values: readonly number[], period: number): Series {
  return windows(values, period).map((window) => window?.mean);
}

/**
 * Exponential moving average with weight 2 / (period + 1), seeded with the simple average of the first `period` values
 * like the usual reference libraries.
 */
export function exponentialAverage(values: readonly number[], period: number): Series {
  return smoothed(values, period, 2 / (period + 1));
}

export interface Bands {
  readonly middle: number;
  readonly upper: number;
  readonly lower: number;
}

/** Bollinger bands: the simple average, and `width` population standard deviations around it. */
export function bollingerBands(values: readonly number[], period: number, width: number): (Bands | undefined)[] {
  return windows(values, period).map((window) => {
    if (window === undefined) return undefined;
    const reach = width * Math.sqrt(window.variance);
    return { middle: window.mean, upper: window.mean + reach, lower: window.mean - reach };
  });
}

export interface Convergence {
  readonly line: number;
  readonly signal: number | undefined;
  /** Line minus signal, by Appel's definition; some Asian terminals draw twice that. */
  readonly histogram: number | undefined;
}

/** MACD: the fast minus the slow exponential average, and the exponential average of that difference. */
export function convergence(
  values: readonly number[],
  fast: number,
  slow: number,
  signal: number,
): (Convergence | undefined)[] {
  const quick = exponentialAverage(values, fast);
  const late = exponentialAverage(values, slow);
  const lines = values.map((_, at) => difference(quick[at], late[at]));
  const first = Math.max(fast, slow) - 1;
  const signals = exponentialAverage(
    lines.slice(first).map((line) => line ?? 0),
    signal,
  );
  return lines.map((line, at) => {
    if (line === undefined) return undefined;
    const value = signals[at - first];
    return { line, signal: value, histogram: difference(line, value) };
  });
}

/**
 * Wilder's relative strength index: gains against losses, each smoothed with weight 1 / period; 50 if nothing moved.
 */
export function relativeStrength(values: readonly number[], period: number): Series {
  const changes = values.slice(1).map((value, at) => value - (values[at] ?? value));
  const gains = smoothed(
    changes.map((change) => Math.max(change, 0)),
    period,
    1 / period,
  );
  const losses = smoothed(
    changes.map((change) => Math.max(-change, 0)),
    period,
    1 / period,
  );
  return values.map((_, at) => {
    const gain = gains[at - 1];
    const loss = losses[at - 1];
    if (gain === undefined || loss === undefined) return undefined;
    return gain + loss === 0 ? 50 : (100 * gain) / (gain + loss);
  });
}

/** Exponential smoothing, seeded with the mean of the first `period` values. */
function smoothed(values: readonly number[], period: number, weight: number): Series {
  let last: number | undefined;
  let sum = 0;
  return values.map((value, at) => {
    if (last !== undefined) last += weight * (value - last);
    else {
      sum += value;
      if (at === period - 1) last = sum / period;
    }
    return last;
  });
}

/**
 * Mean and variance of the last `period` values. Sums are taken relative to the first value, which limits the loss of
 * float precision.
 */
function windows(
  values: readonly number[],
  period: number,
): ({ readonly mean: number; readonly variance: number } | undefined)[] {
  const base = values[0] ?? 0;
  let sum = 0;
  let squares = 0;
  return values.map((value, at) => {
    const distance = value - base;
    sum += distance;
    squares += distance * distance;
    const gone = values[at - period];
    if (gone !== undefined) {
      sum -= gone - base;
      squares -= (gone - base) ** 2;
    }
    if (at < period - 1) return undefined;
    const mean = sum / period;
    return { mean: base + mean, variance: Math.max(0, squares / period - mean * mean) };
  });
}

function difference(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined || b === undefined ? undefined : a - b;
}
