import type { OutputOfStaff, staffAccountCalls } from '@fairlot/contract';
import type { StaffRow } from './queries.ts';

type Self = OutputOfStaff<typeof staffAccountCalls.staffSelf>;
type Member = OutputOfStaff<typeof staffAccountCalls.staffEnable>;

export function presentSelf(staff: StaffRow): Self {
  return { id: Number(staff.id), name: staff.name, roles: [...staff.roles], enrolled: staff.totp_secret !== null };
}

export function presentMember(staff: StaffRow, actsFor: string | null, lastSeenAt: Date | null): Member {
  return {
    id: Number(staff.id),
    name: staff.name,
    roles: [...staff.roles],
    state: stateOf(staff),
    created_at: staff.created_at.toISOString(),
    last_seen_at: lastSeenAt?.toISOString() ?? null,
    email: staff.email,
    acts_for: actsFor,
    decides_from: staff.decides_from?.toISOString() ?? null,
  };
}

function stateOf(staff: StaffRow): Member['state'] {
  if (staff.disabled_at !== null) return 'disabled';
  if (staff.password_hash === null) return 'invited';
  return staff.totp_secret === null ? 'enrolling' : 'active';
}
