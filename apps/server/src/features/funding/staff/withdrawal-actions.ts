import { type Answer, done, refuse } from '../../../http/answer.ts';
import type { LoneDecision, OnePersonLimit } from '../../../staff/one-person-limit.ts';
import type { People } from '../../../staff/people.ts';
import type { StuckRecords } from '../../../staff/stuck-records.ts';
import type { WithdrawalQueries, WithdrawalRow } from '../withdrawals/queries.ts';
import type { Settlement } from '../withdrawals/settlement.ts';
import type { Approvals, StaffWithdrawalQueries } from './withdrawal-queries.ts';

export interface WithdrawalActionsDeps {
  readonly queries: WithdrawalQueries;
  readonly staffQueries: StaffWithdrawalQueries;
  readonly settlement: Settlement;
  readonly people: People;
  readonly limit: OnePersonLimit;
  readonly stuck: StuckRecords;
}

/**
 * Staff decisions on withdrawals. Each names the states in which it is allowed, so of several concurrent decisions only
 * one takes effect.
 */
export class WithdrawalActions {
  readonly #deps: WithdrawalActionsDeps;
  readonly #queries: WithdrawalQueries;
  readonly #staffQueries: StaffWithdrawalQueries;
  readonly #settlement: Settlement;
  readonly #stuck: StuckRecords;

  constructor(deps: WithdrawalActionsDeps) {
    this.#deps = deps;
    this.#queries = deps.queries;
    this.#staffQueries = deps.staffQueries;
    this.#settlement = deps.settlement;
    this.#stuck = deps.stuck;
  }

  /**
   * Adds an approval. The withdrawal is approved when the required number of different staff members have approved it.
   */
  async approve(id: number, staff: number): Promise<Answer<WithdrawalRow>> {
    const { people, limit } = this.#deps;
    return this.#staffQueries.locked(id, async (row, approvals): Promise<Answer<WithdrawalRow>> => {
      if (row === undefined) return refuse('unknown_record');
      if (row.state === 'holding') return refuse('not_ready');
      const by = await approvals.by();
      if (row.state === 'approved' && by.includes(staff)) return done(row);
      if (row.state !== 'review') return refuse('record_changed');
      const barred = await people.mayDecide(staff, by, approvals.db);
      if (!barred.ok) return barred;
      if (await approvals.isFrozen(row.user_id)) return refuse('user_frozen');
      const isAlone = by.length === 0 && row.approvals_needed === 1;
      const needsTwo = isAlone && !(await limit.take(approvals.db, loneDecision(row, staff)));
      if (needsTwo) await approvals.needTwo();
      await approvals.add(staff);
      if (by.length + 1 < (needsTwo ? 2 : row.approvals_needed)) return done(row);
      await approvals.complete();
      return done({ ...row, state: 'approved' });
    });
  }

  /** Debits the frozen money, unless the owner is frozen. Idempotent per reference. */
  async pay(id: number, staff: number, reference: string): Promise<Answer<WithdrawalRow>> {
    const payable = await this.#staffQueries.locked(id, (row, approvals) => this.#mayPay(row, approvals, staff));
    if (!payable.ok) return payable;
    const found = payable.data;
    const row =
      (await this.#queries.move(found, ['approved'], 'paying', {
        reference,
        attempt: found.attempt + 1,
        decidedBy: staff,
      })) ?? (await this.#queries.byId(id));
    if (row?.reference !== reference) return refuse('record_changed');
    if (row.state === 'paid') return done(row);
    return row.state === 'paying' ? this.#settlement.settle(row) : refuse('record_changed');
  }

  /**
   * Of two approvers the last one may not pay. A person who approved alone pays within the limit of the payment's day,
   * so approvals of many days are not paid by one person on one day.
   */
  async #mayPay(row: WithdrawalRow | undefined, approvals: Approvals, staff: number): Promise<Answer<WithdrawalRow>> {
    const { people, limit } = this.#deps;
    if (row === undefined) return refuse('unknown_record');
    if (row.state !== 'approved') return done(row);
    const payer = await people.mayDecide(staff, [], approvals.db);
    if (!payer.ok) return payer;
    const by = await approvals.by();
    const last = by.at(-1);
    if (last === undefined || (await people.of(last, approvals.db)).person !== payer.data.person) return done(row);
    if (by.length > 1) return refuse('payer_approved_last');
    return (await limit.take(approvals.db, loneDecision(row, staff))) ? done(row) : refuse('second_person_required');
  }

  /** Releases the frozen money to the client's cash and stores the reason that the user reads. Idempotent. */
  async reject(id: number, staff: number, remark: string): Promise<Answer<WithdrawalRow>> {
    const found = await this.#queries.byId(id);
    if (found === undefined) return refuse('unknown_record');
    const row =
      (await this.#queries.move(found, ['review', 'approved'], 'rejecting', { remark, decidedBy: staff })) ??
      (await this.#queries.byId(id));
    if (row?.state === 'rejecting') await this.#deps.limit.release('withdrawals', id);
    if (row?.state === 'rejected') return done(row);
    return row?.state === 'rejecting' ? this.#settlement.settle(row) : refuse('record_changed');
  }

  /** Completes decisions whose engine command was interrupted. */
  async reconcile(): Promise<void> {
    await this.#stuck.reconcile({
      kind: 'withdrawals',
      unsettled: (after, limit) => this.#queries.unsettled(after, limit),
      settle: async (id) => {
        const row = await this.#queries.byId(Number(id));
        return row === undefined ? done(row) : this.#settlement.complete(row);
      },
    });
  }
}

/** A withdrawal as a movement of money that one person decides. */
function loneDecision({ id, user_id: user, amount }: WithdrawalRow, staff: number): LoneDecision {
  return { kind: 'withdrawals', record: Number(id), user: Number(user), amount, staff };
}
