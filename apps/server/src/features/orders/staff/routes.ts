import { tradeStaffCalls } from '@fairlot/contract';
import type { InstrumentId } from '@fairlot/domain';
import { done } from '../../../http/answer.ts';
import type { MarketData } from '../../../market/port.ts';
import type { StaffCalls } from '../../../staff/staff-calls.ts';
import { presentPosition, presentStaffOrder } from './presenter.ts';
import type { OrderStaffQueries } from './queries.ts';

/** Lists of positions and orders for staff. Their figures come from the tables and the quotes: the engine is not asked. */
export function registerOrdersStaff(calls: StaffCalls, queries: OrderStaffQueries, market: MarketData): void {
  calls.forList(
    tradeStaffCalls.officePositions,
    async ({ state, user_id: account, instrument, accounts, side, from, to }, slice) => {
      const instruments = instrumentsOf(instrument, market);
      const filter = { status: state, account, accounts, instruments, side, from, to };
      const { orders, total } = await queries.page(filter, slice);
      return done({ list: orders.map((order) => presentPosition(order, market)), total });
    },
  );
  calls.forList(
    tradeStaffCalls.officeOrders,
    async ({ state, user_id: account, instrument, accounts, side, from, to }, slice) => {
      const instruments = instrumentsOf(instrument, market);
      const filter = { status: state, account, accounts, instruments, side, from, to };
      const { orders, total } = await queries.page(filter, slice);
      return done({ list: orders.map((order) => presentStaffOrder(order, market)), total });
    },
  );
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
