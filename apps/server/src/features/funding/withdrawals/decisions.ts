import type { Answer } from '../../../platform/answer.ts';
import { done, refuse } from '../../../platform/answer.ts';
import type { WithdrawalQueries, WithdrawalRow } from './queries.ts';
import type { Settlement } from './settlement.ts';

/** What staff do with withdrawals. Each decision names the states that it may be made in, so that of several clicks one counts. */
export class WithdrawalDecisions {
  private readonly queries: WithdrawalQueries;
  private readonly settlement: Settlement;

  constructor(queries: WithdrawalQueries, settlement: Settlement) {
    this.queries = queries;
    this.settlement = settlement;
  }

  /** One more approval. It is approved when as many different people as it needs have done so. */
  async approve(id: number, staff: number): Promise<Answer<WithdrawalRow>> {
    return this.queries.locked(id, async (row, approvals): Promise<Answer<WithdrawalRow>> => {
      if (row === undefined) return refuse('unknown_record');
      if (row.state === 'holding') return refuse('not_ready');
      const by = await approvals.by();
      if (row.state === 'approved' && by.includes(staff)) return done(row);
      if (row.state !== 'review') return refuse('record_changed');
      if (by.includes(staff)) return refuse('second_person_required');
      await approvals.add(staff);
      if (by.length + 1 < row.approvals_needed) return done(row);
      await approvals.complete();
      return done({ ...row, state: 'approved' });
    });
  }

  /** Takes the frozen money out, once. */
  async pay(id: number, staff: number, reference: string): Promise<Answer<WithdrawalRow>> {
    const found = await this.queries.byId(id);
    if (found === undefined) return refuse('unknown_record');
    const row =
      (await this.queries.move(found, ['approved'], 'paying', {
        reference,
        attempt: found.attempt + 1,
        decidedBy: staff,
      })) ?? (await this.queries.byId(id));
    if (row?.reference !== reference) return refuse('record_changed');
    if (row.state === 'paid') return done(row);
    return row.state === 'paying' ? this.settlement.settle(row) : refuse('record_changed');
  }

  /** Gives the frozen money back, once, and tells the user why. */
  async reject(id: number, staff: number, remark: string): Promise<Answer<WithdrawalRow>> {
    const found = await this.queries.byId(id);
    if (found === undefined) return refuse('unknown_record');
    const row =
      (await this.queries.move(found, ['review', 'approved'], 'rejecting', { remark, decidedBy: staff })) ??
      (await this.queries.byId(id));
    if (row?.state === 'rejected') return done(row);
    return row?.state === 'rejecting' ? this.settlement.settle(row) : refuse('record_changed');
  }

  /** Brings what was decided and not known to be done to its end. */
  async reconcile(): Promise<void> {
    for (const row of await this.queries.unsettled()) await this.settlement.settle(row);
  }
}
