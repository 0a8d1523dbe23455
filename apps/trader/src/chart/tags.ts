/** A tag on the start of a price line, where it would stand by itself. */
export interface TagBox {
  readonly y: number;
  readonly width: number;
}

/** Room enough for the tallest scripts, whose signs stand on each other. */
export const TAG_HEIGHT = 20;
const INSET = 8;
const GAP = 4;

/** Where the tags begin so that none covers another: those at nearly one price stand beside each other. In px, in the given order. */
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
 * Heights for tags that stand above each other, moved as little as may be (by the least squares) so that none covers
 * another. In px, in the given order.
 */
export function standApart(heights: readonly number[], gap: number): number[] {
  const order = heights.map((_, at) => at).sort((a, b) => (heights[a] ?? 0) - (heights[b] ?? 0));
  // Less what those before it take, a tag may not stand before its neighbour: pools share the mean of what they would like.
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
  const wished = pools.flatMap(({ sum, count }) => Array.from({ length: count }, () => sum / count));
  for (const [place, at] of order.entries()) result[at] = (wished[place] ?? 0) + place * gap;
  return result;
}
