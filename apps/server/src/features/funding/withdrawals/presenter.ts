import type { OutputOf, Reason, fundingCalls } from '@fairlot/contract';
import { asMoney, formatMoney } from '@fairlot/domain';
import { type LanguageCode, translate } from '@fairlot/i18n';
import type { WithdrawalState } from '../../../db/tables/funding.ts';
import { failureMessage } from '../../../http/answer-text.ts';
import type { WithdrawalView } from './queries.ts';

/** The state of a withdrawal as users and staff see it. */
export type WithdrawalStatus = OutputOf<typeof fundingCalls.draw>['status'];

/** Intermediate states are shown as their target state, except that `paid` appears only after the transfer is committed. */
const STATUS: Readonly<Record<WithdrawalState, WithdrawalStatus>> = {
  holding: 'review',
  refused: 'rejected',
  review: 'review',
  approved: 'approved',
  paying: 'approved',
  paid: 'paid',
  rejecting: 'rejected',
  rejected: 'rejected',
  cancelling: 'cancelled',
  cancelled: 'cancelled',
};

/** The states that are shown as a status. */
export function statesOf(status: WithdrawalStatus): readonly WithdrawalState[] {
  return (Object.keys(STATUS) as WithdrawalState[]).filter((state) => STATUS[state] === status);
}

/** The fields that users and staff both see. */
export function presentShared(row: WithdrawalView) {
  return {
    id: Number(row.id),
    type: row.type,
    number: formatMoney(asMoney(row.amount)),
    real_number: row.receipt,
    fee: formatMoney(asMoney(row.fee)),
    status: STATUS[row.state],
    created_at: row.created_at.toISOString(),
    address: row.dc_address,
    payee_account: row.payee_account,
    memo: row.memo,
  };
}

/** The remark of staff or, in the reader's language, the reason for which the engine refused an accepted withdrawal. */
export function remarkOf({ remark, refusal, refusal_detail: detail }: WithdrawalView, language: LanguageCode): string {
  return refusal === null ? remark : failureMessage(refusal as Reason, language, detail ?? undefined);
}

export function presentWithdrawal(row: WithdrawalView, language: LanguageCode): OutputOf<typeof fundingCalls.draw> {
  const status = STATUS[row.state];
  return {
    ...presentShared(row),
    draw_currency: { code: row.code, protocol: row.protocol },
    status_name: translate(language, `withdrawal_status.${status}`),
    notes: status === 'paid' ? row.reference : remarkOf(row, language),
  };
}
