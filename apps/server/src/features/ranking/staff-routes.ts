import { rankingStaffCalls } from '@fairlot/contract';
import { done, refuse } from '../../platform/answer.ts';
import type { StaffCalls } from '../../platform/staff-calls.ts';
import type { Board } from './board.ts';
import type { Listings } from './listings.ts';
import { presentName } from './presenter.ts';

/** Moderation of display names. Figures can't be touched from here, nor from anywhere. */
export function registerRankingStaff(calls: StaffCalls, listings: Listings, board: Board): void {
  calls.forList(rankingStaffCalls.rankingNames, async (filter, { offset, limit }) => {
    const { listings: rows, total } = await listings.page(filter, offset, limit);
    return done({ list: rows.map(presentName), total });
  });

  calls.forStaff(rankingStaffCalls.rankingHide, async ({ user_id: user, reason }, { about }) => {
    about({ user });
    const listing = await listings.hide(user, reason);
    if (listing === undefined) return refuse('unknown_record');
    await board.relist();
    return done(presentName(listing));
  });

  calls.forStaff(rankingStaffCalls.rankingRestore, async ({ user_id: user }, { about }) => {
    about({ user });
    const listing = await listings.restore(user);
    if (listing === undefined) return refuse('unknown_record');
    await board.relist();
    return done(presentName(listing));
  });
}
