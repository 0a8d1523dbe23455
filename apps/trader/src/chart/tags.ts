/** The tag at the start of a price line. */
export interface TagBox {
  readonly y: number;
  readonly width: number;
}

/** Height of a tag in px, enough for the tallest scripts. */
export const TAG_HEIGHT = 20;
const INSET = 8;
const GAP = 4;

/**
 * Vertical position of a tag, in px: at its line, or just below the legends at the chart's top, which `legends` px are
 * reserved for.
 */
export function tagHeight(line: number, legends: number): number {
  return line < -TAG_HEIGHT ? line : Math.max(line, legends === 0 ? line : legends + TAG_HEIGHT / 2 + 1);
}

/**
 * Horizontal positions of the tags, in px and in the given order. Tags at nearly the same price are placed next to each
 * other.
 */
export function tagStarts(boxes: readonly TagBox[]): number[] {
  const placed: { readonly y: number; readonly x: number; readonly end: number }[] = [];
  return boxes.map(({ y, width }) => {
    const near = placed.filter((other) => Math.abs(other.y - y) < TAG_HEIGHT).sort((a, b) => a.x - b.x);
    let x = INSET;
    for (const other of near) if (x < other.end + GAP && x + width + GAP > other.x) x = other.end + GAP;
    placed.push({ y, x, end: x + width });
    return x;
  });
}

/**
 * Vertical positions of tags in a column, moved as little as possible (least squares) so that none covers another. In
 * px, in the given order.
 */
export function standApart(heights: readonly number[], gap: number): number[] {
  const order = heights.map((_, at) => at).sort((a, b) => (heights[a] ?? 0) - (heights[b] ?? 0));
  // Pool adjacent violators: with `place * gap` subtracted, positions must not decrease, and pooled tags share their
  // mean.
  const pools: { sum: number; count: number }[] = [];
  for (const [place, at] of order.entries()) {
    let pool = { sum: (heights[at] ?? 0) - place * gap, count: 1 };
    for (
      let last = pools.at(-1);
      last !== undefined && last.sum / last.count > pool.sum / pool.count;
      last = pools.at(-1)
    ) {
      pools.pop();
      pool = { sum: last.sum + pool.sum, count: last.count + pool.count };
    }
    pools.push(pool);
  }
  const result = [...heights];
  const wanted = pools.flatMap(({ sum, count }) => Array.from({ length: count }, () => sum / count));
  for (const [place, at] of order.entries()) result[at] = (wanted[place] ?? 0) + place * gap;
  return result;
}
