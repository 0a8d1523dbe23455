import type { CopyId, EndingCopy, LeaderDeed } from '@fairlot/copying';
import { SECOND_MS } from '@fairlot/domain';
import type { Applied } from '@fairlot/engine';
import type { Kysely } from 'kysely';
import type { Tables } from '../../../db/tables/index.ts';
import { type Job, every } from '../../../platform/jobs.ts';
import { pause } from '../../../platform/pause.ts';
import type { CopyRow } from '../copy-row.ts';
import type { CopyQueries } from '../queries.ts';
import type { CopyRegistry } from '../registry.ts';
import { type CatchUpDeps, catchUp, followDrawn } from './catch-up.ts';
import type { JournalRows } from './journal-rows.ts';
import { FollowerLoader } from './loader.ts';
import { type Running, type RunningDeps, newRunning } from './running.ts';
import { type ShardState, dropQueue, newShard, rowsBehind, taken } from './shard-state.ts';
import { type Beginning, CopyStarts, type StartsDeps } from './starts.ts';
import type { FollowerStore } from './store.ts';

/** Deeds in memory per shard. Beyond it, later rows are read from the journal again. */
const MOST_QUEUED = 10_000;
const RETRY_MS = 1000;
/** Rows without a deed after which the watermark moves nevertheless, so that a restart reads few of them. */
const IDLE_ROWS = 5000;

export interface FollowerDeps extends RunningDeps {
  readonly db: Kysely<Tables>;
  readonly queries: CopyQueries;
  readonly store: FollowerStore;
  readonly journal: JournalRows;
  readonly registry: CopyRegistry;
  /** Told of a copy that has ended in the tables alone. */
  readonly ended: (copy: CopyId) => void;
  readonly log: { error(detail: object, message: string): void };
}

/**
 * Follows the committed rows of leaders. Rows are drawn as they are committed; after a start, a rollback or an overflow
 * they are read from the journal beyond the watermark. Nothing runs while nobody copies.
 */
export class Follower {
  readonly #deps: FollowerDeps;
  readonly #shards: ReadonlyMap<number, ShardState>;
  readonly #starts: CopyStarts;
  readonly #loader: FollowerLoader;
  readonly #stops: (() => void)[] = [];
  readonly #catchingUp: CatchUpDeps;
  /** Settle what copies have left: one job for each shard. */
  readonly #jobs: readonly Job[];
  #running: Running;
  #stopped = false;

  constructor(deps: FollowerDeps) {
    this.#deps = deps;
    this.#shards = new Map(deps.trading.numbers.map((shard) => [shard, newShard(shard)]));
    this.#loader = new FollowerLoader(deps);
    const takeOver: StartsDeps['takeOver'] = (shard, deeds, copy) => this.#takeOver(shard, deeds, copy);
    this.#starts = new CopyStarts({ ...deps, shards: this.#shards, takeOver, reread: () => this.reread() });
    this.#catchingUp = {
      ...deps,
      loader: this.#loader,
      starts: this.#starts,
      running: () => this.#running,
      isStopped: () => this.#stopped,
    };
    this.#jobs = [...this.#shards.keys(), undefined].map((shard) =>
      every(
        SECOND_MS,
        () => this.#settleLeft(shard),
        (error) => deps.log.error({ err: error, shard }, 'what copies have left could not be settled, trying again'),
      ),
    );
    this.#running = newRunning(this.#deps, this.#shards, this.#starts);
  }

  /** Closes the positions of a copy that ends. */
  async end(ending: EndingCopy): Promise<void> {
    const running = this.#running;
    try {
      await running.run.end(ending);
    } catch (error) {
      this.#renew(running);
      throw error;
    }
  }

  /** Deeds that wait, by shard. */
  get queued(): number {
    return [...this.#shards.values()].reduce((sum, { queued }) => sum + queued, 0);
  }

  /** Rows of the journal that are not followed yet. */
  get lag(): number {
    return [...this.#shards.values()].reduce((sum, shard) => sum + rowsBehind(shard), 0);
  }

  /** Deeds that wait for the shards of their copiers, each counted once for every copy. */
  get left(): number {
    return this.#running.run.left;
  }

  get live(): boolean {
    return [...this.#shards.values()].every(({ live }) => live);
  }

  /** Reads the running copies, and goes on behind the watermarks. */
  async start(): Promise<void> {
    const { trading } = this.#deps;
    this.#stops.push(
      trading.onShardCommitted((shard, rows) => this.#onRows(shard, rows)),
      trading.onRollback(() => this.#fallBehind()),
    );
    await this.#loader.start();
    for (const job of this.#jobs) job.start();
    for (const shard of this.#shards.keys()) this.#wake(shard);
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    for (const stop of this.#stops) stop();
    this.#running.run.stop();
    await Promise.all(this.#jobs.map((job) => job.stop()));
    for (const { worker } of this.#shards.values()) await worker;
    this.#running.port.close();
  }

  /** Begins a copy. Throws NotReadyError while the leader's shard is behind. */
  begin<Problem>(beginning: Beginning<Problem>): Promise<CopyRow | Problem> {
    return this.#starts.begin(beginning);
  }

  /** Forgets a copy that has ended. */
  forget(copy: CopyId): void {
    const { registry } = this.#deps;
    const leader = registry.get(copy)?.leader;
    registry.remove(copy);
    if (leader === undefined || registry.leads(leader) || this.#starts.isStarting(leader)) return;
    for (const { feed } of this.#shards.values()) feed.drop(leader);
  }

  /**
   * Reads the copies and leaders from the tables before any other row is followed. Call it when a change of a copy has
   * failed: its commit may have succeeded without an answer.
   */
  reread(): void {
    this.#loader.reread();
    for (const shard of this.#shards.values()) shard.unread = true;
    this.#fallBehind();
  }

  async #takeOver(shard: number, deeds: readonly LeaderDeed[], copy: CopyId): Promise<void> {
    if (deeds.length === 0) return;
    const { log } = this.#deps;
    const { port, run } = this.#running;
    try {
      port.takeOver(deeds, copy);
      await run.follow(shard, deeds, 0);
    } catch (error) {
      if (!this.#stopped) log.error({ err: error, copy }, 'a copy could not take over all positions, and tries again');
      // Nothing else may be followed before the positions are taken over from the tables.
      this.#fallBehind();
      throw error;
    }
  }

  #onRows(number: number, rows: readonly Applied[]): void {
    const shard = this.#shards.get(number);
    const through = rows.at(-1)?.seq;
    if (shard === undefined || through === undefined || through <= shard.seen) return;
    const before = shard.seen;
    shard.seen = through;
    if (!shard.live || shard.feed.isIdle) return;
    // A recovery has written rows that were never reported.
    if ((rows[0]?.seq ?? 0) > before + 1) {
      this.#fallBehind();
      return;
    }
    const drawn = shard.feed.draw(
      rows.filter(({ seq }) => seq > before),
      through,
    );
    if (drawn.changes.size === 0 && through - shard.followed < IDLE_ROWS) return;
    shard.queue.push(drawn);
    shard.queued += drawn.deeds.length;
    if (shard.queued > MOST_QUEUED) this.#fallBehind();
    else this.#wake(number);
  }

  /** Drops what is in memory; the journal has it. */
  #fallBehind(): void {
    for (const [number, shard] of this.#shards) {
      dropQueue(shard);
      this.#wake(number);
    }
  }

  #wake(number: number): void {
    const shard = this.#shards.get(number);
    if (shard === undefined || shard.worker !== undefined || this.#stopped) return;
    shard.worker = this.#work(number, shard).finally(() => {
      shard.worker = undefined;
      if (!this.#stopped && (!shard.live || shard.queue.length > 0)) this.#wake(number);
    });
  }

  async #work(number: number, shard: ShardState): Promise<void> {
    while (!this.#stopped && (!shard.live || shard.queue.length > 0)) {
      const running = this.#running;
      try {
        if (shard.live) await followDrawn(running, number, shard, taken(shard));
        else await catchUp(this.#catchingUp, number, shard);
      } catch (error) {
        if (this.#stopped) return;
        this.#deps.log.error({ err: error, shard: number }, 'copying failed, and goes on from the journal');
        await pause(RETRY_MS);
        this.#renew(running);
      }
    }
  }

  /**
   * Settles what the copies of a shard have left, once a second, while other deeds are followed. `undefined` stands for
   * copiers without an account.
   */
  async #settleLeft(shard: number | undefined): Promise<void> {
    const running = this.#running;
    try {
      const leftCopiers = running.run.leftCopiers(shard);
      if (leftCopiers.length === 0) return;
      await running.port.readFrozen(leftCopiers);
      await running.run.settleLeft(shard);
    } catch (error) {
      // A run that has been replaced has failed in another place, which has logged it.
      if (this.#stopped || running !== this.#running) return;
      this.#renew(running);
      throw error;
    }
  }

  /** Replaces a run that has failed. Nothing of it may go on next to the new one. */
  #renew(failed: Running): void {
    if (failed !== this.#running || this.#stopped) return;
    failed.run.stop();
    failed.port.close();
    this.#running = newRunning(this.#deps, this.#shards, this.#starts);
    this.#fallBehind();
  }
}
