import {
  type CancelReason,
  type CloseReason,
  type InstrumentId,
  type Lots,
  type Markup,
  type Money,
  type OrderKind,
  type OrderStatus,
  type PartialLevel,
  type Price,
  type Quote,
  type Side,
  ZERO,
  minus,
  plus,
} from '@fairlot/domain';
import type {
  AccountId,
  Event,
  OrderId,
  OrderPlaced,
  PositionOpened,
  PositionSplit,
  StopOutExplanation,
  UsedGuarantee,
} from '@fairlot/engine';

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
  /** The limit of a stop-limit order, also when it has become a limit or a position. */
  readonly limitPrice?: Price | undefined;
  /** The other order of a linked pair, which may have ended. */
  readonly oco?: OrderId | undefined;
  /** Market time at which it ends while pending; absent for good till cancelled. */
  readonly expiresAt?: number | undefined;
  readonly price?: Price | undefined;
  readonly stopLoss?: Price | undefined;
  readonly takeProfit?: Price | undefined;
  /** The distance at which the stop-loss follows the price. */
  readonly trailing?: Price | undefined;
  /** The agreed premium of a guaranteed stop-loss as a distance in price; absent for a plain one. */
  readonly premium?: Price | undefined;
  /** Partial levels in canonical order; absent for none. */
  readonly levels?: readonly PartialLevel[] | undefined;
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
  /** Present when the guarantee set the closing price. */
  readonly guarantee?: UsedGuarantee | undefined;
  /** The distance of its prices from the market's; absent for none. */
  readonly markup?: Markup | undefined;
  /** Version of the terms by which its fee was computed; absent for an order from before versions were stored. */
  readonly terms?: string | undefined;
  /** The position that a closed part was split off. */
  readonly parent?: OrderId | undefined;
}

/** Events that concern an order. */
type OrderEvent = Extract<Event, { readonly order: OrderId }>;
type ChangeOfOne = Exclude<OrderEvent, PositionSplit>;

export function isOrderEvent(event: Event): event is OrderEvent {
  return 'order' in event;
}

/** Applies an event at the command's time. Undefined for an unknown order, unless the event creates it. */
export function afterEvent(view: OrderView | undefined, event: ChangeOfOne, time: number): OrderView | undefined {
  if (event.type === 'orderPlaced') return newOrder(event, 'pending', time);
  if (event.type === 'positionOpened') return opened(view, event, time);
  return view === undefined ? undefined : changed(view, event, time);
}

/** A position that was split, as its part and its rest. */
export function afterSplit(
  view: OrderView,
  { order, part, lots, margin, fee, swap, stopLoss, takeProfit }: PositionSplit,
): readonly [part: OrderView, rest: OrderView] {
  return [
    { ...view, id: part, parent: order, lots, margin, fee, swap, stopLoss, takeProfit, levels: undefined },
    {
      ...view,
      lots: minus(view.lots, lots),
      margin: minus(view.margin, margin),
      fee: minus(view.fee, fee),
      swap: minus(view.swap, swap),
    },
  ];
}

function changed(view: OrderView, event: Exclude<ChangeOfOne, OrderPlaced | PositionOpened>, time: number): OrderView {
  if (event.type === 'stopsChanged')
    return {
      ...view,
      stopLoss: event.stopLoss,
      takeProfit: event.takeProfit,
      trailing: event.trailing,
      premium: event.premium,
    };
  if (event.type === 'partialLevelsChanged')
    return { ...view, levels: event.levels.length === 0 ? undefined : event.levels };
  if (event.type === 'orderAmended')
    return {
      ...view,
      kind: event.kind,
      target: event.target,
      limitPrice: event.limitPrice,
      margin: event.margin,
      fee: event.fee,
    };
  if (event.type === 'stopReached') return { ...view, kind: 'limit', target: event.target };
  if (event.type === 'expiryChanged') return { ...view, expiresAt: event.expiresAt };
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
    guarantee: event.guarantee,
  };
}

/** Has every field, those of later events as undefined, so that their copies add none (docs/performance.md, "Copies of objects"). */
function newOrder(event: OrderPlaced | PositionOpened, status: 'pending' | 'open', time: number): Required<OrderView> {
  const placed = event.type === 'orderPlaced' ? event : undefined;
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
    limitPrice: placed?.limitPrice,
    oco: placed?.oco,
    expiresAt: placed?.expiresAt,
    price: undefined,
    stopLoss: event.stopLoss,
    takeProfit: event.takeProfit,
    trailing: event.trailing,
    premium: undefined,
    levels: undefined,
    markup: event.markup,
    margin: event.margin,
    fee: event.fee,
    swap: ZERO,
    createdAt: time,
    openedAt: undefined,
    endedAt: undefined,
    closePrice: undefined,
    profit: undefined,
    endReason: undefined,
    openQuote: undefined,
    closeQuote: undefined,
    explanation: undefined,
    guarantee: undefined,
    terms: undefined,
    parent: undefined,
  };
}

/** A filled pending order keeps its creation time. Margin and fee are those of the fill. */
function opened(view: OrderView | undefined, event: PositionOpened, time: number): OrderView {
  return {
    ...newOrder(event, 'open', view?.createdAt ?? time),
    terms: view?.terms,
    limitPrice: view?.limitPrice,
    oco: view?.oco,
    price: event.price,
    openedAt: time,
    openQuote: event.quote,
    premium: event.premium,
  };
}
