import { type OutputOfStaff, factorResetStaffCalls } from '@fairlot/contract';
import { type Answer, done, refuse } from '../../../http/answer.ts';
import type { Countries } from '../../../platform/countries.ts';
import type { StaffCalls, StaffContext } from '../../../staff/staff-calls.ts';
import type { FactorResetActions } from './factor-reset-actions.ts';
import type { FactorResetRow, FactorResetStaffQueries } from './factor-reset-queries.ts';

type Row = OutputOfStaff<(typeof factorResetStaffCalls)['checkFactorReset']>;

export interface FactorResetStaffDeps {
  readonly queries: FactorResetStaffQueries;
  readonly actions: FactorResetActions;
  readonly countries: Countries;
}

/** Staff calls about requests to remove a lost authenticator. */
export function registerFactorResets(calls: StaffCalls, { queries, actions, countries }: FactorResetStaffDeps): void {
  calls.forList(factorResetStaffCalls.factorResets, async (filters, slice) => {
    const { rows, total } = await queries.list(filters, slice);
    return done({ list: rows.map(presentRow), total });
  });

  calls.forStaff(factorResetStaffCalls.factorReset, async ({ id }, context) => {
    const row = await queries.byId(id);
    if (row === undefined) return refuse('unknown_record');
    context.about({ user: Number(row.user_id) });
    const [around, mayCheck] = await Promise.all([queries.surroundings(row), actions.mayCheck(row)]);
    const countryOf = (address: string): string => countries.nameOf(address, context.language);
    return done({
      ...presentRow(row),
      address: row.address,
      country: countryOf(row.address),
      agent: row.agent,
      verified_name: row.verified_name,
      may_check: mayCheck,
      checked_words: row.checked_words,
      checked_at: timeOf(row.checked_at),
      approved_words: row.approved_words,
      approved_at: timeOf(row.approved_at),
      alone: row.alone,
      ended_at: timeOf(row.ended_at),
      ended_by: row.ender,
      ended_words: row.ended_words,
      frozen_at: timeOf(row.blocked_at),
      registered_at: row.registered_at.toISOString(),
      password_changed_at: timeOf(row.password_changed_at),
      factor_changed_at: timeOf(row.factor_changed_at),
      method_bound_at: timeOf(around.methodBoundAt),
      open_withdrawals: around.openWithdrawals,
      sessions: around.sessions.map(({ created_at: at, address, agent }) => ({
        at: at.toISOString(),
        address,
        country: countryOf(address),
        agent,
      })),
      history: around.earlier.map((earlier) => ({
        id: Number(earlier.id),
        state: earlier.state,
        asked_at: earlier.asked_at.toISOString(),
        ended_words: earlier.ended_words,
      })),
    });
  });

  calls.forStaff(factorResetStaffCalls.checkFactorReset, ({ id, words }, context) =>
    decide(context, (staff) => actions.check(id, words, staff)),
  );
  calls.forStaff(factorResetStaffCalls.approveFactorReset, ({ id, words }, context) =>
    decide(context, (staff) => actions.approve(id, words, staff)),
  );
  calls.forStaff(factorResetStaffCalls.refuseFactorReset, ({ id, reason }, context) =>
    decide(context, (staff) => actions.refuse(id, reason, staff)),
  );
}

async function decide(
  { staff, about }: StaffContext,
  work: (staff: number) => Promise<Answer<FactorResetRow>>,
): Promise<Answer<Row>> {
  const decided = await work(staff.staff);
  if (!decided.ok) return decided;
  about({ user: Number(decided.data.user_id) });
  return done(presentRow(decided.data));
}

function presentRow(row: FactorResetRow): Row {
  return {
    id: Number(row.id),
    user_id: Number(row.user_id),
    email: row.email ?? '',
    mobile: row.mobile ?? '',
    state: row.state,
    identity: row.identity,
    asked_at: row.asked_at.toISOString(),
    checked_by: row.checker,
    approved_by: row.approver,
    effective_at: timeOf(row.effective_at),
  };
}

function timeOf(at: Date | null | undefined): string | null {
  return at?.toISOString() ?? null;
}
