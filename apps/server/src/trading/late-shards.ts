import type { AccountId } from '@fairlot/engine';

/**
 * The shards that a new house has not brought to the stored terms yet, because nobody holds them or their holder is not
 * heard. An account may be on one of them that no table has: the former house had it opened, and the holder died before
 * it wrote its tables.
 */
export class LateShards {
  readonly #numbers = new Set<number>();
  #lastUser: AccountId = 0;

  get size(): number {
    return this.#numbers.size;
  }

  has(shard: number): boolean {
    return this.#numbers.has(shard);
  }

  /** Takes shards for late. `lastUser`: the highest number of a user; the account of a later one can be on none of them. */
  hold(shards: Iterable<number>, lastUser: AccountId): void {
    for (const shard of shards) this.#numbers.add(shard);
    this.#lastUser = lastUser;
  }

  /** Takes a shard for aligned. Call it when its accounts are placed. */
  release(shard: number): void {
    this.#numbers.delete(shard);
  }

  /** True when the account without a place may be on a late shard. `shards`: those of its kind. */
  mayHave(account: AccountId, shards: readonly { readonly number: number }[]): boolean {
    return account <= this.#lastUser && shards.some(({ number }) => this.has(number));
  }
}
