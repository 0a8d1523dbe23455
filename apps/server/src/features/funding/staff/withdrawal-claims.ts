import { CLAIM_MINUTES } from '@fairlot/contract';
import { DAY_MS, MINUTE_MS } from '@fairlot/domain';
import { type Answer, done, refuse } from '../../../http/answer.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { LoneDecision, OnePersonLimit } from '../../../staff/one-person-limit.ts';
import type { People } from '../../../staff/people.ts';
import type { WithdrawalRow } from '../withdrawals/queries.ts';
import type { Approvals, StaffWithdrawalQueries } from './withdrawal-queries.ts';

/** For this long after lifting a freeze, the same person decides nothing of the user's withdrawals. */
const LIFTED_MS = DAY_MS;

export interface WithdrawalClaimsDeps {
  readonly staffQueries: StaffWithdrawalQueries;
  readonly people: People;
  readonly limit: OnePersonLimit;
  readonly clock: Clock;
  /** Withdrawals need a verified identity, also while they wait. */
  readonly needsIdentity: () => boolean;
}

/**
 * Claims of approved withdrawals. The money is sent outside of this system, so a clerk claims the payment before
 * sending it; nobody else can pay it meanwhile.
 */
export class WithdrawalClaims {
  readonly #deps: WithdrawalClaimsDeps;

  constructor(deps: WithdrawalClaimsDeps) {
    this.#deps = deps;
  }

  /**
   * Claims the payment, or takes an old claim over with a reason. All that would refuse the payment refuses the claim,
   * because later the money is on its way. Idempotent.
   */
  async claim(id: number, staff: number, reason: string | undefined): Promise<Answer<WithdrawalRow>> {
    const { staffQueries, clock } = this.#deps;
    return staffQueries.locked(id, async (row, approvals): Promise<Answer<WithdrawalRow>> => {
      if (row === undefined) return refuse('unknown_record');
      if (row.state !== 'approved') return refuse('record_changed');
      const now = clock();
      if (row.claimed_at !== null && isClaimedByOther(row, staff)) {
        if (now - row.claimed_at.getTime() < CLAIM_MINUTES * MINUTE_MS) return refuse('withdrawal_claimed');
        if (reason === undefined) return refuse('bad_request', { field: 'reason' });
      }
      if (await approvals.isFrozen(row.user_id)) return refuse('user_frozen');
      const barred = await this.#mayDecide(row, approvals, staff);
      if (!barred.ok) return barred;
      if (row.claimed_by === BigInt(staff)) return done(row);
      return done(await approvals.claimFor({ staff, at: new Date(now) }));
    });
  }

  /** Releases the claim of this member of staff. Idempotent. */
  async release(id: number, staff: number): Promise<Answer<WithdrawalRow>> {
    return this.#deps.staffQueries.locked(id, async (row, approvals): Promise<Answer<WithdrawalRow>> => {
      if (row === undefined) return refuse('unknown_record');
      if (row.state !== 'approved') return refuse('record_changed');
      if (isClaimedByOther(row, staff)) return refuse('withdrawal_claimed');
      return done(row.claimed_by === null ? row : await approvals.claimFor(null));
    });
  }

  /** Refuses the payment of an approved withdrawal by anybody but its claimer. */
  async mayPay(row: WithdrawalRow, approvals: Approvals, staff: number): Promise<Answer<WithdrawalRow>> {
    if (row.claimed_by === null) return refuse('withdrawal_not_claimed');
    if (isClaimedByOther(row, staff)) return refuse('withdrawal_claimed');
    return this.#mayDecide(row, approvals, staff);
  }

  /** The member of staff who lifted the owner's freeze lately: that person alone must not free the money too. */
  async lifters(row: WithdrawalRow, approvals: Approvals): Promise<readonly number[]> {
    const lifter = await approvals.lifter(row.user_id, new Date(this.#deps.clock() - LIFTED_MS));
    return lifter === undefined ? [] : [lifter];
  }

  /**
   * The owner must be verified if the settings say so. Of two approvers the last one may not pay. A person who approved
   * alone pays within the limit of the payment's day, so approvals of many days are not paid by one person on one day.
   */
  async #mayDecide(row: WithdrawalRow, approvals: Approvals, staff: number): Promise<Answer<WithdrawalRow>> {
    const { people, limit, needsIdentity } = this.#deps;
    if (needsIdentity() && !(await approvals.isVerified(row.user_id))) return refuse('owner_not_verified');
    const payer = await people.mayDecide(staff, await this.lifters(row, approvals), approvals.db);
    if (!payer.ok) return payer;
    const by = await approvals.by();
    const last = by.at(-1);
    if (last === undefined || (await people.of(last, approvals.db)).person !== payer.data.person) return done(row);
    if (by.length > 1) return refuse('payer_approved_last');
    return (await limit.take(approvals.db, loneDecision(row, staff))) ? done(row) : refuse('second_person_required');
  }
}

/** Tells whether another member of staff pays the withdrawal. */
export function isClaimedByOther({ claimed_by: claimer }: WithdrawalRow, staff: number): boolean {
  return claimer !== null && claimer !== BigInt(staff);
}

/** A withdrawal as a movement of money that one person decides. */
export function loneDecision({ id, user_id: user, amount }: WithdrawalRow, staff: number): LoneDecision {
  return { kind: 'withdrawals', record: Number(id), user: Number(user), amount, staff };
}
