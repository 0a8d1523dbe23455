import { RANKING_SORTS } from '@fairlot/contract';
import type { RankingAccounts, RankingSort } from '@fairlot/contract';
import type { Money } from '@fairlot/domain';
import type { AccountId } from '@fairlot/engine';
import { committedAccount } from '../../trading/committed-account.ts';
import type { Listings, Member } from './listings.ts';
import { figuresOf, readHistory, windowStart, worthOf } from './measure.ts';
import type { Figures, History, MeasureTools } from './measure.ts';
import { ranked } from './order.ts';
import type { Ranked } from './order.ts';

/** The figures are computed this long after the last time; a minute is what is promised. */
const PAUSE_MS = 10_000;
/** With many members, computing takes at most this share of the time. */
const MOST_SHARE = 0.25;

export interface BoardTools extends MeasureTools {
  readonly listings: Listings;
  readonly now: () => number;
  /** Whether the sample strategies are shown. */
  readonly samples: () => boolean;
  /** Looks for the accounts of strategies that have signed in. */
  readonly claimSamples: () => Promise<void>;
  readonly log: { warn(detail: object, message: string): void };
}

interface Place {
  readonly member: Member;
  readonly history: History;
  readonly figures: Figures;
}

/** Whom a round of measuring concerns. */
type Whom = 'everybody' | 'newcomers';

/** Who is listed, measured again and again. The figures live in memory: they can be read, and nothing but the records makes them. */
export class Board {
  private readonly tools: BoardTools;
  private places: ReadonlyMap<AccountId, Place> = new Map();
  private orders: ReadonlyMap<RankingAccounts, ReadonlyMap<RankingSort, readonly Ranked[]>> = new Map();
  private time: number | undefined;
  private timer: NodeJS.Timeout | undefined;
  private stopped = false;
  /** Measurements come one after the other. */
  private turn: Promise<void> = Promise.resolve();

  constructor(tools: BoardTools) {
    this.tools = tools;
  }

  /** Market time of the figures; undefined before the first. */
  get asOf(): number | undefined {
    return this.time;
  }

  start(): void {
    void this.cycle();
  }

  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    await this.turn;
  }

  list(accounts: RankingAccounts, sort: RankingSort): readonly Ranked[] {
    return this.orders.get(accounts)?.get(sort) ?? [];
  }

  /** Measures everybody again. */
  refresh(): Promise<void> {
    return this.inTurn('everybody');
  }

  /** After somebody came, went or changed the name: measures whoever is new. */
  relist(): Promise<void> {
    return this.inTurn('newcomers');
  }

  private inTurn(whom: Whom): Promise<void> {
    const run = this.turn.then(() => this.measureAll(whom));
    this.turn = run.catch(() => undefined);
    return run;
  }

  private async cycle(): Promise<void> {
    const startedAt = performance.now();
    await this.refresh().catch((error: unknown) =>
      this.tools.log.warn({ err: error }, 'the ranking could not be computed'),
    );
    if (this.stopped) return;
    const took = performance.now() - startedAt;
    this.timer = setTimeout(() => void this.cycle(), Math.max(PAUSE_MS, took / MOST_SHARE));
    this.timer.unref();
  }

  private async measureAll(whom: Whom): Promise<void> {
    const now = this.tools.now();
    const places = new Map<AccountId, Place>();
    const samples = this.tools.samples();
    if (samples) await this.tools.claimSamples();
    for (const member of await this.tools.listings.members(samples)) {
      if (this.stopped) return;
      const known = this.places.get(member.account);
      const place =
        known !== undefined && whom === 'newcomers' ? { ...known, member } : await this.measure(member, known, now);
      if (place !== undefined) places.set(member.account, place);
    }
    this.places = places;
    this.orders = ordersOf([...places.values()]);
    if (whom === 'everybody') this.time = now;
  }

  /** What could not be measured now keeps its last figures; what never could is not shown. */
  private async measure(member: Member, known: Place | undefined, now: number): Promise<Place | undefined> {
    try {
      const fresh = await this.freshHistory(member.account, known?.history, now);
      return fresh === undefined
        ? undefined
        : { member, history: fresh.history, figures: figuresOf(fresh.history, fresh.worth) };
    } catch (error) {
      this.tools.log.warn({ err: error, entry: member.number }, 'an entry of the ranking could not be measured');
      return known === undefined ? undefined : { ...known, member };
    }
  }

  private async freshHistory(
    account: AccountId,
    known: History | undefined,
    now: number,
  ): Promise<{ readonly history: History; readonly worth: Money } | undefined> {
    // The three weeks move on by the minute; within it, only an account that changed is read again.
    const kept = known !== undefined && windowStart(now) === known.since ? known : undefined;
    const view = await committedAccount(this.tools.trading, account);
    if (view === undefined) return undefined;
    if (kept?.changedBy === view.changedBy) return { history: kept, worth: worthOf(view) };
    const history = await readHistory(this.tools, account, now);
    if (history === undefined) return undefined;
    const latest = await committedAccount(this.tools.trading, account);
    if (latest?.changedBy !== history.changedBy) throw new Error('the account changes too fast');
    return { history, worth: worthOf(latest) };
  }
}

function ordersOf(
  entries: readonly Ranked[],
): ReadonlyMap<RankingAccounts, ReadonlyMap<RankingSort, readonly Ranked[]>> {
  return new Map([
    ['all', everyWay(entries)],
    ['real', everyWay(entries.filter(({ member }) => !member.isDemo))],
    ['demo', everyWay(entries.filter(({ member }) => member.isDemo))],
  ]);
}

function everyWay(entries: readonly Ranked[]): ReadonlyMap<RankingSort, readonly Ranked[]> {
  return new Map(RANKING_SORTS.map((sort) => [sort, ranked(entries, sort)]));
}
