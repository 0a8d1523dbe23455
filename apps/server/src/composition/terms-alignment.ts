import type { SiteSettingValues } from '@fairlot/contract';
import type { TradingRules } from '@fairlot/engine';
import type { Pool } from 'pg';
import type { ClientGroups } from '../features/groups/groups.ts';
import { readArrangement } from '../market/create.ts';
import type { MarketAdmin } from '../market/port.ts';
import type { ConcurrencyLimit } from '../platform/concurrency-limit.ts';
import { type Job, every } from '../platform/jobs.ts';
import { LaterLooks } from '../platform/later-looks.ts';
import type { Log } from '../platform/log.ts';
import { RetryPause } from '../platform/retry-pause.ts';
import type { SiteSettings } from '../platform/site-settings.ts';
import { readPlaces } from '../trading/account-places.ts';
import { alignDealing } from '../trading/align-dealing.ts';
import type { AnnouncedSwaps } from '../trading/announced-swaps.ts';
import { defineTerms, hasRules } from '../trading/define-terms.ts';
import type { ShardRouter } from '../trading/shard-router.ts';
import type { StoredTerms } from '../trading/stored-terms.ts';

const EVERY_MS = 1_000;
/** Each refusal of a shard is a row of its journal, and is repeated for as long as nobody mends its cause. */
const MOST_PAUSE_MS = 60_000;

export interface TermsAlignmentDeps {
  readonly pool: Pool;
  readonly settings: Pick<SiteSettings, 'reload' | 'values'>;
  readonly market: MarketAdmin;
  readonly trading: Pick<ShardRouter, 'hosts' | 'late' | 'place' | 'restricted'>;
  readonly announced: Pick<AnnouncedSwaps, 'applyTo'>;
  readonly groups: Pick<ClientGroups, 'reread' | 'restore'>;
  readonly rulesOf: (values: SiteSettingValues) => TradingRules;
  /** One change of settings, groups and instruments at a time. */
  readonly queue: ConcurrencyLimit;
  readonly log: Log;
}

/**
 * Keeps memory and shards equal to what is stored, as a start does. Rules of shards are compared every second; terms and
 * groups after a change that failed, and some more times later.
 */
export class TermsAlignment implements StoredTerms {
  readonly #deps: TermsAlignmentDeps;
  readonly #job: Job;
  /** True while settings, listing, calendars or groups in memory may not be the stored ones. */
  #isUnread = false;
  /** True while a shard may not have what is stored. */
  #isBehind = false;
  /** True when rules differed at the last look: a replica may be late for a moment. */
  #didDiffer = false;
  /** A command that got no answer may wait in its shard for a commit of a minute. */
  readonly #looks = new LaterLooks();
  readonly #pause = new RetryPause(2 * EVERY_MS, MOST_PAUSE_MS);

  constructor(deps: TermsAlignmentDeps) {
    this.#deps = deps;
    this.#job = every(
      EVERY_MS,
      () => this.#look(),
      (error) => this.#failed(error),
    );
  }

  /**
   * Start it when the shards have the stored terms. Looks again some times, because a process that ended may have left a
   * commit under way.
   */
  start(): void {
    this.#looks.plan();
    this.#job.start();
  }

  stop(): Promise<void> {
    return this.#job.stop();
  }

  run<T>(work: () => Promise<T>): Promise<T> {
    return this.#deps.queue.run(async () => {
      if (this.#isUnread) await this.#read();
      return work();
    });
  }

  async during<T>(change: () => Promise<T>): Promise<T> {
    try {
      return await change();
    } catch (error) {
      await this.restore();
      throw error;
    }
  }

  async restore(): Promise<void> {
    this.#isUnread = this.#isBehind = true;
    this.#looks.plan();
    await this.#align().catch((error: unknown) => this.#failed(error));
  }

  async #look(): Promise<void> {
    const since = performance.now();
    if (!this.#pause.isOver) return;
    const differs = this.#differs();
    const isNeeded = this.#isBehind || this.#looks.isDue || (differs && this.#didDiffer) || this.#comesLate();
    this.#didDiffer = differs;
    if (!isNeeded) return;
    // Also when the queue is full, so that the next turn tries again.
    this.#isBehind = true;
    await this.#deps.queue.run(async () => {
      this.#isUnread = true;
      await this.#align();
    });
    this.#looks.done(since);
  }

  /** A shard that recovers has the rules of its journal, and is compared when it has read them. */
  #differs(): boolean {
    const { trading, settings, rulesOf } = this.#deps;
    const rules = rulesOf(settings.values());
    return trading.hosts.some(
      ({ number, host }) => !trading.late.has(number) && host.rules !== undefined && !hasRules(host, rules),
    );
  }

  /** True when a late shard takes commands now. */
  #comesLate(): boolean {
    const { hosts, late } = this.#deps.trading;
    return hosts.some(({ number, host }) => late.has(number) && host.ready);
  }

  async #read(): Promise<void> {
    const { pool, settings, market, groups } = this.#deps;
    await settings.reload();
    await readArrangement(pool, market);
    await groups.reread();
    this.#isUnread = false;
  }

  async #align(): Promise<void> {
    const { pool, settings, market, trading, announced, groups, rulesOf } = this.#deps;
    await this.#read();
    const instruments = market.instruments().map((each) => announced.applyTo(each, market.now()));
    const rules = rulesOf(settings.values());
    const listed = instruments.map(({ id }) => id);
    const late: number[] = [];
    // A shard that is away must not keep the terms from the others.
    const told = await Promise.allSettled(
      trading.hosts.map(async ({ number, host }) => {
        const isLate = trading.late.has(number);
        if (isLate && !host.ready) return;
        await defineTerms(host, pool, rules, instruments, number);
        if (!isLate) return;
        await alignDealing(trading, host, listed);
        late.push(number);
      }),
    );
    await groups.restore();
    if (late.length > 0) await this.#release(late);
    const failed = told.find((each) => each.status === 'rejected');
    if (failed !== undefined) throw failed.reason;
    this.#isBehind = false;
    this.#pause.clear();
  }

  async #release(shards: readonly number[]): Promise<void> {
    const { pool, trading, log } = this.#deps;
    await readPlaces(pool, trading);
    for (const shard of shards) {
      trading.late.release(shard);
      log.info({ shard }, 'a late shard has the stored terms and takes commands');
    }
  }

  #failed(error: unknown): void {
    const pauseMs = this.#pause.failed();
    this.#deps.log.error({ err: error, pauseMs }, 'memory and shards could not be brought to the stored terms');
  }
}
