import { inviteCalls } from '@fairlot/contract';
import { asMoney, formatMoney } from '@fairlot/domain';
import { done } from '../../http/answer.ts';
import type { Calls } from '../../http/calls.ts';
import { maskedPerson } from '../../platform/masked-person.ts';
import type { SiteSettings } from '../../platform/site-settings.ts';
import { type InvitedPeople, partOf } from './people-queries.ts';
import { presentInvited, presentOwnReward, presentTerms } from './presenter.ts';
import { rewardTerms } from './terms.ts';

/** Registers the calls of inviters. */
export function registerInvitations(calls: Calls, people: InvitedPeople, settings: SiteSettings): void {
  calls.forUser(inviteCalls.inviteCenter, async (_input, { session: { account } }) => {
    const [inviter, { total, months }] = await Promise.all([people.inviterOf(account), people.earnedBy(account)]);
    return done({
      inviter: inviter === undefined ? '' : maskedPerson(inviter),
      terms: presentTerms(rewardTerms(settings)),
      earned: formatMoney(asMoney(total)),
      months: months.map(({ month, amount }) => ({ month, amount: formatMoney(asMoney(amount)) })),
    });
  });

  calls.forUser(inviteCalls.invitedPeople, async ({ page }, { session }) => {
    const part = partOf(page);
    const { rows, total } = await people.invitedBy(session.account, part);
    return done({ list: rows.map((row, index) => presentInvited(row, total - part.offset - index)), total });
  });

  calls.forUser(inviteCalls.ownRewards, async ({ page }, { session }) => {
    const { rows, total } = await people.rewardsOf(session.account, partOf(page));
    return done({ list: rows.map(presentOwnReward), total });
  });
}
