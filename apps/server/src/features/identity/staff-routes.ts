import { identityStaffCalls, staffImageUrlOf } from '@fairlot/contract';
import type { OutputOfStaff } from '@fairlot/contract';
import type { Answer } from '../../platform/answer.ts';
import { done, refuse } from '../../platform/answer.ts';
import type { SiteSettings } from '../../platform/site-settings.ts';
import type { StaffCalls, StaffContext } from '../../platform/staff-calls.ts';
import type { Decision, Review, ReviewRow } from './review.ts';

type Row = OutputOfStaff<(typeof identityStaffCalls)['approveIdentity']>;
type Detail = OutputOfStaff<(typeof identityStaffCalls)['identityDetail']>;

/** The reviewers' side of the identity verification. */
export function registerIdentityReview(calls: StaffCalls, review: Review, settings: SiteSettings): void {
  const isExcluded = (country: string | null): boolean =>
    country !== null && settings.get('excluded_countries').includes(country);

  calls.forList(identityStaffCalls.identityQueue, async ({ status, user_id: user }, slice) => {
    const { rows, total } = await review.list({ status, user }, slice);
    return done({ list: rows.map(presentRow), total });
  });

  calls.forStaff(identityStaffCalls.identityDetail, async ({ id }, context) => {
    const row = await review.byId(id);
    if (row === undefined) return refuse('unknown_record');
    context.about({ user: Number(row.user_id) });
    const [same, others] = await Promise.all([review.sameCard(row), review.others(row)]);
    return done(presentDetail(row, { card: review.cardOf(row), same, others, excluded: isExcluded(row.area) }));
  });

  const decide = async (id: number, decision: Decision, context: StaffContext): Promise<Answer<Row>> => {
    const row = await review.byId(id);
    if (row === undefined) return refuse('unknown_record');
    context.about({ user: Number(row.user_id) });
    const barred = decision.status === 'finished' && (isExcluded(decision.country) || isExcluded(row.area));
    if (barred) return refuse('country_excluded');
    const answer = await review.decide(id, decision, context.staff.staff);
    return answer.ok ? done(presentRow(answer.data)) : answer;
  };

  calls.forStaff(identityStaffCalls.approveIdentity, ({ id, country }, context) =>
    decide(id, { status: 'finished', country, reason: null }, context),
  );
  calls.forStaff(identityStaffCalls.rejectIdentity, ({ id, reason }, context) =>
    decide(id, { status: 'rejected', country: null, reason }, context),
  );
}

function presentRow(row: ReviewRow): Row {
  return {
    id: Number(row.id),
    user_id: Number(row.user_id),
    email: row.email ?? '',
    mobile: row.mobile ?? '',
    name: row.name,
    status: row.status,
    submitted_at: row.submitted_at.toISOString(),
    decided_at: row.decided_at?.toISOString() ?? null,
    decided_by: row.decided_by_name,
  };
}

interface Around {
  readonly card: string;
  readonly same: Awaited<ReturnType<Review['sameCard']>>;
  readonly others: Awaited<ReturnType<Review['others']>>;
  readonly excluded: boolean;
}

function presentDetail(row: ReviewRow, { card, same, others, excluded }: Around): Detail {
  return {
    ...presentRow(row),
    card_id: card,
    front_pic: staffImageUrlOf(row.front_image),
    reverse_pic: staffImageUrlOf(row.reverse_image),
    area: row.area ?? '',
    area_excluded: excluded,
    registered_at: row.registered_at.toISOString(),
    country: row.country,
    reason: row.reason,
    same_card: same.map(({ user_id: user, status }) => ({ user_id: Number(user), status })),
    history: others.map((other) => ({
      id: Number(other.id),
      status: other.status,
      submitted_at: other.submitted_at.toISOString(),
      decided_at: other.decided_at?.toISOString() ?? null,
      reason: other.reason,
    })),
  };
}
