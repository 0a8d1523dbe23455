/** A line through the values and the area below it, as SVG paths inside width × height. */
export interface SparklinePaths {
  readonly line: string;
  readonly area: string;
}

/**
 * Spreads values evenly over the width. A flat series is drawn in the middle. Returns undefined for fewer than two
 * values.
 */
export function sparklinePaths(values: readonly number[], width: number, height: number): SparklinePaths | undefined {
  if (values.length < 2) return undefined;
  const low = Math.min(...values);
  const span = Math.max(...values) - low;
  const step = width / (values.length - 1);
  const points = values.map((value, index) => {
    const y = span === 0 ? height / 2 : height - ((value - low) / span) * height;
    return `${round(index * step)} ${round(y)}`;
  });
  const line = `M${points.join('L')}`;
  return { line, area: `${line}L${round(width)} ${height}L0 ${height}Z` };
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
