/** A value at a time. */
export interface CurvePoint {
  readonly time: number;
  /** undefined if unknown; the line breaks there. */
  readonly value: number | undefined;
}

/** Bounds and size of a curve: times from left to right, values from bottom to top. */
export interface CurveBox {
  readonly from: number;
  readonly to: number;
  readonly low: number;
  readonly high: number;
  readonly width: number;
  readonly height: number;
}

/** The smallest box around all points plus a margin; undefined without a known point. */
export function boxOf(series: readonly (readonly CurvePoint[])[], width: number, height: number): CurveBox | undefined {
  const points = series.flat().filter(({ value }) => value !== undefined);
  const values = points.flatMap(({ value }) => (value === undefined ? [] : [value]));
  if (values.length === 0) return undefined;
  const times = points.map(({ time }) => time);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  // A flat line has no range; the margin gives it one and centres it.
  const air = (high - low) * 0.08 || Math.max(Math.abs(high) * 0.01, 1);
  return { from: Math.min(...times), to: Math.max(...times), low: low - air, high: high + air, width, height };
}

/** SVG path of straight lines between known values, broken at unknown ones. A single value is a dot. */
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

/** SVG path of steps: each value holds until the next one, the last one to the end. */
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
