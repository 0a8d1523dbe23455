import type { LeaderDeed } from '@fairlot/copying';
import type { AccountId, AccountView } from '@fairlot/engine';
import type { Clock } from '../../../platform/clock.ts';
import { ConcurrencyLimit } from '../../../platform/concurrency-limit.ts';
import { NotReadyError } from '../../../platform/not-ready-error.ts';
import { committedAccount } from '../../../trading/committed-account.ts';
import type { ShardRouter } from '../../../trading/shard-router.ts';
import { type CopyRow, runningOf } from '../copy-row.ts';
import type { CopyRegistry } from '../registry.ts';
import type { ShardState } from './shard-state.ts';
import type { FollowerStore } from './store.ts';

/** Starts that wait. */
const MOST_WAITING = 500;
/** Looks for a moment in which the rows of a leader's view are all reported. One that trades without pause is behind. */
const MOST_LOOKS = 50;

/** Writes what a start needs besides its copy, in its transaction. */
export type Prepare = (db: Parameters<FollowerStore['track']>[0], copy: CopyRow) => Promise<void>;

/** A copy that is to begin. */
export interface Beginning<Problem> {
  readonly leader: AccountId;
  /** Writes the copy with the row after which it follows. */
  readonly insert: (
    since: { readonly shard: number; readonly seq: number },
    prepare: Prepare,
  ) => Promise<CopyRow | Problem>;
  /** The positions that the copy takes over. */
  readonly openings: (copy: CopyRow, leader: AccountView) => readonly LeaderDeed[];
}

export interface StartsDeps {
  readonly trading: ShardRouter;
  readonly registry: CopyRegistry;
  readonly store: FollowerStore;
  readonly clock: Clock;
  readonly shards: ReadonlyMap<number, ShardState>;
  /** Has the copies read again. */
  readonly reread: () => void;
  /** Carries the positions that a copy takes over. Rejects when some are left, after it has dropped what is in memory. */
  readonly takeOver: (shard: number, deeds: readonly LeaderDeed[], copy: number) => Promise<void>;
}

/** Begins copies, one after the other: the row after which a copy follows must fit the leader's positions in the tables. */
export class CopyStarts {
  readonly #deps: StartsDeps;
  readonly #turn = new ConcurrencyLimit(1, MOST_WAITING);
  readonly #starting = new Map<AccountId, Promise<unknown>>();

  constructor(deps: StartsDeps) {
    this.#deps = deps;
  }

  /** Runs work while no copy begins. */
  exclusively<T>(work: () => Promise<T>): Promise<T> {
    return this.#turn.run(work);
  }

  /** Resolves when no copy of a leader is about to begin. Rejects when one may have begun unnoticed. */
  async whenStarted(leader: AccountId): Promise<void> {
    await this.#starting.get(leader);
  }

  isStarting(leader: AccountId): boolean {
    return this.#starting.has(leader);
  }

  /** Begins a copy. Throws NotReadyError while the leader's shard is behind. */
  begin<Problem>(beginning: Beginning<Problem>): Promise<CopyRow | Problem> {
    const { leader } = beginning;
    return this.#turn.run(async () => {
      for (let look = 1; ; look += 1) {
        await committedAccount(this.#deps.trading, leader);
        // Rows are reported when the tables have them, and the view has them before.
        await this.#deps.trading.written();
        if (this.#isReported(leader)) return this.#begin(beginning);
        if (look === MOST_LOOKS) throw new NotReadyError(`account ${leader} trades without pause`);
      }
    });
  }

  /** True when the view of a leader has no row that was not reported yet: its deed would come a second time. */
  #isReported(leader: AccountId): boolean {
    const { trading, shards } = this.#deps;
    const shard = trading.shardOf(leader);
    const state = shard === undefined ? undefined : shards.get(shard);
    const view = trading.account(leader);
    return state === undefined || view === undefined || (view !== 'uncommitted' && view.changedBy <= state.seen);
  }

  async #begin<Problem>({ leader, insert, openings }: Beginning<Problem>): Promise<CopyRow | Problem> {
    const { trading, registry, store, clock, shards, takeOver, reread } = this.#deps;
    const shard = trading.shardOf(leader);
    const state = shard === undefined ? undefined : shards.get(shard);
    // Nothing else runs between the check and the first await, so the view is the state of the row `seen`.
    const view = trading.account(leader);
    if (shard === undefined || state?.live !== true || view === undefined || view === 'uncommitted')
      throw new NotReadyError(`the deeds of account ${leader} are not followed yet`);
    const isFirst = state.feed.isIdle;
    const isNew = !state.feed.has(leader);
    const positions = isNew ? state.feed.track(view, state.seen) : [];
    const tracked = { leader, shard, seq: state.seen };
    const { release, refuse } = this.#holdDeeds(leader);
    let deeds: readonly LeaderDeed[] = [];
    let copy: CopyRow | Problem;
    try {
      copy = await insert(tracked, async (db, row) => {
        if (isNew) await store.track(db, tracked, positions, isFirst);
        deeds = openings(row, view);
        const given = deeds.map((deed) => ({ deed, copy: Number(row.id), copies: [Number(row.id)] }));
        if (deeds.length > 0) await store.begin(given, new Date(clock()), db);
      });
    } catch (error) {
      if (!registry.leads(leader)) state.feed.drop(leader);
      reread();
      // The copy may be in the tables. Deeds that waited for it are drawn from the journal again, after it is known.
      refuse(new Error(`a copy of account ${leader} may have begun`, { cause: error }));
      throw error;
    }
    if (!isRow(copy)) {
      release();
      if (!registry.leads(leader)) state.feed.drop(leader);
      return copy;
    }
    registry.put(runningOf(copy));
    // A later deed on a position that was not taken over would be skipped, and the position would stay open.
    takeOver(shard, deeds, Number(copy.id)).then(release, refuse);
    return copy;
  }

  /** Deeds of a leader wait while a copy of it begins. */
  #holdDeeds(leader: AccountId): { readonly release: () => void; readonly refuse: (error: unknown) => void } {
    let resolve: (() => void) | undefined;
    let reject: ((error: unknown) => void) | undefined;
    const promise = new Promise<void>((done, failed) => {
      [resolve, reject] = [done, failed];
    });
    const former = this.#starting.get(leader);
    const held = former === undefined ? promise : Promise.all([former, promise]);
    this.#starting.set(leader, held);
    // Without deeds nothing waits.
    held.catch(nothing);
    const forget = (): void => {
      if (this.#starting.get(leader) === held) this.#starting.delete(leader);
    };
    return {
      release: () => {
        forget();
        resolve?.();
      },
      refuse: (error) => {
        forget();
        reject?.(error);
      },
    };
  }
}

function nothing(): void {
  // The start itself reports its failure.
}

function isRow(value: unknown): value is CopyRow {
  return typeof value === 'object' && value !== null && 'leader_id' in value;
}
