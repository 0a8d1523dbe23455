import { type Answer, done, refuse } from '../../../http/answer.ts';
import type { StuckRecords } from '../../../staff/stuck-records.ts';
import type { WithdrawalQueries, WithdrawalRow } from '../withdrawals/queries.ts';
import type { Settlement } from '../withdrawals/settlement.ts';
import type { StaffWithdrawalQueries } from './withdrawal-queries.ts';

export interface WithdrawalActionsDeps {
  readonly queries: WithdrawalQueries;
  readonly staffQueries: StaffWithdrawalQueries;
  readonly settlement: Settlement;
  readonly stuck: StuckRecords;
}

/**
 * Staff decisions on withdrawals. Each names the states in which it is allowed, so of several concurrent decisions only
 * one takes effect.
 */
export class WithdrawalActions {
  readonly #queries: WithdrawalQueries;
  readonly #staffQueries: StaffWithdrawalQueries;
  readonly #settlement: Settlement;
  readonly #stuck: StuckRecords;

  constructor({ queries, staffQueries, settlement, stuck }: WithdrawalActionsDeps) {
    this.#queries = queries;
    this.#staffQueries = staffQueries;
    this.#settlement = settlement;
    this.#stuck = stuck;
  }

  /**
   * Adds an approval. The withdrawal is approved when the required number of different staff members have approved it.
   */
  async approve(id: number, staff: number): Promise<Answer<WithdrawalRow>> {
    return this.#staffQueries.locked(id, async (row, approvals): Promise<Answer<WithdrawalRow>> => {
      if (row === undefined) return refuse('unknown_record');
      if (row.state === 'holding') return refuse('not_ready');
      const by = await approvals.by();
      if (row.state === 'approved' && by.includes(staff)) return done(row);
      if (row.state !== 'review') return refuse('record_changed');
      if (by.includes(staff)) return refuse('second_person_required');
      if (await approvals.isFrozen(row.user_id)) return refuse('user_frozen');
      await approvals.add(staff);
      if (by.length + 1 < row.approvals_needed) return done(row);
      await approvals.complete();
      return done({ ...row, state: 'approved' });
    });
  }

  /** Debits the frozen money, unless the owner is frozen. Idempotent per reference. */
  async pay(id: number, staff: number, reference: string): Promise<Answer<WithdrawalRow>> {
    const found = await this.#queries.byId(id);
    if (found === undefined) return refuse('unknown_record');
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

  /** Releases the frozen money to the client's cash and stores the reason that the user reads. Idempotent. */
  async reject(id: number, staff: number, remark: string): Promise<Answer<WithdrawalRow>> {
    const found = await this.#queries.byId(id);
    if (found === undefined) return refuse('unknown_record');
    const row =
      (await this.#queries.move(found, ['review', 'approved'], 'rejecting', { remark, decidedBy: staff })) ??
      (await this.#queries.byId(id));
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
