/** A fill of a closed trade. Floats are safe because they decide pixels only. */
export interface Fill {
  readonly time: number;
  readonly price: number;
}

/** A closed trade on the chart: its entry and its exit. */
export interface TradeMark {
  readonly id: number;
  readonly side: 'buy' | 'sell';
  readonly entry: Fill;
  readonly exit: Fill;
  /** Sign of the result, which decides the colour of the line between them. */
  readonly sign: -1 | 0 | 1;
}

/** Most trades with marks on one chart. */
export const MOST_MARKS = 200;

interface Spot {
  readonly x: number;
  readonly y: number;
}

/** Entry and exit of a trade on the chart, in px; undefined where a fill is before the first bar. */
export interface PlacedMark {
  readonly id: number;
  readonly entry: Spot | undefined;
  readonly exit: Spot | undefined;
}

/** The trade with a mark nearest to a position within `reach` px; of two at one place the later listed. */
export function markAt(marks: readonly PlacedMark[], { x, y }: Spot, reach: number): number | undefined {
  let found: { readonly id: number; readonly away: number } | undefined;
  for (const { id, entry, exit } of marks)
    for (const spot of [entry, exit]) {
      const away = spot === undefined ? Number.POSITIVE_INFINITY : Math.hypot(spot.x - x, spot.y - y);
      if (away <= reach && away <= (found?.away ?? reach)) found = { id, away };
    }
  return found?.id;
}

/** True if any part of a trade is between the edges of the chart. */
export function isInView({ entry, exit }: PlacedMark, width: number): boolean {
  const [left, right] = [Math.min(...xs(entry, exit)), Math.max(...xs(entry, exit))];
  return right >= 0 && left <= width;
}

function xs(...spots: readonly (Spot | undefined)[]): number[] {
  return spots.flatMap((spot) => spot?.x ?? []);
}
