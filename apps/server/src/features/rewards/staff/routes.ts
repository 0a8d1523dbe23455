import { rewardStaffCalls } from '@fairlot/contract';
import { done, refuse } from '../../../http/answer.ts';
import type { StaffCalls } from '../../../staff/staff-calls.ts';
import type { InvitedPeople } from '../people-queries.ts';
import type { RewardActions } from './actions.ts';
import { presentInvitedPerson, presentReward } from './presenter.ts';
import type { RewardStaffQueries } from './queries.ts';

export interface RewardStaffDeps {
  readonly queries: RewardStaffQueries;
  readonly people: InvitedPeople;
  readonly actions: RewardActions;
}

/** Staff calls about invited persons and rewards. */
export function registerRewardStaff(calls: StaffCalls, { queries, people, actions }: RewardStaffDeps): void {
  calls.forList(rewardStaffCalls.officeInvited, async ({ user_id: user }, slice) => {
    const { rows, total } = await people.invitedBy(user, slice);
    return done({ list: rows.map(presentInvitedPerson), total });
  });

  calls.forList(rewardStaffCalls.officeRewards, async (filters, slice, { language }) => {
    const { rows, total } = await queries.page(filters, slice);
    return done({ list: rows.map((row) => presentReward(row, language)), total });
  });

  calls.forStaff(rewardStaffCalls.officeDecideReward, async ({ id, approve, remark }, { staff, about, language }) => {
    const decided = await actions.decide({ id: BigInt(id), staff: staff.staff, approve, remark });
    if (!decided.ok) return decided;
    about({ user: Number(decided.data.inviter_id) });
    const row = await queries.byId(id);
    return row === undefined ? refuse('unknown_record') : done(presentReward(row, language));
  });
}
