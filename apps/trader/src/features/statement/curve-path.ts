/** A value at a time. */
export interface CurvePoint {
  readonly time: number;
  /** Undefined where it is not known: the line is broken there. */
  readonly value: number | undefined;
}

/** Where a curve lies: times from left to right, values from below to above. */
export interface CurveBox {
  readonly from: number;
  readonly to: number;
  readonly low: number;
  readonly high: number;
  readonly width: number;
  readonly height: number;
}

/** The least box that holds all points, with a little air; undefined without a known point. */
export function boxOf(series: readonly (readonly CurvePoint[])[], width: number, height: number): CurveBox | undefined {
  const points = series.flat().filter(({ value }) => value !== undefined);
  const values = points.flatMap(({ value }) => (value === undefined ? [] : [value]));
  if (values.length === 0) return undefined;
  const times = points.map(({ time }) => time);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  // A flat line lies in the middle; without a breadth of its own it would have none.
  const air = (high - low) * 0.08 || Math.max(Math.abs(high) * 0.01, 1);
  return { from: Math.min(...times), to: Math.max(...times), low: low - air, high: high + air, width, height };
}

/** A line that goes straight from one known value to the next, and is broken where one is unknown. A value alone is a dot. */
export function linePath(points: readonly CurvePoint[], box: CurveBox): string {
  let path = '';
  let isDrawing = false;
  for (const { time, value } of points) {
    if (value === undefined) isDrawing = false;
    else {
      path += isDrawing ? `L${x(time, box)} ${y(value, box)}` : `M${x(time, box)} ${y(value, box)}h0`;
      isDrawing = true;
    }
  }
  return path;
}

/** A line in steps: a value holds until the next one replaces it, the last one to the end. */
export function stepPath(points: readonly CurvePoint[], box: CurveBox): string {
  let path = '';
  for (const { time, value } of points)
    if (value !== undefined)
      path += path === '' ? `M${x(time, box)} ${y(value, box)}` : `H${x(time, box)}V${y(value, box)}`;
  return path === '' ? '' : `${path}H${box.width}`;
}

function x(time: number, { from, to, width }: CurveBox): number {
  return round(to === from ? 0 : ((time - from) / (to - from)) * width);
}

function y(value: number, { low, high, height }: CurveBox): number {
  return round(height - ((value - low) / (high - low)) * height);
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
