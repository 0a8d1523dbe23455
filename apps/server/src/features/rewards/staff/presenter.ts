import type { OutputOfStaff, rewardStaffCalls } from '@fairlot/contract';
import { asMoney, formatMoney } from '@fairlot/domain';
import type { LanguageCode } from '@fairlot/i18n';
import { storedRefusalText } from '../../../http/answer-text.ts';
import { uidOf } from '../../../platform/uid.ts';
import type { InvitedRow } from '../people-queries.ts';
import { dayText } from '../queries.ts';
import type { StaffRewardRow } from './queries.ts';

type WireReward = OutputOfStaff<typeof rewardStaffCalls.officeDecideReward>;

/** Converts a reward to its wire format, with the text of a refusal in `language`. */
export function presentReward(row: StaffRewardRow, language: LanguageCode): WireReward {
  return {
    id: Number(row.id),
    user_id: Number(row.inviter_id),
    uid: uidOf(Number(row.inviter_id)),
    invited_id: Number(row.invited_id),
    invited_uid: uidOf(Number(row.invited_id)),
    kind: row.kind,
    day: dayText(row.day),
    basis: formatMoney(asMoney(row.basis)),
    percent: row.percent,
    amount: formatMoney(asMoney(row.amount)),
    state: row.state,
    reasons: row.reasons as WireReward['reasons'],
    approver: row.approver,
    decider: row.decider,
    decided_at: row.decided_at?.toISOString() ?? null,
    remark: row.remark,
    refusal: row.refusal,
    message: storedRefusalText(row.refusal, language),
    created_at: row.created_at.toISOString(),
  };
}

/** Converts an invited person to its wire format. */
export function presentInvitedPerson(
  row: InvitedRow,
): OutputOfStaff<typeof rewardStaffCalls.officeInvited>['list'][number] {
  const id = Number(row.id);
  return {
    id,
    uid: uidOf(id),
    email: row.email ?? '',
    mobile: row.mobile ?? '',
    registered_at: row.created_at.toISOString(),
    state: row.state,
    rewarded: formatMoney(asMoney(row.rewarded)),
  };
}
