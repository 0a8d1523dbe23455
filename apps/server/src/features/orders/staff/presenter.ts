import type { OutputOfStaff, tradeStaffCalls } from '@fairlot/contract';
import {
  type GroupId,
  type Price,
  ZERO,
  formatLots,
  formatMoney,
  formatPrice,
  openingPrice,
  kindName,
} from '@fairlot/domain';
import type { ListedInstrument, MarketData } from '../../../market/port.ts';
import { uidOf } from '../../../platform/uid.ts';
import type { OrderView } from '../order-view.ts';
import { premiumText } from '../presenter.ts';
import { type Valuation, valuePosition } from '../valuation.ts';
import type { StaffOrder } from './queries.ts';

/** Names of groups, also of removed ones. */
export type GroupName = (group: GroupId) => string | undefined;

type WirePosition = OutputOfStaff<typeof tradeStaffCalls.officePositions>['list'][number];
type WireGuarantee = Pick<
  WirePosition,
  'guaranteed' | 'guarantee_premium' | 'guarantee_gap' | 'guarantee_market_price'
>;
type WireOrder = OutputOfStaff<typeof tradeStaffCalls.officeOrders>['list'][number];

/** Converts a position to its wire format: a closed one with its result, an open one valued at the current quotes. */
export function presentPosition(order: StaffOrder, market: MarketData, groupName: GroupName): WirePosition {
  const { view } = order;
  const instrument = instrumentOf(view, market);
  const worth = worthOf(view, market);
  return {
    ...presentTrade(order, instrument, groupName),
    state: view.status === 'closed' ? 'closed' : 'open',
    partial_levels: (view.levels ?? []).map(({ level, lots, price }) => ({
      level: level === 'stopLoss' ? 'stop_loss' : 'take_profit',
      lots: formatLots(lots),
      price: formatPrice(price, instrument),
    })),
    price: priceText(view.price, instrument) ?? '0',
    close_price: priceText(worth?.price, instrument),
    profit: worth === undefined ? null : formatMoney(worth.profit),
    swap: formatMoney(view.swap),
    ...presentGuarantee(view, instrument, market),
    opened_at: timeText(view.openedAt ?? view.createdAt),
    closed_at: view.endedAt === undefined ? null : timeText(view.endedAt),
    reason: view.endReason ?? null,
  };
}

function presentGuarantee(view: OrderView, instrument: ListedInstrument, market: MarketData): WireGuarantee {
  const { guarantee: used, premium, endedAt } = view;
  return {
    guaranteed: premium !== undefined,
    guarantee_premium:
      endedAt === undefined
        ? premiumText(view, instrument, market)
        : used === undefined
          ? null
          : formatMoney(used.premium),
    guarantee_gap: used === undefined ? null : formatMoney(used.gap),
    guarantee_market_price: priceText(used?.marketPrice, instrument),
  };
}

/** Converts an order that is no position to its wire format. */
export function presentStaffOrder(order: StaffOrder, market: MarketData, groupName: GroupName): WireOrder {
  const { view } = order;
  const instrument = instrumentOf(view, market);
  const quote = view.endedAt === undefined ? market.quote(view.instrument) : undefined;
  return {
    ...presentTrade(order, instrument, groupName),
    state: view.status === 'cancelled' ? 'cancelled' : 'pending',
    kind: kindName(view.kind, view.limitPrice),
    target: priceText(view.target, instrument),
    limit_price: priceText(view.limitPrice, instrument),
    market_price: quote === undefined ? null : priceText(openingPrice(quote, view.side), instrument),
    created_at: timeText(view.createdAt),
    expires_at: view.expiresAt === undefined ? null : timeText(view.expiresAt),
    ended_at: view.endedAt === undefined ? null : timeText(view.endedAt),
    reason: view.endReason ?? null,
  };
}

function presentTrade({ view, accounts, group }: StaffOrder, instrument: ListedInstrument, groupName: GroupName) {
  return {
    id: view.id,
    user_id: view.account,
    uid: uidOf(view.account),
    accounts,
    group_id: group,
    group: groupName(group) ?? '',
    instrument_id: view.instrument,
    code: instrument.code,
    side: view.side,
    lots: formatLots(view.lots),
    leverage: view.leverage,
    stop_loss: priceText(view.stopLoss, instrument),
    take_profit: priceText(view.takeProfit, instrument),
    trailing_distance: priceText(view.trailing, instrument),
    margin: formatMoney(view.margin),
    fee: formatMoney(view.fee),
  };
}

function worthOf(view: OrderView, market: MarketData): Valuation | undefined {
  if (view.endedAt === undefined) return valuePosition(view, market);
  return view.closePrice === undefined ? undefined : { price: view.closePrice, profit: view.profit ?? ZERO };
}

function instrumentOf(view: OrderView, market: MarketData): ListedInstrument {
  const instrument = market.instrument(view.instrument);
  if (instrument === undefined) throw new Error(`order ${view.id} has the unknown instrument ${view.instrument}`);
  return instrument;
}

function priceText(price: Price | undefined, instrument: ListedInstrument): string | null {
  return price === undefined ? null : formatPrice(price, instrument);
}

function timeText(epochMs: number): string {
  return new Date(epochMs).toISOString();
}
