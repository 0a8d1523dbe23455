import type { OutputOf, inviteCalls } from '@fairlot/contract';
import { asMoney, formatMoney } from '@fairlot/domain';
import { maskedPerson } from '../../platform/masked-person.ts';
import type { InvitedRow, OwnRewardRow } from './people-queries.ts';
import { dayText } from './queries.ts';
import type { RewardTerms } from './terms.ts';

type Center = OutputOf<typeof inviteCalls.inviteCenter>;

/** Converts the terms to their wire format; null while there are no rewards. */
export function presentTerms(terms: RewardTerms): Center['terms'] {
  const { kind, percent, days, holdDays } = terms;
  if (kind === 'none') return null;
  return {
    kind,
    amount: formatMoney(terms.amount, 2),
    percent,
    min_deposits: formatMoney(terms.minDeposits, 2),
    min_fees: formatMoney(terms.minFees, 2),
    days,
    hold_days: holdDays,
  };
}

/** Converts an invited person to the wire format for the inviter. */
export function presentInvited(
  row: InvitedRow,
  number: number,
): OutputOf<typeof inviteCalls.invitedPeople>['list'][number] {
  return { number, name: maskedPerson(row), registered_at: row.created_at.toISOString(), state: row.state };
}

/** Converts a reward to its wire format for the inviter. */
export function presentOwnReward(row: OwnRewardRow): OutputOf<typeof inviteCalls.ownRewards>['list'][number] {
  return {
    id: Number(row.id),
    name: maskedPerson(row),
    kind: row.kind,
    day: dayText(row.day),
    amount: formatMoney(asMoney(row.amount)),
    state: STATES[row.state],
  };
}

const STATES = {
  waiting: 'review',
  approved: 'review',
  paid: 'paid',
  refused: 'rejected',
  rejected: 'rejected',
} as const;
