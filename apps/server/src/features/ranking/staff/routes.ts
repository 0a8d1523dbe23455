import { rankingStaffCalls } from '@fairlot/contract';
import { done, refuse } from '../../../http/answer.ts';
import type { StaffCalls } from '../../../staff/staff-calls.ts';
import { presentName } from '../presenter.ts';
import type { RankingBoard } from '../ranking-board.ts';
import type { RankingActions } from './actions.ts';
import type { RankingStaffQueries } from './queries.ts';

export interface RankingStaffDeps {
  readonly queries: RankingStaffQueries;
  readonly actions: RankingActions;
  readonly board: RankingBoard;
}

/** Staff calls about display names. No call can change figures. */
export function registerRankingStaff(calls: StaffCalls, { queries, actions, board }: RankingStaffDeps): void {
  calls.forList(rankingStaffCalls.rankingNames, async (filter, { offset, limit }) => {
    const { listings: rows, total } = await queries.page(filter, offset, limit);
    return done({ list: rows.map(presentName), total });
  });

  calls.forStaff(rankingStaffCalls.rankingHide, async ({ user_id: user, reason }, { about }) => {
    about({ user });
    const listing = await actions.hide(user, reason);
    if (listing === undefined) return refuse('unknown_record');
    await board.relist();
    return done(presentName(listing));
  });

  calls.forStaff(rankingStaffCalls.rankingRestore, async ({ user_id: user }, { about }) => {
    about({ user });
    const listing = await actions.restore(user);
    if (listing === undefined) return refuse('unknown_record');
    await board.relist();
    return done(presentName(listing));
  });
}
