import { type Answer, done, refuse } from '../../../http/answer.ts';
import type { OnePersonLimit } from '../../../staff/one-person-limit.ts';
import { type People, isDecidedByOther } from '../../../staff/people.ts';
import type { StuckRecords } from '../../../staff/stuck-records.ts';
import type { WithdrawalQueries, WithdrawalRow } from '../withdrawals/queries.ts';
import type { Settlement } from '../withdrawals/settlement.ts';
import { type WithdrawalClaims, isClaimedByOther, loneDecision } from './withdrawal-claims.ts';
import type { StaffWithdrawalQueries } from './withdrawal-queries.ts';

export interface WithdrawalActionsDeps {
  readonly queries: WithdrawalQueries;
  readonly staffQueries: StaffWithdrawalQueries;
  readonly settlement: Settlement;
  readonly claims: WithdrawalClaims;
  readonly people: People;
  readonly limit: OnePersonLimit;
  readonly stuck: StuckRecords;
  /** Withdrawals need a verified identity, also while they wait. */
  readonly needsIdentity: () => boolean;
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
    const { people, limit, needsIdentity } = this.#deps;
    return this.#staffQueries.locked(id, async (row, approvals): Promise<Answer<WithdrawalRow>> => {
      if (row === undefined) return refuse('unknown_record');
      if (row.state === 'holding') return refuse('not_ready');
      const by = await approvals.by();
      if (row.state === 'approved' && by.includes(staff)) return done(row);
      if (row.state !== 'review') return refuse('record_changed');
      const barred = await people.mayDecide(staff, by, approvals.db);
      if (!barred.ok) return barred;
      if (await approvals.isFrozen(row.user_id)) return refuse('user_frozen');
      if (needsIdentity() && !(await approvals.isVerified(row.user_id))) return refuse('owner_not_verified');
      const isAlone = by.length === 0 && row.approvals_needed === 1;
      const needsTwo = isAlone && !(await limit.take(approvals.db, loneDecision(row, staff)));
      if (needsTwo) await approvals.needTwo();
      await approvals.add(staff);
      if (by.length + 1 < (needsTwo ? 2 : row.approvals_needed)) return done(row);
      await approvals.complete();
      return done({ ...row, state: 'approved' });
    });
  }

  /** Debits the frozen money, unless the owner is frozen. Only the claimer may. Idempotent per person and reference. */
  async pay(id: number, staff: number, reference: string): Promise<Answer<WithdrawalRow>> {
    const payable = await this.#staffQueries.locked(id, (row, approvals) =>
      row?.state === 'approved' ? this.#deps.claims.mayPay(row, approvals, staff) : Promise.resolve(existing(row)),
    );
    if (!payable.ok) return payable;
    const found = payable.data;
    const row =
      (await this.#queries.move(found, ['approved'], 'paying', {
        reference,
        attempt: found.attempt + 1,
        decidedBy: staff,
      })) ?? (await this.#queries.byId(id));
    if (row !== undefined && isDecidedByOther(row, staff)) return this.#deps.people.refuseDecided(row);
    if (row?.reference !== reference) return refuse('record_changed');
    if (row.state === 'paid') return done(row);
    return row.state === 'paying' ? this.#settlement.settle(row) : refuse('record_changed');
  }

  /**
   * Releases the frozen money to the client's cash and stores the reason that the user reads. A colleague's claim bars
   * it, because the money may be on its way. Idempotent per person and reason.
   */
  async reject(id: number, staff: number, remark: string): Promise<Answer<WithdrawalRow>> {
    const found = await this.#queries.byId(id);
    if (found === undefined) return refuse('unknown_record');
    const decided = await this.#queries.locked(found.id, async ({ row, queries }): Promise<Answer<WithdrawalRow>> => {
      if (row.state === 'approved' && isClaimedByOther(row, staff)) return refuse('withdrawal_claimed');
      const moved = await queries.move(row, ['review', 'approved'], 'rejecting', { remark, decidedBy: staff });
      return done(moved ?? row);
    });
    if (!decided.ok) return decided;
    const row = decided.data;
    if (isDecidedByOther(row, staff)) return this.#deps.people.refuseDecided(row);
    if (row.remark !== remark) return refuse('record_changed');
    if (row.state === 'rejecting') await this.#deps.limit.release('withdrawals', id);
    if (row.state === 'rejected') return done(row);
    return row.state === 'rejecting' ? this.#settlement.settle(row) : refuse('record_changed');
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

function existing(row: WithdrawalRow | undefined): Answer<WithdrawalRow> {
  return row === undefined ? refuse('unknown_record') : done(row);
}
