import type { SiteSettingValues } from '@fairlot/contract';
import type { TradingRules } from '@fairlot/engine';
import type { Pool } from 'pg';
import type { ClientGroups } from '../features/groups/groups.ts';
import { readArrangement } from '../market/create.ts';
import type { MarketAdmin } from '../market/port.ts';
import type { ConcurrencyLimit } from '../platform/concurrency-limit.ts';
import { type Job, every } from '../platform/jobs.ts';
import type { Log } from '../platform/log.ts';
import type { SiteSettings } from '../platform/site-settings.ts';
import type { AnnouncedSwaps } from '../trading/announced-swaps.ts';
import { defineTerms, hasRules } from '../trading/define-terms.ts';
import type { ShardRouter } from '../trading/shard-router.ts';
import type { StoredTerms } from '../trading/stored-terms.ts';

const EVERY_MS = 1_000;
/** Time after which a command that got no answer is no longer carried out. */
const LATE_MS = 10_000;

export interface TermsAlignmentDeps {
  readonly pool: Pool;
  readonly settings: Pick<SiteSettings, 'reload' | 'values'>;
  readonly market: MarketAdmin;
  readonly trading: Pick<ShardRouter, 'hosts'>;
  readonly announced: Pick<AnnouncedSwaps, 'applyTo'>;
  readonly groups: Pick<ClientGroups, 'restore'>;
  readonly rulesOf: (values: SiteSettingValues) => TradingRules;
  /** One change of settings, groups and instruments at a time. */
  readonly queue: ConcurrencyLimit;
  readonly log: Log;
}

/**
 * Keeps memory and shards equal to what is stored, as a start does. Rules of shards are compared every second; terms and
 * groups after a change that failed, and once more when a command without an answer can't be carried out any more.
 */
export class TermsAlignment implements StoredTerms {
  readonly #deps: TermsAlignmentDeps;
  readonly #job: Job;
  #isBehind = false;
  /** Steady time of one more look; undefined when none is due. */
  #againAt: number | undefined;

  constructor(deps: TermsAlignmentDeps) {
    this.#deps = deps;
    this.#job = every(
      EVERY_MS,
      () => this.#isNeeded() && deps.queue.run(() => this.#align()),
      (error) => this.#failed(error),
    );
  }

  /** Start it when the shards have the stored terms. */
  start(): void {
    this.#job.start();
  }

  stop(): Promise<void> {
    return this.#job.stop();
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
    this.#isBehind = true;
    this.#againAt = performance.now() + LATE_MS;
    await this.#align().catch((error: unknown) => this.#failed(error));
  }

  #isNeeded(): boolean {
    const isLateDue = this.#againAt !== undefined && performance.now() >= this.#againAt;
    return this.#isBehind || isLateDue || !this.#haveRules();
  }

  /** A shard that recovers has the rules of its journal, and is compared when it has read them. */
  #haveRules(): boolean {
    const { trading, settings, rulesOf } = this.#deps;
    const rules = rulesOf(settings.values());
    return trading.hosts.every(({ host }) => host.rules === undefined || hasRules(host, rules));
  }

  async #align(): Promise<void> {
    // A change may have brought the rules to all shards while this waited in the queue.
    if (!this.#isNeeded()) return;
    this.#isBehind = true;
    if (this.#againAt !== undefined && performance.now() >= this.#againAt) this.#againAt = undefined;
    const { pool, settings, market, trading, announced, groups, rulesOf } = this.#deps;
    await settings.reload();
    await readArrangement(pool, market);
    const instruments = market.instruments().map((each) => announced.applyTo(each, market.now()));
    const rules = rulesOf(settings.values());
    // A shard that is away must not keep the terms from the others.
    const told = await Promise.allSettled(
      trading.hosts.map(({ number, host }) => defineTerms(host, pool, rules, instruments, number)),
    );
    await groups.restore();
    const failed = told.find((each) => each.status === 'rejected');
    if (failed !== undefined) throw failed.reason;
    this.#isBehind = false;
  }

  #failed(error: unknown): void {
    this.#deps.log.error(
      { err: error },
      'memory and shards could not be brought to the stored terms; the next second tries again',
    );
  }
}
