import type { OutputOf, OutputOfStaff, fundingCalls, fundingStaffCalls } from '@fairlot/contract';
import { asMoney, formatMoney, formatReceipt } from '@fairlot/domain';
import type { Receipt } from '@fairlot/domain';
import { translate } from '@fairlot/i18n';
import type { LanguageCode } from '@fairlot/i18n';
import type { WithdrawalState } from '../../../db/tables/funding.ts';
import type { WithdrawalView } from './queries.ts';

type Status = OutputOf<typeof fundingCalls.draw>['status'];

/** What is decided is shown as it was decided; only paid means that the money is gone. */
const STATUS: Readonly<Record<WithdrawalState, Status>> = {
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
export function statesOf(status: Status): readonly WithdrawalState[] {
  return (Object.keys(STATUS) as WithdrawalState[]).filter((state) => STATUS[state] === status);
}

function shared(row: WithdrawalView) {
  return {
    id: Number(row.id),
    type: row.type,
    number: formatMoney(asMoney(row.amount)),
    real_number: formatReceipt(row.receipt as Receipt),
    fee: formatMoney(asMoney(row.fee)),
    status: STATUS[row.state],
    created_at: row.created_at.toISOString(),
    address: row.dc_address,
    payee_account: row.payee_account,
    memo: row.memo,
  };
}

export function presentWithdrawal(row: WithdrawalView, language: LanguageCode): OutputOf<typeof fundingCalls.draw> {
  const status = STATUS[row.state];
  return {
    ...shared(row),
    draw_currency: { code: row.code, protocol: row.protocol },
    status_name: translate(language, `withdrawal_status.${status}`),
    notes: status === 'paid' ? row.reference : row.remark,
  };
}

export function presentStaffWithdrawal(row: WithdrawalView): OutputOfStaff<typeof fundingStaffCalls.withdrawalApprove> {
  return {
    ...shared(row),
    user_id: Number(row.user_id),
    email: row.email ?? '',
    code: row.code,
    protocol: row.protocol,
    bank_name: row.bank_name,
    bank_address: row.bank_address,
    bank_swift: row.bank_swift,
    payee_name: row.payee_name,
    remark: row.remark,
    reference: row.reference,
    approved_by: [...row.approved_by],
    approvers: [...row.approvers],
    approvals_needed: row.approvals_needed,
    decided_at: row.decided_at?.toISOString() ?? null,
    decided_by: row.decided_by === null ? null : Number(row.decided_by),
    decider: row.decider,
  };
}
