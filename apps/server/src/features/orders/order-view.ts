import {
  type CancelReason,
  type CloseReason,
  type InstrumentId,
  type Lots,
  type Markup,
  type Money,
  type OrderKind,
  type OrderStatus,
  type Price,
  type Quote,
  type Side,
  ZERO,
  plus,
} from '@fairlot/domain';
import type { AccountId, Event, OrderId, OrderPlaced, PositionOpened, StopOutExplanation } from '@fairlot/engine';

/** An order with its whole history, as its owner sees it. */
export interface OrderView {
  readonly id: OrderId;
  readonly account: AccountId;
  readonly instrument: InstrumentId;
  readonly side: Side;
  readonly kind: OrderKind;
  readonly status: OrderStatus;
  readonly lots: Lots;
  readonly leverage: number;
  readonly target?: Price | undefined;
  readonly price?: Price | undefined;
  readonly stopLoss?: Price | undefined;
  readonly takeProfit?: Price | undefined;
  readonly margin: Money;
  readonly fee: Money;
  readonly swap: Money;
  /** Epoch milliseconds of market time. */
  readonly createdAt: number;
  readonly openedAt?: number | undefined;
  readonly endedAt?: number | undefined;
  readonly closePrice?: Price | undefined;
  readonly profit?: Money | undefined;
  readonly endReason?: CloseReason | CancelReason | undefined;
  readonly openQuote?: Quote | undefined;
  readonly closeQuote?: Quote | undefined;
  readonly explanation?: StopOutExplanation | undefined;
  /** The distance of its prices from the market's; absent for none. */
  readonly markup?: Markup | undefined;
}

/** Events that concern an order. */
type OrderEvent = Extract<Event, { readonly order: OrderId }>;

export function isOrderEvent(event: Event): event is OrderEvent {
  return 'order' in event;
}

/** Applies an event at the command's time. Undefined for an unknown order, unless the event creates it. */
export function afterEvent(view: OrderView | undefined, event: OrderEvent, time: number): OrderView | undefined {
  if (event.type === 'orderPlaced') return newOrder(event, 'pending', time);
  if (event.type === 'positionOpened') return opened(view, event, time);
  return view === undefined ? undefined : changed(view, event, time);
}

function changed(view: OrderView, event: Exclude<OrderEvent, OrderPlaced | PositionOpened>, time: number): OrderView {
  if (event.type === 'stopsChanged') return { ...view, stopLoss: event.stopLoss, takeProfit: event.takeProfit };
  if (event.type === 'orderAmended')
    return { ...view, kind: event.kind, target: event.target, margin: event.margin, fee: event.fee };
  // The fill stays as it was.
  if (event.type === 'fillCorrected') return view;
  if (event.type === 'swapCharged') return { ...view, swap: plus(view.swap, event.amount) };
  if (event.type === 'orderCancelled') return { ...view, status: 'cancelled', endedAt: time, endReason: event.reason };
  return {
    ...view,
    status: 'closed',
    endedAt: time,
    closePrice: event.price,
    profit: event.profit,
    endReason: event.reason,
    closeQuote: event.quote,
    explanation: event.explanation,
  };
}

function newOrder(event: OrderPlaced | PositionOpened, status: 'pending' | 'open', time: number): OrderView {
  return {
    id: event.order,
    account: event.account,
    instrument: event.instrument,
    side: event.side,
    kind: event.kind,
    status,
    lots: event.lots,
    leverage: event.leverage,
    target: event.target,
    stopLoss: event.stopLoss,
    takeProfit: event.takeProfit,
    markup: event.markup,
    margin: event.margin,
    fee: event.fee,
    swap: ZERO,
    createdAt: time,
  };
}

/** A filled pending order keeps its creation time. Margin and fee are those of the fill. */
function opened(view: OrderView | undefined, event: PositionOpened, time: number): OrderView {
  return {
    ...newOrder(event, 'open', view?.createdAt ?? time),
    price: event.price,
    openedAt: time,
    openQuote: event.quote,
  };
}
