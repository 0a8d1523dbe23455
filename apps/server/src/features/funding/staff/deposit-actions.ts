import { asMoney } from '@fairlot/domain';
import { type Answer, done, isTemporary, refuse } from '../../../http/answer.ts';
import type { SiteSettings } from '../../../platform/site-settings.ts';
import type { OnePersonLimit } from '../../../staff/one-person-limit.ts';
import { type People, isDecidedByOther } from '../../../staff/people.ts';
import { StuckError, type StuckRecords } from '../../../staff/stuck-records.ts';
import type { TradingHost } from '../../../trading/port.ts';
import { type Credit, type TypedCredit, isRepeat, isSameCredit, readCredit } from '../checks/credit.ts';
import { type DepositQueries, type DepositRow, creditOf, isTransactionUsed } from '../deposits/queries.ts';
import type { CreditDecision, StaffDepositQueries } from './deposit-queries.ts';

export interface DepositActionsDeps {
  readonly queries: DepositQueries;
  readonly staffQueries: StaffDepositQueries;
  readonly settings: SiteSettings;
  readonly trading: TradingHost;
  readonly people: People;
  readonly limit: OnePersonLimit;
  readonly stuck: StuckRecords;
}

/**
 * Staff decisions on deposits. Finishing a deposit has three steps: store the decision (`crediting`), submit an engine
 * command whose key contains the deposit's id, store the result (`finished`). Each step is idempotent, so a run that
 * was interrupted can be repeated.
 */
export class DepositActions {
  readonly #deps: DepositActionsDeps;
  readonly #queries: DepositQueries;
  readonly #trading: TradingHost;
  readonly #stuck: StuckRecords;

  constructor(deps: DepositActionsDeps) {
    this.#deps = deps;
    this.#queries = deps.queries;
    this.#trading = deps.trading;
    this.#stuck = deps.stuck;
  }

  /**
   * Credits a deposit, or stores the first approval when it needs two people. Idempotent for those who have agreed to it;
   * a colleague who comes later is told who was first.
   */
  async finish(id: number, staff: number, typed: TypedCredit): Promise<Answer<DepositRow>> {
    const decided = await this.#decide(id, staff, typed);
    if (!decided.ok) return decided;
    const row = decided.data;
    if (row.state === 'crediting') return this.#settle(row);
    return row.state === 'finished' || row.state === 'unchecked' ? done(row) : refuse('deposit_decided');
  }

  async #decide(id: number, staff: number, typed: TypedCredit): Promise<Answer<DepositRow>> {
    const { staffQueries, settings, people } = this.#deps;
    try {
      return await staffQueries.locked(id, async (row, decision) => {
        if (row === undefined) return refuse('unknown_record');
        const credit = row.state === 'unchecked' ? readCredit(settings, row, typed) : undefined;
        if (credit === undefined) {
          const isTheirs = row.approved_by === BigInt(staff) || !isDecidedByOther(row, staff);
          if (!isTheirs) return people.refuseDecided(row, decision.db);
          return isRepeat(row, typed) ? done(row) : refuse('deposit_decided');
        }
        if (!credit.ok) return credit;
        if (await decision.isCredited(credit.data)) return refuse('transaction_used');
        return this.#agree(row, staff, credit.data, decision);
      });
    } catch (error) {
      if (isTransactionUsed(error)) return refuse('transaction_used');
      throw error;
    }
  }

  /** The second person's decision for the same figures credits a deposit that one person may not credit alone. */
  async #agree(row: DepositRow, staff: number, credit: Credit, decision: CreditDecision): Promise<Answer<DepositRow>> {
    const { people, limit } = this.#deps;
    const first = row.approved_by === null ? [] : [Number(row.approved_by)];
    const barred = await people.mayDecide(staff, first, decision.db);
    if (!barred.ok) return barred;
    const alone = {
      kind: 'deposits',
      record: Number(row.id),
      user: Number(row.user_id),
      amount: credit.credited,
    } as const;
    const isAgreed = first.length > 0 && isSameCredit(row, credit);
    const isEnough = isAgreed || (await limit.take(decision.db, { ...alone, staff }));
    return done(isEnough ? await decision.credit(staff, credit) : await decision.approve(staff, credit));
  }

  /**
   * Rejects a deposit or marks it invalid, with the reason that the user reads. Idempotent for the same decision by the
   * same staff member.
   */
  async turnDown(id: number, to: 'rejected' | 'invalid', staff: number, remark: string): Promise<Answer<DepositRow>> {
    const moved = await this.#queries.move(id, 'unchecked', to, { staff, remark });
    const row = moved ?? (await this.#queries.byId(id));
    if (row === undefined) return refuse('unknown_record');
    // A repeated request after a lost answer gets the outcome, not a refusal.
    const isRepeated = row.state === to && row.remark === remark && Number(row.decided_by) === staff;
    if (moved !== undefined || isRepeated) return done(row);
    return isDecidedByOther(row, staff) ? this.#deps.people.refuseDecided(row) : refuse('deposit_decided');
  }

  /** Completes credits that a crash or an unavailable engine interrupted. */
  async reconcile(): Promise<void> {
    await this.#stuck.reconcile({
      kind: 'deposits',
      unsettled: (after, limit) => this.#queries.unsettled(after, limit),
      settle: async (id) => {
        const row = await this.#queries.byId(Number(id));
        return row?.state === 'crediting' ? this.#complete(row) : done(row);
      },
    });
  }

  /** Completes a credit. A deposit that the engine refuses is marked for staff. */
  async #settle(row: DepositRow): Promise<Answer<DepositRow>> {
    try {
      return await this.#complete(row);
    } catch (error) {
      if (!(error instanceof StuckError)) throw error;
      await this.#stuck.mark('deposits', row.id, error.reason, error);
      return refuse(error.reason);
    }
  }

  async #complete(row: DepositRow): Promise<Answer<DepositRow>> {
    const id = Number(row.id);
    const outcome = await this.#trading.submit({
      type: 'deposit',
      account: Number(row.user_id),
      key: `deposit:${id}`,
      amount: asMoney(creditOf(row)),
      reference: id,
    });
    // The state stays `crediting`: the next call or the reconciliation retries the command.
    if (!outcome.ok) {
      if (isTemporary(outcome.reason)) return refuse(outcome.reason);
      throw new StuckError(outcome.reason, `deposit ${id} is accepted, but the engine answered ${outcome.reason}`);
    }
    const finished = (await this.#queries.move(id, 'crediting', 'finished')) ?? (await this.#queries.byId(id));
    return finished === undefined ? refuse('internal') : done(finished);
  }
}
