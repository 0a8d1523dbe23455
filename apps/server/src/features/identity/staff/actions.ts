import type { Kysely } from 'kysely';
import type { Tables } from '../../../db/tables/index.ts';
import { type Answer, done, refuse } from '../../../http/answer.ts';
import type { UserNotice, UserNotices } from '../../../messages/user-notices.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { People } from '../../../staff/people.ts';
import type { IdentityStaffQueries, ReviewRow } from './queries.ts';

/** A reviewer's decision. */
export type Decision =
  | { readonly status: 'finished'; readonly country: string; readonly reason: null }
  | { readonly status: 'rejected'; readonly country: null; readonly reason: string };

export interface IdentityActionsDeps {
  readonly db: Kysely<Tables>;
  readonly queries: IdentityStaffQueries;
  readonly notices: UserNotices;
  readonly clock: Clock;
  readonly people: People;
}

/** Reviewers' decisions on identity verifications. */
export class IdentityActions {
  readonly #deps: IdentityActionsDeps;

  constructor(deps: IdentityActionsDeps) {
    this.#deps = deps;
  }

  /**
   * Decides on a waiting submission, once, and notifies its owner. Repeating the same decision by the same reviewer
   * succeeds; any other later decision is refused. An account of staff that is too new to decide can only reject.
   */
  async decide(id: number, decision: Decision, staff: number): Promise<Answer<ReviewRow>> {
    const barred = decision.status === 'finished' ? await this.#deps.people.mayDecide(staff) : done(null);
    if (!barred.ok) return barred;
    const decided = await this.#deps.db.transaction().execute(async (transaction) => {
      const made = await transaction
        .updateTable('identity_submissions')
        .set({ ...decision, decided_at: new Date(this.#deps.clock()), decided_by: BigInt(staff) })
        .where('id', '=', BigInt(id))
        .where('status', '=', 'waiting')
        .returning('user_id')
        .executeTakeFirst();
      if (made !== undefined) await this.#deps.notices.put(transaction, { user: made.user_id, ...noticeOf(decision) });
      return made !== undefined;
    });
    const row = await this.#deps.queries.byId(id);
    if (row === undefined) return refuse('unknown_record');
    const isTheirs =
      row.decided_by === BigInt(staff) &&
      row.status === decision.status &&
      row.country === decision.country &&
      row.reason === decision.reason;
    return decided || isTheirs ? done(row) : refuse('record_changed');
  }

  /**
   * Revokes an approval, once, and notifies its owner. The approval's reviewer, time and country stay on record.
   * Idempotent for the same reason by the same member of staff.
   */
  async revoke(id: number, reason: string, staff: number): Promise<Answer<ReviewRow>> {
    const { db, queries, notices, clock, people } = this.#deps;
    const barred = await people.mayDecide(staff);
    if (!barred.ok) return barred;
    const isRevoked = await db.transaction().execute(async (transaction) => {
      const made = await transaction
        .updateTable('identity_submissions')
        .set({ status: 'revoked', reason, revoked_at: new Date(clock()), revoked_by: BigInt(staff) })
        .where('id', '=', BigInt(id))
        .where('status', '=', 'finished')
        .returning('user_id')
        .executeTakeFirst();
      if (made !== undefined)
        await notices.put(transaction, { user: made.user_id, template: 'identity_revoked', reason });
      return made !== undefined;
    });
    const row = await queries.byId(id);
    if (row === undefined) return refuse('unknown_record');
    const isTheirs = row.status === 'revoked' && row.revoked_by === BigInt(staff) && row.reason === reason;
    return isRevoked || isTheirs ? done(row) : refuse('record_changed');
  }
}

function noticeOf(decision: Decision): Omit<UserNotice, 'user'> {
  return decision.status === 'finished'
    ? { template: 'identity_approved' }
    : { template: 'identity_rejected', reason: decision.reason };
}
