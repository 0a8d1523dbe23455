import { officeUserCalls } from '@fairlot/contract';
import { parseMoney } from '@fairlot/domain';
import { type Answer, done, refuse } from '../../../http/answer.ts';
import type { StaffCalls } from '../../../staff/staff-calls.ts';
import type { AdjustmentActions } from './actions.ts';
import { presentAdjustment } from './presenter.ts';
import type { AdjustmentQueries, AdjustmentRow } from './queries.ts';

export interface AdjustmentDeps {
  readonly queries: AdjustmentQueries;
  readonly actions: AdjustmentActions;
}

/** Staff calls about corrections of balances. */
export function registerAdjustments(calls: StaffCalls, { queries, actions }: AdjustmentDeps): void {
  calls.forList(officeUserCalls.officeAdjustments, async (filters, slice) => {
    const { rows, total } = await queries.page(filters, slice);
    return done({ list: rows.map(presentAdjustment), total });
  });

  calls.forStaff(
    officeUserCalls.officeAdjust,
    async ({ user_id: user, amount: given, memo }, { staff, key, about }) => {
      const amount = parseMoney(given);
      if (amount === undefined) return refuse('bad_request', { field: 'amount' });
      const proposed = await actions.propose({ user, amount, memo, author: staff.staff, key });
      if (!proposed.ok) return proposed;
      about({ subject: `adjustment ${proposed.data}` });
      return presented(await actions.carryOut(proposed.data));
    },
  );

  calls.forStaff(officeUserCalls.officeDecideAdjustment, async ({ id, approve }, { staff, about }) => {
    const row = await queries.byId(id);
    if (row === undefined) return refuse('unknown_record');
    about({ user: Number(row.user_id) });
    return presented(await actions.decide(row, staff.staff, approve));
  });
}

function presented(answer: Answer<AdjustmentRow>) {
  return answer.ok ? done(presentAdjustment(answer.data)) : answer;
}
