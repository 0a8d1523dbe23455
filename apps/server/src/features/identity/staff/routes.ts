import { type OutputOfStaff, identityStaffCalls } from '@fairlot/contract';
import { type Answer, done, refuse } from '../../../http/answer.ts';
import type { SiteSettings } from '../../../platform/site-settings.ts';
import type { StaffCalls, StaffContext } from '../../../staff/staff-calls.ts';
import type { Decision, IdentityActions } from './actions.ts';
import { presentDetail, presentRow } from './presenter.ts';
import type { IdentityStaffQueries } from './queries.ts';

type Row = OutputOfStaff<(typeof identityStaffCalls)['approveIdentity']>;

export interface IdentityStaffDeps {
  readonly queries: IdentityStaffQueries;
  readonly actions: IdentityActions;
  readonly settings: SiteSettings;
}

/** Staff calls about identity verification. */
export function registerIdentityStaff(calls: StaffCalls, { queries, actions, settings }: IdentityStaffDeps): void {
  const isExcluded = (country: string | null): boolean =>
    country !== null && settings.get('excluded_countries').includes(country);

  calls.forList(identityStaffCalls.identityQueue, async ({ status, user_id: user, from, to }, slice) => {
    const { rows, total } = await queries.list({ status, user, from, to }, slice);
    return done({ list: rows.map(presentRow), total });
  });

  calls.forStaff(identityStaffCalls.identityDetail, async ({ id }, context) => {
    const row = await queries.byId(id);
    if (row === undefined) return refuse('unknown_record');
    context.about({ user: Number(row.user_id) });
    const [same, others] = await Promise.all([queries.sameCard(row), queries.others(row)]);
    return done(presentDetail(row, { card: queries.cardOf(row), same, others, excluded: isExcluded(row.area) }));
  });

  const decide = async (id: number, decision: Decision, context: StaffContext): Promise<Answer<Row>> => {
    const row = await queries.byId(id);
    if (row === undefined) return refuse('unknown_record');
    context.about({ user: Number(row.user_id) });
    const barred = decision.status === 'finished' && (isExcluded(decision.country) || isExcluded(row.area));
    if (barred) return refuse('country_excluded');
    const answer = await actions.decide(id, decision, context.staff.staff);
    return answer.ok ? done(presentRow(answer.data)) : answer;
  };

  calls.forStaff(identityStaffCalls.approveIdentity, ({ id, country }, context) =>
    decide(id, { status: 'finished', country, reason: null }, context),
  );
  calls.forStaff(identityStaffCalls.rejectIdentity, ({ id, reason }, context) =>
    decide(id, { status: 'rejected', country: null, reason }, context),
  );
  calls.forStaff(identityStaffCalls.revokeIdentity, async ({ id, reason }, context) => {
    const answer = await actions.revoke(id, reason, context.staff.staff);
    const row = await queries.byId(id);
    if (row !== undefined) context.about({ user: Number(row.user_id) });
    return answer.ok ? done(presentRow(answer.data)) : answer;
  });
}
