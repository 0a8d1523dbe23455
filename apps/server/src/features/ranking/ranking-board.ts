import { RANKING_SORTS, type RankingAccounts, type RankingSort } from '@fairlot/contract';
import type { Money } from '@fairlot/domain';
import type { AccountId } from '@fairlot/engine';
import { type Job, every } from '../../platform/jobs.ts';
import { yieldToEventLoop } from '../../platform/pause.ts';
import { committedAccount } from '../../trading/committed-account.ts';
import type { Listings, Member } from './listings.ts';
import {
  type Figures,
  type History,
  type MeasureDeps,
  figuresOf,
  readHistory,
  windowStart,
  worthOf,
} from './measure.ts';
import { type Ranked, ranked } from './ranked.ts';

/** Pause between two computations. Figures must be at most a minute old. */
const PAUSE_MS = 10_000;
/** The share of time that computing may take when there are many members. */
const MOST_SHARE = 0.25;

export interface RankingBoardDeps extends MeasureDeps {
  readonly listings: Listings;
  readonly now: () => number;
  /** Tells whether the sample strategies are shown. */
  readonly samples: () => boolean;
  /** Finds the accounts of strategies that have signed in. */
  readonly claimSamples: () => Promise<void>;
  readonly log: { warn(detail: object, message: string): void };
}

interface MeasuredMember {
  readonly member: Member;
  readonly history: History;
  readonly figures: Figures;
}

/** The members that a round measures. */
type MeasureScope = 'everybody' | 'newcomers';

/**
 * Measures the listed accounts periodically and keeps the sorted lists in memory. The figures are derived from records
 * alone; no call can set them.
 */
export class RankingBoard {
  readonly #deps: RankingBoardDeps;
  #measured: ReadonlyMap<AccountId, MeasuredMember> = new Map();
  #orders: ReadonlyMap<RankingAccounts, ReadonlyMap<RankingSort, readonly Ranked[]>> = new Map();
  #time: number | undefined;
  readonly #job: Job;
  #stopped = false;
  /** Serializes measurements. */
  #turn: Promise<void> = Promise.resolve();

  constructor(deps: RankingBoardDeps) {
    this.#deps = deps;
    this.#job = every(
      (tookMs) => Math.max(PAUSE_MS, tookMs / MOST_SHARE),
      () => this.refresh(),
      (error) => deps.log.warn({ err: error }, 'could not compute the ranking'),
    );
  }

  /** Market time of the figures; undefined before the first round. */
  get asOf(): number | undefined {
    return this.#time;
  }

  start(): void {
    this.#job.start();
    this.#job.wake();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#job.stop();
    await this.#turn;
  }

  list(accounts: RankingAccounts, sort: RankingSort): readonly Ranked[] {
    return this.#orders.get(accounts)?.get(sort) ?? [];
  }

  /** Measures all members. */
  refresh(): Promise<void> {
    return this.#inTurn('everybody');
  }

  /** Applies changes of the listings and measures only new members. */
  relist(): Promise<void> {
    return this.#inTurn('newcomers');
  }

  #inTurn(scope: MeasureScope): Promise<void> {
    const run = this.#turn.then(() => this.#measureAll(scope));
    this.#turn = run.catch(() => undefined);
    return run;
  }

  async #measureAll(scope: MeasureScope): Promise<void> {
    const now = this.#deps.now();
    const measuredMembers = new Map<AccountId, MeasuredMember>();
    const samples = this.#deps.samples();
    if (samples) await this.#deps.claimSamples();
    for (const member of await this.#deps.listings.members(samples)) {
      if (this.#stopped) return;
      const known = this.#measured.get(member.account);
      const measured =
        known !== undefined && scope === 'newcomers' ? { ...known, member } : await this.#measure(member, known, now);
      if (measured !== undefined) measuredMembers.set(member.account, measured);
      // Members that did not change are measured without a wait.
      await yieldToEventLoop();
    }
    this.#measured = measuredMembers;
    this.#orders = ordersOf([...measuredMembers.values()]);
    if (scope === 'everybody') this.#time = now;
  }

  /** Keeps the last figures of a member that can't be measured now. A member that was never measured is not shown. */
  async #measure(member: Member, known: MeasuredMember | undefined, now: number): Promise<MeasuredMember | undefined> {
    try {
      const fresh = await this.#freshHistory(member.account, known?.history, now);
      return fresh === undefined
        ? undefined
        : { member, history: fresh.history, figures: figuresOf(fresh.history, fresh.worth) };
    } catch (error) {
      this.#deps.log.warn({ err: error, entry: member.number }, 'could not measure an entry of the ranking');
      return known === undefined ? undefined : { ...known, member };
    }
  }

  async #freshHistory(
    account: AccountId,
    known: History | undefined,
    now: number,
  ): Promise<{ readonly history: History; readonly worth: Money } | undefined> {
    // The three-week window moves once a minute. Within a minute only accounts that changed are read again.
    const cached = known !== undefined && windowStart(now) === known.since ? known : undefined;
    const view = await committedAccount(this.#deps.trading, account);
    if (view === undefined) return undefined;
    if (cached?.changedBy === view.changedBy) return { history: cached, worth: worthOf(view) };
    const history = await readHistory(this.#deps, account, now, known);
    if (history === undefined) return undefined;
    const latest = await committedAccount(this.#deps.trading, account);
    if (latest?.changedBy !== history.changedBy) throw new Error('the account changes too fast');
    return { history, worth: worthOf(latest) };
  }
}

function ordersOf(
  entries: readonly Ranked[],
): ReadonlyMap<RankingAccounts, ReadonlyMap<RankingSort, readonly Ranked[]>> {
  return new Map([
    ['all', rankedBySort(entries)],
    ['real', rankedBySort(entries.filter(({ member }) => !member.isDemo))],
    ['demo', rankedBySort(entries.filter(({ member }) => member.isDemo))],
  ]);
}

function rankedBySort(entries: readonly Ranked[]): ReadonlyMap<RankingSort, readonly Ranked[]> {
  return new Map(RANKING_SORTS.map((sort) => [sort, ranked(entries, sort)]));
}
