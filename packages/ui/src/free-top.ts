/** A rectangle in px, as `getBoundingClientRect` returns it. */
export interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/**
 * Top of a box that covers no bar: `wanted` itself, or just below the bars that are in its way. Returns `wanted` if the
 * box would not fit above `limit`.
 */
export function freeTop(wanted: Box, bars: readonly Box[], limit: number): number {
  const height = wanted.bottom - wanted.top;
  let { top } = wanted;
  for (const bar of [...bars].sort((a, b) => a.top - b.top)) {
    const isBeside = bar.right <= wanted.left || bar.left >= wanted.right;
    if (!isBeside && bar.top < top + height && bar.bottom > top) top = bar.bottom;
  }
  return top + height > limit ? wanted.top : top;
}
