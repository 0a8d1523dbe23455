import { fundingStaffCalls } from '@fairlot/contract';
import { readCreditorReference } from '@fairlot/domain';
import type { WithdrawalState } from '../../../db/tables/funding.ts';
import { type Answer, done, refuse } from '../../../http/answer.ts';
import { userOfUid } from '../../../platform/uid.ts';
import type { StaffCalls, StaffContext } from '../../../staff/staff-calls.ts';
import { searchedTransfers } from '../checks/transaction-id.ts';
import { statesOf as depositStatesOf } from '../deposits/presenter.ts';
import type { DepositRow } from '../deposits/queries.ts';
import { type WithdrawalStatus, statesOf as withdrawalStatesOf } from '../withdrawals/presenter.ts';
import type { WithdrawalQueries, WithdrawalRow } from '../withdrawals/queries.ts';
import type { DepositActions } from './deposit-actions.ts';
import type { DepositFilter, StaffDepositQueries } from './deposit-queries.ts';
import { type HistoryDeps, readHistory } from './history-queries.ts';
import { readOwner } from './owner-queries.ts';
import { presentStaffDeposit, presentStaffWithdrawal } from './presenter.ts';
import type { WithdrawalActions } from './withdrawal-actions.ts';
import type { WithdrawalClaims } from './withdrawal-claims.ts';

export interface FundingStaffDeps {
  readonly deposits: { readonly actions: DepositActions; readonly queries: StaffDepositQueries };
  readonly withdrawals: {
    readonly actions: WithdrawalActions;
    readonly claims: WithdrawalClaims;
    readonly queries: WithdrawalQueries;
  };
  readonly history: HistoryDeps;
  /** Withdrawals need a verified identity. */
  readonly needsIdentity: () => boolean;
}

const optional = (text: string | undefined): number | undefined => (text === undefined ? undefined : Number(text));

/** The states of a filter; `waiting` are those that staff have to decide or pay. */
function listedStates(status: WithdrawalStatus | 'waiting'): readonly WithdrawalState[] {
  return status === 'waiting'
    ? [...withdrawalStatesOf('review'), ...withdrawalStatesOf('approved')]
    : withdrawalStatesOf(status);
}

/** Staff calls about deposits and withdrawals. */
export function registerFundingStaff(calls: StaffCalls, deps: FundingStaffDeps): void {
  registerDeposits(calls, deps);
  registerWithdrawals(calls, deps);
}

/** Reads a search of deposits: a creditor reference, whose typing errors are told, or the id of a transaction. */
function readSearch(text: string): Answer<Pick<DepositFilter, 'owner' | 'transfers'>> {
  if (text === '') return done({});
  const account = readCreditorReference(text);
  if (account === 'wrong') return refuse('reference_invalid');
  if (account !== undefined) return done({ owner: userOfUid(String(account)) ?? 0 });
  return done({ transfers: searchedTransfers(text) });
}

function registerDeposits(calls: StaffCalls, { deposits: { actions, queries } }: FundingStaffDeps): void {
  /** Names the deposit's owner in the audit log, also when the decision is refused. */
  const present = async (answer: Answer<DepositRow>, context: StaffContext, id: number) => {
    const row = await queries.byId(id);
    if (row !== undefined) context.about({ user: Number(row.user_id) });
    if (!answer.ok) return answer;
    return row === undefined ? refuse('unknown_record') : done(presentStaffDeposit(row));
  };

  calls.forList(
    fundingStaffCalls.staffDeposits,
    async ({ status, type, user_id: user, search = '', from, to }, slice) => {
      const found = readSearch(search);
      if (!found.ok) return found;
      const { rows, total } = await queries.list(
        {
          states: status === undefined ? undefined : depositStatesOf(status),
          type: optional(type),
          user,
          from,
          to,
          ...found.data,
        },
        slice,
      );
      return done({ list: rows.map(presentStaffDeposit), total });
    },
  );
  calls.forStaff(fundingStaffCalls.depositFinish, async ({ id, ...credit }, context) =>
    present(await actions.finish(id, context.staff.staff, credit), context, id),
  );
  calls.forStaff(fundingStaffCalls.depositReject, async ({ id, reason }, context) =>
    present(await actions.turnDown(id, 'rejected', context.staff.staff, reason), context, id),
  );
  calls.forStaff(fundingStaffCalls.depositInvalidate, async ({ id, reason }, context) =>
    present(await actions.turnDown(id, 'invalid', context.staff.staff, reason), context, id),
  );
}

function registerWithdrawals(
  calls: StaffCalls,
  { withdrawals: { actions, claims, queries }, history, needsIdentity }: FundingStaffDeps,
): void {
  const present = async (answer: Answer<WithdrawalRow>, context: StaffContext, id: number) => {
    const row = await queries.view(id);
    if (row !== undefined) context.about({ user: Number(row.user_id) });
    if (!answer.ok) return answer;
    return row === undefined ? refuse('unknown_record') : done(presentStaffWithdrawal(row, context.language));
  };

  calls.forList(
    fundingStaffCalls.staffWithdrawals,
    async ({ status, type, user_id: user, from, to }, slice, { language }) => {
      const { rows, total } = await queries.list(
        { states: status === undefined ? undefined : listedStates(status), type: optional(type), user, from, to },
        slice,
      );
      return done({ list: rows.map((row) => presentStaffWithdrawal(row, language)), total });
    },
  );
  calls.forStaff(fundingStaffCalls.staffWithdrawal, async ({ id }, context) => {
    const row = await queries.view(id);
    if (row === undefined) return refuse('unknown_record');
    context.about({ user: Number(row.user_id) });
    const [owner, past] = await Promise.all([
      readOwner(history.db, row, needsIdentity()),
      readHistory(history, Number(row.user_id), context.language),
    ]);
    return past === undefined
      ? refuse('unknown_account')
      : done({ withdrawal: presentStaffWithdrawal(row, context.language), owner, history: past });
  });
  calls.forStaff(fundingStaffCalls.withdrawalApprove, async ({ id }, context) =>
    present(await actions.approve(id, context.staff.staff), context, id),
  );
  calls.forStaff(fundingStaffCalls.withdrawalClaim, async ({ id, reason }, context) =>
    present(await claims.claim(id, context.staff.staff, reason), context, id),
  );
  calls.forStaff(fundingStaffCalls.withdrawalUnclaim, async ({ id }, context) =>
    present(await claims.release(id, context.staff.staff), context, id),
  );
  calls.forStaff(fundingStaffCalls.withdrawalPay, async ({ id, reference }, context) =>
    present(await actions.pay(id, context.staff.staff, reference), context, id),
  );
  calls.forStaff(fundingStaffCalls.withdrawalReject, async ({ id, reason }, context) =>
    present(await actions.reject(id, context.staff.staff, reason), context, id),
  );
}
