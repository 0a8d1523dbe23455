import { limitCalls } from '@fairlot/contract';
import { formatMoney } from '@fairlot/domain';
import { done } from '../../../http/answer.ts';
import type { OnePersonLimit } from '../../../staff/one-person-limit.ts';
import type { StaffCalls } from '../../../staff/staff-calls.ts';

/** Registers the call that reads the sums that decide about a second person. */
export function registerLimits(calls: StaffCalls, limit: OnePersonLimit): void {
  calls.forStaff(limitCalls.officeLimits, async ({ user_id: user }, { staff }) => {
    const moved = await limit.moved(staff.staff, user);
    const { day, week } = limit.limits;
    return done({
      day_limit: formatMoney(day),
      week_limit: formatMoney(week),
      own_day: formatMoney(moved.ownDay),
      own_week: formatMoney(moved.ownWeek),
      user_day: formatMoney(moved.userDay),
      user_week: formatMoney(moved.userWeek),
      may_decide_from: moved.decidesFrom?.toISOString() ?? null,
    });
  });
}
