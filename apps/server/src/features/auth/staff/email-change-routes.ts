import { type OutputOfStaff, emailChangeStaffCalls } from '@fairlot/contract';
import { type Answer, done, refuse } from '../../../http/answer.ts';
import { uidOf } from '../../../platform/uid.ts';
import type { People } from '../../../staff/people.ts';
import type { StaffCalls, StaffContext } from '../../../staff/staff-calls.ts';
import type { EmailChange } from '../email-change-store.ts';
import type { EmailChanges } from '../email-changes.ts';
import { emailTarget } from '../target.ts';
import type { EmailChangeActions } from './email-change-actions.ts';
import type { EmailChangeRow, EmailChangeStaffQueries } from './email-change-queries.ts';

type Row = OutputOfStaff<(typeof emailChangeStaffCalls)['agreeEmailChange']>;

export interface EmailChangeStaffDeps {
  readonly queries: EmailChangeStaffQueries;
  readonly actions: EmailChangeActions;
  readonly changes: EmailChanges;
  readonly people: People;
}

/** Staff calls about changes of email addresses. */
export function registerEmailChanges(
  calls: StaffCalls,
  { queries, actions, changes, people }: EmailChangeStaffDeps,
): void {
  calls.forList(emailChangeStaffCalls.emailChanges, async (filters, slice) => {
    const { rows, total } = await queries.list(filters, slice);
    return done({ list: rows.map(presentRow), total });
  });

  const present = async (decided: Answer<EmailChange>, { about }: StaffContext): Promise<Answer<Row>> => {
    if (!decided.ok) return decided;
    about({ user: Number(decided.data.user_id) });
    const row = await queries.byId(Number(decided.data.id));
    return row === undefined ? refuse('unknown_record') : done(presentRow(row));
  };
  calls.forStaff(emailChangeStaffCalls.proposeEmailChange, async ({ user_id: user, email, reason }, context) => {
    const target = emailTarget(email);
    if (!target.ok) return target;
    const { staff } = context.staff;
    // The proposer counts as the first of the two people.
    const barred = await people.mayDecide(staff);
    if (!barred.ok) return barred;
    // The user reads the origin of a request in the export; the one of staff is not the user's.
    const origin = { address: '', agent: '' };
    const request = { user, email: target.data.address, staff, reason, needsStaff: true, ...origin };
    return present(await changes.store(request), context);
  });
  calls.forStaff(emailChangeStaffCalls.agreeEmailChange, async ({ id, words }, context) =>
    present(await actions.agree(id, words, context.staff.staff), context),
  );
  calls.forStaff(emailChangeStaffCalls.refuseEmailChange, async ({ id, reason }, context) =>
    present(await actions.refuse(id, reason, context.staff.staff), context),
  );
}

function presentRow(row: EmailChangeRow): Row {
  return {
    id: Number(row.id),
    user_id: Number(row.user_id),
    uid: uidOf(Number(row.user_id)),
    account: row.account,
    new_email: row.new_email,
    state: row.state,
    needs_staff: row.needs_staff,
    asked_at: row.asked_at.toISOString(),
    asked_by: row.asker,
    reason: row.reason,
    new_confirmed_at: timeOf(row.new_confirmed_at),
    old_confirmed_at: timeOf(row.old_confirmed_at),
    checked_by: row.checker,
    checked_words: row.checked_words,
    approved_by: row.approver,
    approved_words: row.approved_words,
    effective_at: timeOf(row.effective_at),
    ended_at: timeOf(row.ended_at),
    ended_by: row.ender,
    ended_words: row.ended_words,
  };
}

function timeOf(at: Date | null): string | null {
  return at?.toISOString() ?? null;
}
