import { deskCalls } from '@fairlot/contract';
import { done, refuse } from '../../../http/answer.ts';
import type { MarketData } from '../../../market/port.ts';
import type { StaffCalls } from '../../../staff/staff-calls.ts';
import type { DeskActions } from './actions.ts';
import type { CorrectionActions } from './correction-actions.ts';
import { presentCorrectionWorth, presentDeed, presentDeskOrder } from './presenter.ts';
import type { DeskQueries } from './queries.ts';

export interface DeskDeps {
  readonly queries: DeskQueries;
  readonly actions: DeskActions;
  readonly corrections: CorrectionActions;
  readonly market: MarketData;
}

/** Staff calls about positions, orders and fills of clients. */
export function registerDesk(calls: StaffCalls, { queries, actions, corrections, market }: DeskDeps): void {
  calls.forStaff(deskCalls.deskOrder, async ({ order_id: id }, { staff, about }) => {
    const order = await queries.order(id);
    if (order === undefined) return refuse('unknown_order');
    about({ user: Number(order.account) });
    const live = await actions.position(order);
    const needsApproval = live !== undefined && (await actions.needsSecondPerson(order, live, staff.staff));
    return done(presentDeskOrder(order, live, needsApproval, market, await queries.corrections(id)));
  });

  calls.forStaff(deskCalls.deskClose, async ({ order_id: order, reason }, { staff, key, about, language }) => {
    const user = (await queries.order(order))?.account;
    if (user !== undefined) about({ user: Number(user) });
    const closed = await actions.close({ order, reason, author: staff.staff, key });
    if (!closed.ok) return closed;
    return 'proposal' in closed.data
      ? done({ deed: null, proposal: closed.data.proposal })
      : done({ deed: presentDeed(closed.data.deed, market, language), proposal: null });
  });

  calls.forStaff(deskCalls.deskCancel, async ({ order_id: order, reason }, { staff, key, about, language }) => {
    const user = (await queries.order(order))?.account;
    if (user !== undefined) about({ user: Number(user) });
    const cancelled = await actions.cancel({ order, reason, author: staff.staff, key });
    return cancelled.ok ? done(presentDeed(cancelled.data, market, language)) : cancelled;
  });

  calls.forStaff(deskCalls.deskCorrection, async ({ order_id: order, fill, price }, { staff, about }) => {
    const valued = await corrections.value({ order, fill, price });
    if (!valued.ok) return valued;
    about({ user: Number(valued.data.order.account) });
    return done(presentCorrectionWorth(valued.data, await corrections.needsSecondPerson(valued.data, staff.staff)));
  });

  calls.forStaff(
    deskCalls.deskCorrect,
    async ({ order_id: order, fill, price, reason }, { staff, key, about, language }) => {
      const user = (await queries.order(order))?.account;
      if (user !== undefined) about({ user: Number(user) });
      const corrected = await corrections.correct({ order, fill, price, reason, author: staff.staff, key });
      if (!corrected.ok) return corrected;
      return 'proposal' in corrected.data
        ? done({ deed: null, proposal: corrected.data.proposal })
        : done({ deed: presentDeed(corrected.data.deed, market, language), proposal: null });
    },
  );

  calls.forList(deskCalls.deskDeeds, async (filters, slice, { language }) => {
    const { rows, total } = await queries.page(filters, slice);
    return done({ list: rows.map((row) => presentDeed(row, market, language)), total });
  });
}
