import { officeUserCalls, returnCalls } from '@fairlot/contract';
import { parseMoney } from '@fairlot/domain';
import type { LanguageCode } from '@fairlot/i18n';
import { type Answer, done, refuse } from '../../../http/answer.ts';
import type { StaffCalls, StaffContext } from '../../../staff/staff-calls.ts';
import type { AdjustmentActions } from './actions.ts';
import type { AdjustmentListQueries, AdjustmentRow } from './list-queries.ts';
import { presentAdjustment } from './presenter.ts';
import type { AdjustmentQueries, Returned } from './queries.ts';

export interface AdjustmentDeps {
  readonly queries: AdjustmentQueries;
  readonly lists: AdjustmentListQueries;
  readonly actions: AdjustmentActions;
}

/** Staff calls about corrections of balances. */
export function registerAdjustments(calls: StaffCalls, { queries, lists, actions }: AdjustmentDeps): void {
  calls.forList(officeUserCalls.officeAdjustments, async (filters, slice, { language }) => {
    const { rows, total } = await lists.page(filters, slice);
    return done({ list: rows.map((row) => presentAdjustment(row, language)), total });
  });

  calls.forStaff(
    officeUserCalls.officeAdjust,
    async ({ user_id: user, amount: given, memo }, { staff, key, about, language }) => {
      const amount = parseMoney(given);
      if (amount === undefined) return refuse('bad_request', { field: 'amount' });
      const proposed = await actions.propose({ user, amount, memo, author: staff.staff, key });
      if (!proposed.ok) return proposed;
      about({ subject: `adjustment ${proposed.data}` });
      return presented(await actions.carryOut(proposed.data), language);
    },
  );

  const giveBack =
    (kind: Returned['kind']) =>
    async (
      { id, amount: given, reason }: { readonly id: number; readonly amount: string; readonly reason: string },
      { staff, key, about, language }: StaffContext,
    ) => {
      const amount = parseMoney(given);
      if (amount === undefined) return refuse('bad_request', { field: 'amount' });
      const proposed = await actions.giveBack({ kind, id }, { amount, memo: reason, author: staff.staff, key });
      if (!proposed.ok) return proposed;
      const answer = await actions.carryOut(proposed.data);
      if (answer.ok) about({ user: Number(answer.data.user_id) });
      return presented(answer, language);
    };
  calls.forStaff(returnCalls.withdrawalReturn, giveBack('withdrawal'));
  calls.forStaff(returnCalls.depositReverse, giveBack('deposit'));

  calls.forStaff(officeUserCalls.officeDecideAdjustment, async ({ id, approve }, { staff, about, language }) => {
    const row = await queries.byId(id);
    if (row === undefined) return refuse('unknown_record');
    about({ user: Number(row.user_id) });
    return presented(await actions.decide(row, staff.staff, approve), language);
  });
}

function presented(answer: Answer<AdjustmentRow>, language: LanguageCode) {
  return answer.ok ? done(presentAdjustment(answer.data, language)) : answer;
}
