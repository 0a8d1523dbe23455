/** Distance in px within which the magnet pulls. */
export const MAGNET_PX = 20;

/** A price of a bar with its vertical position. */
export interface Pull {
  readonly price: number;
  readonly y: number;
}

/** The price of a bar (open, high, low, close) that is nearest to a height; undefined if none is near. */
export function magnetic(pulls: readonly Pull[], y: number): number | undefined {
  let found: Pull | undefined;
  for (const pull of pulls) {
    const away = Math.abs(pull.y - y);
    if (away <= MAGNET_PX && (found === undefined || away < Math.abs(found.y - y))) found = pull;
  }
  return found?.price;
}
