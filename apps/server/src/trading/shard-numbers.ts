import type { OrderId } from '@fairlot/engine';

/** Orders that a shard can number before it would reach the numbers of the next shard. */
const ORDERS_PER_SHARD = 1_000_000_000_000;
/** Orders of higher shards would have numbers that are not exact as JavaScript numbers. */
const MAX_SHARD = 9000;

/** The order numbers of a shard: from `first` to below `end`. No two shards of a database share a number. */
export function orderNumbersOf(shard: number): { readonly first: OrderId; readonly end: OrderId } {
  if (!Number.isInteger(shard) || shard < 0 || shard > MAX_SHARD)
    throw new RangeError(`a shard has a number from 0 to ${MAX_SHARD}, not ${shard}`);
  return { first: shard * ORDERS_PER_SHARD + 1, end: (shard + 1) * ORDERS_PER_SHARD + 1 };
}
