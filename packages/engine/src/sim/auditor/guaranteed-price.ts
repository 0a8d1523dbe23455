import type { AuditedOrder } from './books.ts';

/** The price of a close that the market would make at a price: the promised level if that is better. */
export function kept({ premium, stop, side }: AuditedOrder, market: bigint): bigint {
  if (premium === undefined || stop === undefined) return market;
  const isBetter = side === 'buy' ? stop > market : stop < market;
  return isBetter ? stop : market;
}

/** A promise as the rows of the audit write it. */
export function promiseText(premium: bigint | undefined): string {
  return premium === undefined ? '' : ` guaranteed ${premium}`;
}
