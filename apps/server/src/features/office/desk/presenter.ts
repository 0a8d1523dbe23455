import type { OutputOfStaff, deskCalls } from '@fairlot/contract';
import {
  type PriceTerms,
  asLots,
  asMoney,
  asPrice,
  closingPrice,
  formatLots,
  formatMoney,
  formatPrice,
} from '@fairlot/domain';
import type { PositionView } from '@fairlot/engine';
import type { ListedInstrument, MarketData } from '../../../market/port.ts';
import { uidOf } from '../../../platform/uid.ts';
import type { DeedRow, DeskOrderRow } from './queries.ts';

type WireDeed = OutputOfStaff<typeof deskCalls.deskCancel>;
type WireOrder = OutputOfStaff<typeof deskCalls.deskOrder>;

/** Converts a deed to its wire format. */
export function presentDeed(row: DeedRow, market: MarketData): WireDeed {
  const instrument = instrumentOf(row, market);
  return {
    id: Number(row.id),
    kind: row.kind,
    order_id: Number(row.order_id),
    user_id: Number(row.user_id),
    uid: uidOf(Number(row.user_id)),
    code: instrument.displayCode,
    reason: row.reason,
    author: row.author,
    proposal_id: row.proposal_id === null ? null : Number(row.proposal_id),
    state: row.state,
    refusal: row.refusal,
    close_price: priceText(row.close_price, instrument),
    profit: row.profit === null ? null : formatMoney(asMoney(row.profit)),
    created_at: row.created_at.toISOString(),
  };
}

/** Converts an order to its wire format. `live`: the position as the engine values it now. */
export function presentDeskOrder(
  row: DeskOrderRow,
  live: PositionView | undefined,
  needsApproval: boolean,
  market: MarketData,
): WireOrder {
  const instrument = instrumentOf(row, market);
  const user = Number(row.account);
  const close = live === undefined ? row.close_price : closingPrice(live.closing, live.order.side);
  const profit = live === undefined ? row.profit : live.profit;
  return {
    id: Number(row.id),
    user_id: user,
    uid: uidOf(user),
    account: row.kind,
    instrument_id: row.instrument,
    code: instrument.displayCode,
    side: row.side,
    lots: formatLots(asLots(row.lots)),
    status: row.status,
    target_price: priceText(row.target, instrument),
    open_price: priceText(row.price, instrument),
    close_price: priceText(close, instrument),
    profit: profit === null ? null : formatMoney(asMoney(profit)),
    needs_approval: needsApproval,
  };
}

function instrumentOf({ instrument: id }: { readonly instrument: number }, market: MarketData): ListedInstrument {
  const instrument = market.instrument(id);
  if (instrument === undefined) throw new Error(`an order has the unknown instrument ${id}`);
  return instrument;
}

function priceText(price: bigint | null, terms: PriceTerms): string | null {
  return price === null ? null : formatPrice(asPrice(price), terms);
}
