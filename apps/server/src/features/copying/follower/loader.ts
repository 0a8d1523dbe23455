import { runningOf } from '../copy-row.ts';
import type { CopyQueries } from '../queries.ts';
import { type RereadDeps, rereadCopies } from './reread.ts';
import type { ShardState } from './shard-state.ts';
import type { FollowerStore } from './store.ts';

export interface LoaderDeps extends RereadDeps {
  readonly queries: Pick<CopyQueries, 'alive' | 'aliveAfterWrites'>;
  readonly store: FollowerStore;
}

/** Loads copies and leaders from the tables. */
export class FollowerLoader {
  readonly #deps: LoaderDeps;
  #mustReread = false;

  constructor(deps: LoaderDeps) {
    this.#deps = deps;
  }

  /** Loads the running copies, and what they have followed. */
  async start(): Promise<void> {
    const { queries, registry, store } = this.#deps;
    await store.untrackIdle();
    for (const row of await queries.alive()) registry.put(runningOf(row));
    for (const { copy, leaderOrder, order } of await store.followed()) registry.follow(copy, leaderOrder, order);
  }

  /** Has the copies read again before the next load of any shard. */
  reread(): void {
    this.#mustReread = true;
  }

  /**
   * Loads a shard's feed, after the copies if they must be read again. Returns the row up to which all deeds are followed,
   * or undefined when no leader of the shard was ever copied. Call it while no copy begins.
   */
  async load(number: number, shard: ShardState): Promise<number | undefined> {
    const { store } = this.#deps;
    shard.unread = false;
    if (this.#mustReread) await this.#rereadCopies();
    shard.feed.load(await store.tracked(number), await store.positions(number));
    return store.watermark(number);
  }

  async #rereadCopies(): Promise<void> {
    // Another failure may come while the tables are read.
    this.#mustReread = false;
    try {
      await rereadCopies(this.#deps);
    } catch (error) {
      this.#mustReread = true;
      throw error;
    }
  }
}
