import { fundingStaffCalls } from '@fairlot/contract';
import type { Answer } from '../../platform/answer.ts';
import { done, refuse } from '../../platform/answer.ts';
import type { StaffCalls, StaffContext } from '../../platform/staff-calls.ts';
import { presentStaffDeposit, statesOf as depositStatesOf } from './deposits/presenter.ts';
import type { DepositQueries, DepositRow } from './deposits/queries.ts';
import type { DepositService } from './deposits/service.ts';
import type { HistoryDeps } from './history.ts';
import { readHistory } from './history.ts';
import type { WithdrawalDecisions } from './withdrawals/decisions.ts';
import { presentStaffWithdrawal, statesOf as withdrawalStatesOf } from './withdrawals/presenter.ts';
import type { WithdrawalQueries, WithdrawalRow } from './withdrawals/queries.ts';

export interface FundingDesk {
  readonly deposits: { readonly service: DepositService; readonly queries: DepositQueries };
  readonly withdrawals: { readonly decisions: WithdrawalDecisions; readonly queries: WithdrawalQueries };
  readonly history: HistoryDeps;
}

const optional = (text: string | undefined): number | undefined => (text === undefined ? undefined : Number(text));

/** The staff’s side of deposits and withdrawals. */
export function registerFundingDesk(calls: StaffCalls, desk: FundingDesk): void {
  registerDeposits(calls, desk);
  registerWithdrawals(calls, desk);
}

function registerDeposits(calls: StaffCalls, { deposits: { service, queries } }: FundingDesk): void {
  /** Every decision says in the audit log whose deposit it was. */
  const present = async (answer: Answer<DepositRow>, context: StaffContext, id: number) => {
    const row = await queries.forStaff(id);
    if (row !== undefined) context.about({ user: Number(row.user_id) });
    if (!answer.ok) return answer;
    return row === undefined ? refuse('unknown_record') : done(presentStaffDeposit(row));
  };

  calls.forList(fundingStaffCalls.staffDeposits, async ({ status, type, user_id: user }, slice) => {
    const { rows, total } = await queries.list(
      { states: status === undefined ? undefined : depositStatesOf(status), type: optional(type), user },
      slice,
    );
    return done({ list: rows.map(presentStaffDeposit), total });
  });
  calls.forStaff(fundingStaffCalls.depositFinish, async ({ id }, context) =>
    present(await service.finish(id, context.staff.staff), context, id),
  );
  calls.forStaff(fundingStaffCalls.depositReject, async ({ id, reason }, context) =>
    present(await service.turnDown(id, 'rejected', context.staff.staff, reason), context, id),
  );
  calls.forStaff(fundingStaffCalls.depositInvalidate, async ({ id, reason }, context) =>
    present(await service.turnDown(id, 'invalid', context.staff.staff, reason), context, id),
  );
}

function registerWithdrawals(calls: StaffCalls, { withdrawals: { decisions, queries }, history }: FundingDesk): void {
  const present = async (answer: Answer<WithdrawalRow>, context: StaffContext, id: number) => {
    const row = await queries.view(id);
    if (row !== undefined) context.about({ user: Number(row.user_id) });
    if (!answer.ok) return answer;
    return row === undefined ? refuse('unknown_record') : done(presentStaffWithdrawal(row));
  };

  calls.forList(fundingStaffCalls.staffWithdrawals, async ({ status, type, user_id: user }, slice) => {
    const { rows, total } = await queries.list(
      { states: status === undefined ? undefined : withdrawalStatesOf(status), type: optional(type), user },
      slice,
    );
    return done({ list: rows.map(presentStaffWithdrawal), total });
  });
  calls.forStaff(fundingStaffCalls.staffWithdrawal, async ({ id }, context) => {
    const row = await queries.view(id);
    if (row === undefined) return refuse('unknown_record');
    context.about({ user: Number(row.user_id) });
    const past = await readHistory(history, Number(row.user_id));
    return past === undefined
      ? refuse('unknown_account')
      : done({ withdrawal: presentStaffWithdrawal(row), history: past });
  });
  calls.forStaff(fundingStaffCalls.withdrawalApprove, async ({ id }, context) =>
    present(await decisions.approve(id, context.staff.staff), context, id),
  );
  calls.forStaff(fundingStaffCalls.withdrawalPay, async ({ id, reference }, context) =>
    present(await decisions.pay(id, context.staff.staff, reference), context, id),
  );
  calls.forStaff(fundingStaffCalls.withdrawalReject, async ({ id, reason }, context) =>
    present(await decisions.reject(id, context.staff.staff, reason), context, id),
  );
}
