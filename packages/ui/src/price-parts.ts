/**
 * A price in three parts: the head, which rarely changes, the big figure, and the fraction of a pip. Joined, they are
 * the price.
 */
export interface PriceParts {
  readonly head: string;
  readonly big: string;
  readonly tail: string;
}

/**
 * Splits a price with fixed decimals. With three or more decimals the last digit is the small part and the two before
 * it are the big figure (1.08|54|2); with fewer, the last two digits are (78.|34|, 178|45|.3). The split depends only
 * on the number of decimals, so the layout does not shift.
 */
export function priceParts(text: string): PriceParts {
  const point = text.indexOf('.');
  const decimals = point === -1 ? 0 : text.length - point - 1;
  const tailLength = decimals >= 3 ? 1 : decimals === 1 ? 2 : 0;
  const tailStart = text.length - tailLength;
  const bigStart = Math.max(0, tailStart - 2);
  return { head: text.slice(0, bigStart), big: text.slice(bigStart, tailStart), tail: text.slice(tailStart) };
}

/** Sign of the change between two decimal texts; 0 if either is missing. */
export function moved(before: string | undefined, after: string | undefined): -1 | 0 | 1 {
  if (before === undefined || after === undefined || before === after) return 0;
  const difference = Number(after) - Number(before);
  if (difference > 0) return 1;
  return difference < 0 ? -1 : 0;
}
