import type { InputOf, OutputOf, copyingCalls } from '@fairlot/contract';
import type { CopyTerms } from '@fairlot/copying';
import { asMoney, equity, formatMoney } from '@fairlot/domain';
import type { AccountId, AccountView } from '@fairlot/engine';
import type { Kysely } from 'kysely';
import type { Tables } from '../../db/tables/index.ts';
import { type Answer, done, refuse } from '../../http/answer.ts';
import type { MarketData } from '../../market/port.ts';
import type { Clock } from '../../platform/clock.ts';
import type { SiteSettings } from '../../platform/site-settings.ts';
import type { Session } from '../../security/session.ts';
import { committedAccount } from '../../trading/committed-account.ts';
import type { CurrentTerms } from '../../trading/current-terms.ts';
import type { TradingHost } from '../../trading/port.ts';
import { type CopyRow, type Leader, runningOf } from './copy-row.ts';
import { type CopyWithFigures, withFigures } from './figures.ts';
import type { Follower } from './follower/follower.ts';
import { rereadOnFailure } from './follower/reread.ts';
import type { CopyLeaders } from './leaders.ts';
import { openingsOf, previewOf } from './preview.ts';
import type { CopyQueries, StartProblem } from './queries.ts';
import type { CopyRegistry } from './registry.ts';
import type { CopySupervisor } from './supervisor.ts';
import { readTerms } from './terms.ts';

/** Finds traders and sample strategies by the ranking. */
export interface LeaderDirectory {
  /** A listed one, by its public number. */
  readonly byNumber: (number: number) => Promise<Leader | undefined>;
  /** By account, whether or not it is listed now. */
  readonly named: (accounts: readonly AccountId[]) => Promise<ReadonlyMap<AccountId, Leader>>;
}

export interface CopyServiceDeps {
  readonly db: Kysely<Tables>;
  readonly queries: CopyQueries;
  readonly leaders: CopyLeaders;
  readonly registry: CopyRegistry;
  readonly follower: Pick<Follower, 'begin' | 'reread'>;
  readonly supervisor: CopySupervisor;
  readonly directory: LeaderDirectory;
  readonly trading: TradingHost;
  readonly market: MarketData;
  readonly terms: Pick<CurrentTerms, 'groupOf'>;
  readonly settings: SiteSettings;
  readonly clock: Clock;
}

type Start = InputOf<typeof copyingCalls.copyStart>;
type Lead = OutputOf<typeof copyingCalls.ownLead>;

interface Offer {
  readonly leader: Leader;
  readonly terms: CopyTerms;
  readonly feePercent: number;
}

/** Begins, changes and ends the copies of a copier. */
export class CopyService {
  readonly #deps: CopyServiceDeps;

  constructor(deps: CopyServiceDeps) {
    this.#deps = deps;
  }

  async preview(
    session: Session,
    input: InputOf<typeof copyingCalls.copyPreview>,
  ): Promise<Answer<OutputOf<typeof copyingCalls.copyPreview>>> {
    const offer = await this.#offer(session, input);
    if (!offer.ok) return offer;
    const view = await committedAccount(this.#deps.trading, offer.data.leader.account);
    if (view === undefined) return refuse('unknown_leader', { field: 'trader_id' });
    return done(previewOf(this.#deps, session.account, view, offer.data.terms, offer.data.feePercent));
  }

  /** Begins a copy. A request that is repeated after a crash gets the copy that it began. */
  async start(session: Session, key: string, input: Start): Promise<Answer<CopyWithFigures>> {
    const { queries } = this.#deps;
    const known = await queries.byKey(session.account, key);
    if (known !== undefined) return done(await this.#withFigures(known));
    const offer = await this.#offer(session, input);
    if (!offer.ok) return offer;
    if (offer.data.feePercent !== input.fee_percent) return refuse('copy_fee_changed', { field: 'fee_percent' });
    const view = await committedAccount(this.#deps.trading, session.account);
    if (view === undefined) return refuse('unknown_account');
    const begun = await this.#begin(view, key, offer.data, input.copy_open === 1);
    if (typeof begun !== 'string') return done(await this.#withFigures(begun));
    return refuse(begun, begun === 'allocation_out_of_bounds' ? { field: 'allocation' } : undefined);
  }

  async amend(
    { account }: Session,
    { id, ...chosen }: InputOf<typeof copyingCalls.copyAmend>,
  ): Promise<Answer<CopyWithFigures>> {
    const { queries, registry, follower, trading, market } = this.#deps;
    const own = await this.#own(account, id);
    if (!own.ok) return own;
    const terms = readTerms(chosen, market);
    if (!terms.ok) return terms;
    const problem = this.#leastProblem(terms.data);
    if (problem !== undefined) return problem;
    const view = await committedAccount(trading, account);
    if (view === undefined) return refuse('unknown_account');
    const most = equity(view.standing);
    const row = await rereadOnFailure(follower, () => queries.amend(id, account, terms.data, most));
    if (row === 'too_much') return refuse('allocation_out_of_bounds', { field: 'allocation' });
    if (row === 'not_running') return refuse('copy_not_running');
    registry.update(id, runningOf(row));
    return done(await this.#withFigures(row));
  }

  async setState({ account }: Session, id: number, state: 'active' | 'paused'): Promise<Answer<CopyWithFigures>> {
    const { queries, registry, follower } = this.#deps;
    const own = await this.#own(account, id);
    if (!own.ok) return own;
    const row = await rereadOnFailure(follower, () => queries.setState(id, state));
    if (row === undefined) return refuse('copy_not_running');
    registry.update(id, runningOf(row));
    return done(await this.#withFigures(row));
  }

  async stop({ account }: Session, id: number, closes: boolean): Promise<Answer<CopyWithFigures>> {
    const own = await this.#own(account, id);
    if (!own.ok) return own;
    const row = await this.#deps.supervisor.stopCopy(id, { ended: 'copier', closes });
    return row === undefined ? refuse('copy_not_running') : done(await this.#withFigures(row));
  }

  /** A copy of the caller, or of anybody for staff. */
  async #own(account: AccountId, id: number): Promise<Answer<CopyRow>> {
    const row = await this.#deps.queries.byId(id);
    return row === undefined || Number(row.user_id) !== account ? refuse('unknown_copy') : done(row);
  }

  async lead(account: AccountId): Promise<Lead> {
    const { leaders } = this.#deps;
    const [own, following] = await Promise.all([leaders.own(account), leaders.following(account)]);
    return {
      accepts: own.accepts ? 1 : 0,
      fee_percent: own.feePercent,
      max_fee_percent: this.#mostFee,
      followers: following.followers,
      allocated: formatMoney(asMoney(following.allocated)),
      earned: formatMoney(asMoney(following.earned)),
    };
  }

  async setLead(account: AccountId, accepts: boolean, feePercent: number): Promise<Answer<Lead>> {
    const { leaders, directory, settings, supervisor, clock } = this.#deps;
    if (accepts && !settings.get('copying')) return refuse('copying_off');
    const listed = (await directory.named([account])).get(account);
    if (accepts && (listed === undefined || (await directory.byNumber(listed.number)) === undefined))
      return refuse('not_listed');
    if (accepts && feePercent > this.#mostFee) return refuse('fee_out_of_bounds', { field: 'fee_percent' });
    await leaders.set(account, { accepts, feePercent }, new Date(clock()));
    if (!accepts) await supervisor.endLapsed();
    return done(await this.lead(account));
  }

  get #mostFee(): number {
    return this.#deps.settings.get('copy_fee_ratio');
  }

  /** Checks what does not depend on other copies: the leader, the kinds of accounts, and the terms. */
  async #offer(
    { account, kind }: Session,
    { trader_id: number, ...chosen }: InputOf<typeof copyingCalls.copyPreview>,
  ): Promise<Answer<Offer>> {
    const { settings, directory, leaders, market } = this.#deps;
    if (!settings.get('copying')) return refuse('copying_off');
    const leader = await directory.byNumber(number);
    if (leader === undefined) return refuse('unknown_leader', { field: 'trader_id' });
    if (leader.account === account) return refuse('copy_circle');
    const lead = await leaders.termsOf(leader);
    if (!lead.accepts) return refuse('leader_not_accepting');
    if (leader.isDemo !== (kind === 'demo')) return refuse('copy_of_other_kind');
    const terms = readTerms(chosen, market);
    if (!terms.ok) return terms;
    const problem = this.#leastProblem(terms.data);
    if (problem !== undefined) return problem;
    return done({ leader, terms: terms.data, feePercent: Math.min(lead.feePercent, this.#mostFee) });
  }

  #leastProblem({ allocation }: CopyTerms): Answer<never> | undefined {
    return allocation < this.#deps.settings.money('copy_min_amount')
      ? refuse('allocation_out_of_bounds', { field: 'allocation' })
      : undefined;
  }

  #begin(copier: AccountView, key: string, { leader, terms, feePercent }: Offer, takesOver: boolean) {
    const { db, queries, follower, market, settings, clock } = this.#deps;
    const bounds = { mostFollowers: settings.get('copy_most_people'), equity: equity(copier.standing) };
    const [at, time] = [new Date(clock()), market.now()];
    return follower.begin<StartProblem>({
      leader: leader.account,
      insert: ({ shard, seq }, prepare) =>
        db.transaction().execute(async (transaction) => {
          const copy = {
            copier: copier.id,
            leader: leader.account,
            key,
            terms,
            feePercent,
            shard,
            since: seq,
            time,
            at,
          };
          const row = await queries.begin(transaction, copy, bounds);
          if (typeof row !== 'string') await prepare(transaction, row);
          return row;
        }),
      openings: (row, view) =>
        takesOver ? openingsOf(view, { shard: row.shard, seq: Number(row.since) }, market) : [],
    });
  }

  async #withFigures(row: CopyRow): Promise<CopyWithFigures> {
    const [copy] = await withFigures(this.#deps, [row]);
    if (copy === undefined) throw new Error(`copy ${row.id} has no figures`);
    return copy;
  }
}
