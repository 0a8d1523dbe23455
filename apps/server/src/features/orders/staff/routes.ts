import { tradeStaffCalls } from '@fairlot/contract';
import type { InstrumentId } from '@fairlot/domain';
import { done } from '../../../http/answer.ts';
import type { MarketData } from '../../../market/port.ts';
import type { ListSlice } from '../../../staff/list-export.ts';
import type { StaffCalls } from '../../../staff/staff-calls.ts';
import { type GroupName, presentPosition, presentStaffOrder } from './presenter.ts';
import type { OrderStaffQueries, TradeFilter } from './queries.ts';

type TradeInput = Omit<TradeFilter, 'status' | 'account' | 'group' | 'instruments'> & {
  readonly state: TradeFilter['status'];
  readonly user_id?: number | undefined;
  readonly group_id?: number | undefined;
  readonly instrument?: string | undefined;
};

/** Lists of positions and orders for staff. Their figures come from the tables and the quotes: the engine is not asked. */
export function registerOrdersStaff(
  calls: StaffCalls,
  queries: OrderStaffQueries,
  market: MarketData,
  groupName: GroupName,
): void {
  const read = ({ state, user_id: account, group_id: group, instrument, ...rest }: TradeInput, slice: ListSlice) =>
    queries.page({ status: state, account, group, instruments: instrumentsOf(instrument, market), ...rest }, slice);
  calls.forList(tradeStaffCalls.officePositions, async (input, slice) => {
    const { orders, total } = await read(input, slice);
    return done({ list: orders.map((order) => presentPosition(order, market, groupName)), total });
  });
  calls.forList(tradeStaffCalls.officeOrders, async (input, slice) => {
    const { orders, total } = await read(input, slice);
    return done({ list: orders.map((order) => presentStaffOrder(order, market, groupName)), total });
  });
}

/** The instruments whose code begins with a text; undefined for all. */
function instrumentsOf(text: string | undefined, market: MarketData): readonly InstrumentId[] | undefined {
  const wanted = plain(text ?? '');
  if (wanted === '') return undefined;
  return market.instruments().flatMap(({ id, code }) => (plain(code).startsWith(wanted) ? [id] : []));
}

/** EUR/USD and EURUSD are the same. */
function plain(code: string): string {
  return code.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');
}
