import type { OutputOfStaff, fundingStaffCalls } from '@fairlot/contract';
import { asMoney, formatMoney } from '@fairlot/domain';
import type { LanguageCode } from '@fairlot/i18n';
import { presentIdentity } from '../../../staff/verified-identity.ts';
import { presentDeposit } from '../deposits/presenter.ts';
import { depositReference } from '../terms/presenter.ts';
import { presentShared, remarkOf } from '../withdrawals/presenter.ts';
import type { WithdrawalView } from '../withdrawals/queries.ts';
import type { StaffDepositRow } from './deposit-queries.ts';

export function presentStaffDeposit(row: StaffDepositRow): OutputOfStaff<typeof fundingStaffCalls.depositFinish> {
  return {
    ...presentDeposit(row),
    user_id: Number(row.user_id),
    email: row.email ?? '',
    ...presentIdentity(row),
    reference: depositReference(Number(row.user_id)),
    protocol_code: row.protocol_code,
    paid_to: row.paid_to,
    proof_img: row.proof_img,
    received: row.received ?? '',
    credited: row.credited === null ? '' : formatMoney(asMoney(row.credited)),
    credit_reason: row.credit_reason,
    reversed: formatMoney(asMoney(row.reversed)),
    same_picture: row.same_picture.map(Number),
    same_transaction: row.same_transaction.map(Number),
    same_without_id: row.same_without_id.map(Number),
    usd_price_by: row.usd_price_by,
    approved_by: row.approved_by === null ? null : Number(row.approved_by),
    approver: row.approver,
    decided_at: row.decided_at?.toISOString() ?? null,
    decided_by: row.decided_by === null ? null : Number(row.decided_by),
    decider: row.decider,
  };
}

export function presentStaffWithdrawal(
  row: WithdrawalView,
  language: LanguageCode,
): OutputOfStaff<typeof fundingStaffCalls.withdrawalApprove> {
  return {
    ...presentShared(row),
    user_id: Number(row.user_id),
    email: row.email ?? '',
    code: row.code,
    protocol: row.protocol,
    bank_name: row.bank_name,
    bank_address: row.bank_address,
    bank_swift: row.bank_swift,
    payee_name: row.payee_name,
    remark: remarkOf(row, language),
    reference: row.reference,
    returned: formatMoney(asMoney(row.returned)),
    approved_by: [...row.approved_by],
    approvers: [...row.approvers],
    approvals_needed: row.approvals_needed,
    claimed_by: row.claimed_by === null ? null : Number(row.claimed_by),
    claimer: row.claimer,
    claimed_at: row.claimed_at?.toISOString() ?? null,
    decided_at: row.decided_at?.toISOString() ?? null,
    decided_by: row.decided_by === null ? null : Number(row.decided_by),
    decider: row.decider,
  };
}
