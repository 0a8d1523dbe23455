import type { OutputOf, OutputOfStaff, fundingCalls, fundingStaffCalls } from '@fairlot/contract';
import { asMoney, formatMoney } from '@fairlot/domain';
import type { DepositState } from '../../../db/tables/funding.ts';
import type { DepositRow, StaffDepositRow } from './queries.ts';

/** Numbers of the specification. What is being credited is not finished for anybody yet. */
const STATUS: Readonly<Record<DepositState, number>> = {
  unchecked: 0,
  crediting: 0,
  finished: 1,
  rejected: 2,
  invalid: 3,
};

/** The states behind a number. */
export function statesOf(status: string): readonly DepositState[] {
  return (Object.keys(STATUS) as DepositState[]).filter((state) => String(STATUS[state]) === status);
}

export function presentDeposit(row: DepositRow): OutputOf<typeof fundingCalls.chargeSubmit> {
  return {
    id: Number(row.id),
    number: formatMoney(asMoney(row.amount)),
    type: row.type,
    currency_code: row.currency_code,
    status: STATUS[row.state],
    created_at: row.created_at.toISOString(),
    remark: row.remark,
  };
}

export function presentStaffDeposit(row: StaffDepositRow): OutputOfStaff<typeof fundingStaffCalls.depositFinish> {
  return {
    ...presentDeposit(row),
    user_id: Number(row.user_id),
    email: row.email ?? '',
    protocol_code: row.protocol_code,
    paid_to: row.paid_to,
    proof_img: row.proof_img,
    decided_at: row.decided_at?.toISOString() ?? null,
    decided_by: row.decided_by === null ? null : Number(row.decided_by),
    decider: row.decider,
  };
}
