/** A line is left out if it would extend the range to more than this many times the candles' own. */
const MOST_STRETCH = 3;
/** Margin beyond a line that extends the range, as a share of the range. */
const ROOM = 0.06;

export interface PriceRange {
  readonly from: number;
  readonly to: number;
}

/** Extends the range of a price axis to include prices, nearest first, as long as the candles stay readable. */
export function rangeWith({ from, to }: PriceRange, prices: readonly number[]): PriceRange {
  const limit = (to - from) * MOST_STRETCH;
  const middle = (from + to) / 2;
  let range = { from, to };
  for (const price of [...prices].sort((a, b) => Math.abs(a - middle) - Math.abs(b - middle))) {
    const room = (range.to - range.from) * ROOM;
    const next = { from: Math.min(range.from, price - room), to: Math.max(range.to, price + room) };
    if (next.to - next.from <= limit) range = next;
  }
  return range;
}
