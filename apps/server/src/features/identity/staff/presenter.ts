import { type OutputOfStaff, type identityStaffCalls, staffImageUrlOf } from '@fairlot/contract';
import type { IdentityStaffQueries, ReviewRow } from './queries.ts';

type Row = OutputOfStaff<(typeof identityStaffCalls)['approveIdentity']>;
type Detail = OutputOfStaff<(typeof identityStaffCalls)['identityDetail']>;

export function presentRow(row: ReviewRow): Row {
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
    revoked_at: row.revoked_at?.toISOString() ?? null,
    revoked_by: row.revoked_by_name,
  };
}

/** The data that a reviewer compares a submission with. */
export interface Comparison {
  readonly card: string;
  readonly same: Awaited<ReturnType<IdentityStaffQueries['sameCard']>>;
  readonly others: Awaited<ReturnType<IdentityStaffQueries['others']>>;
  readonly excluded: boolean;
}

export function presentDetail(row: ReviewRow, { card, same, others, excluded }: Comparison): Detail {
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
