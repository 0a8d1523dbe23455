import { DAY_MS, HOUR_MS, asMoney, rewardShare } from '@fairlot/domain';
import type { Kysely } from 'kysely';
import type { Tables } from '../../db/tables/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { SiteSettings } from '../../platform/site-settings.ts';
import { type Candidate, fixedCandidates, shareCandidates } from './candidates.ts';
import { type RewardQueries, isRelation } from './queries.ts';
import { suspicionsOf } from './suspicion.ts';
import { type RewardTerms, rewardTerms } from './terms.ts';

/** A day is settled this long after its end: by then all of its entries are committed. */
const REST_MS = HOUR_MS;
/** Days that are made up after a stop. Fees of earlier days bring nothing. */
const MOST_DAYS = 31;
const AT_ONCE = 500;

export interface SettlementDeps {
  readonly db: Kysely<Tables>;
  readonly queries: RewardQueries;
  readonly settings: SiteSettings;
  /** Market time, by which fees are dated. */
  readonly marketNow: () => number;
  readonly clock: Clock;
}

/**
 * Decides the rewards of each UTC day once, after its end, by the terms in force then. A reward is stored as approved,
 * or as waiting for staff; the payment follows. Two unique indexes keep a person from bringing a reward twice, so an
 * interrupted run, or two at a time, can be repeated.
 */
export class RewardSettlement {
  readonly #deps: SettlementDeps;
  #through: number | undefined;

  constructor(deps: SettlementDeps) {
    this.#deps = deps;
  }

  /** Decides the rewards of all days that are over. */
  async run(): Promise<void> {
    const { queries, settings, marketNow } = this.#deps;
    const last = Math.floor((marketNow() - REST_MS) / DAY_MS) - 1;
    if (this.#through !== undefined && this.#through >= last) return;
    const from = Math.max((await queries.settledThrough(last)) + 1, last + 1 - MOST_DAYS);
    for (let day = from; day <= last; day += 1) {
      const terms = rewardTerms(settings);
      // Also for a fixed sum: a day finds only the persons whose period had not ended long before it.
      if (terms.kind !== 'none') await this.#settle(day, terms);
      await queries.setSettledThrough(day);
    }
    this.#through = last;
  }

  async #settle(day: number, terms: RewardTerms): Promise<void> {
    const read = terms.kind === 'share' ? shareCandidates : fixedCandidates;
    let after = 0n;
    for (;;) {
      const candidates = await read(this.#deps.db, day, terms, { after, limit: AT_ONCE });
      for (const candidate of candidates) await this.#decide(candidate, day, terms);
      after = candidates.at(-1)?.invited ?? after;
      if (candidates.length < AT_ONCE) return;
    }
  }

  async #decide(candidate: Candidate, day: number, terms: RewardTerms): Promise<void> {
    const { queries, clock } = this.#deps;
    const { percent } = terms;
    const isShare = terms.kind === 'share';
    const amount = isShare ? rewardShare(asMoney(candidate.fees), percent) : terms.amount;
    if (amount === 0n) return;
    await queries.alone(async (db) => {
      if (!(await queries.isOpen(db, candidate.inviter))) return;
      const accepted = await queries.decisions(db, candidate);
      if (accepted === 'rejected') return;
      const signs = await suspicionsOf(db, candidate.inviter, candidate.invited);
      const at = new Date(clock());
      const reasons = [
        ...signs.filter((sign) => !isRelation(sign) || !accepted.includes(sign)),
        ...(await queries.limitsExceeded(db, candidate, amount, terms, at)),
      ];
      const reward = { candidate, day, amount, reasons, at };
      await queries.insert(
        db,
        isShare ? { ...reward, kind: 'share', percent } : { ...reward, kind: 'fixed', percent: 0 },
      );
    });
  }
}
