import type { orderRecord } from '@fairlot/contract';
import type {
  CancelReason,
  CloseReason,
  Lots,
  Markup,
  Money,
  OrderKind,
  OrderStatus,
  PendingKind,
  Price,
  Side,
} from '@fairlot/domain';
import type { z } from 'zod/mini';
import type { CallInput } from '../http/types.ts';
import { fillQuoteFrom } from './quote.ts';
import type { FillQuote } from './quote.ts';
import type { ReadOptions, Reader, RecordPage } from './read.ts';
import { countOf, lotsOf, markupOf, moneyOf, priceOf } from './units.ts';

export type OrderRecord = z.output<typeof orderRecord>;

/** The reason why an order ended. A newer server may send one that this version does not know. */
export type EndReason = CloseReason | CancelReason | (string & {});

/** An order, from its placing to its end. */
export interface Order {
  readonly id: number;
  readonly instrument: {
    readonly id: number;
    readonly code: string;
    readonly showCode: string;
    readonly logo: string;
    readonly pricePrecision: number;
    readonly unitsPerLot: bigint;
  };
  readonly side: Side;
  readonly kind: OrderKind;
  readonly status: OrderStatus;
  readonly lots: Lots;
  readonly leverage: number;
  /** Target of a limit or stop order; undefined for a market order. */
  readonly target: Price | undefined;
  /** undefined before it opened. */
  readonly openPrice: Price | undefined;
  /** Price of the closing side when the order was read, or the price at which it closed. */
  readonly closePrice: Price | undefined;
  /** Floating or realised result, before fee and swap. */
  readonly profit: Money;
  readonly margin: Money;
  readonly fee: Money;
  readonly swap: Money;
  /** undefined: off. */
  readonly stopLoss: Price | undefined;
  readonly takeProfit: Price | undefined;
  readonly placedAt: string;
  readonly openedAt: string | null;
  readonly endedAt: string | null;
  /** null while the order is pending or open. */
  readonly endReason: EndReason | null;
  readonly openQuote: FillQuote | null;
  readonly closeQuote: FillQuote | null;
  /** The distance of its prices from the market's; undefined for none. */
  readonly markup?: Markup | undefined;
}

/** The lists of orders. The history contains closed and cancelled ones. */
export type OrderList = 'holding' | 'pending' | 'history';

const LIST_STATUS = { holding: '1', pending: '0', history: '3' } as const;
const STATUSES: readonly OrderStatus[] = ['pending', 'open', 'cancelled', 'closed'];

export function orderFrom(record: OrderRecord): Order {
  const { ForexTradeLists: instrument } = record;
  const status = STATUSES[record.Status];
  const terms = { pricePrecision: instrument.PricePrecision };
  if (status === undefined) throw new RangeError(`order ${record.Id} has the unknown status ${record.Status}`);
  return {
    id: record.Id,
    instrument: {
      id: instrument.Id,
      code: instrument.Code,
      showCode: instrument.ShowCode,
      logo: instrument.Logo,
      pricePrecision: instrument.PricePrecision,
      unitsPerLot: countOf(instrument.ForexContNum),
    },
    side: record.OrderType === 1 ? 'buy' : 'sell',
    kind: record.Kind,
    status,
    lots: lotsOf(record.Quantity),
    leverage: record.Multiple,
    target: priceOf(record.OriginPrice, terms),
    openPrice: priceOf(record.Price, terms),
    closePrice: priceOf(record.UpdatePrice, terms),
    profit: moneyOf(record.FactProfits),
    margin: moneyOf(record.CautionMoney),
    fee: moneyOf(record.TradeFee),
    swap: moneyOf(record.Swap),
    stopLoss: priceOf(record.TargetLossPrice, terms),
    takeProfit: priceOf(record.TargetProfitPrice, terms),
    placedAt: record.CreateTimeHandler,
    openedAt: record.OpenTimeHandler,
    endedAt: record.CompleteTimeHandler,
    endReason: record.EndReason,
    openQuote: record.OpenQuote === null ? null : fillQuoteFrom(record.OpenQuote, terms),
    closeQuote: record.CloseQuote === null ? null : fillQuoteFrom(record.CloseQuote, terms),
    markup: markupOf(record.Markup, terms),
  };
}

/** Reads one page of the signed-in account's orders, newest first. */
export async function readOrders(
  api: Reader,
  { list, page }: { readonly list: OrderList; readonly page: number },
  options: ReadOptions,
): Promise<RecordPage<Order>> {
  const { data, total } = await api.call('myDeal', { status: LIST_STATUS[list], page }, options);
  return { items: data.map(orderFrom), total };
}

/** An order to place; figures are plain decimals as typed. */
export interface NewOrder {
  readonly instrument: number;
  readonly side: Side;
  readonly lots: string;
  readonly leverage: number | undefined;
  /** Absent for a market order. */
  readonly target?: string | undefined;
  /** The kind that the trader was shown for the target. Absent: the market at arrival decides. */
  readonly kind?: PendingKind | undefined;
  /** Absent: off. */
  readonly stopLoss?: string | undefined;
  readonly takeProfit?: string | undefined;
  /** The worst acceptable price of a market order. */
  readonly worstPrice?: string | undefined;
  /** Version of the terms that the trader saw (ListedInstrument.terms). */
  readonly terms?: string | undefined;
}

/** A change of an order's levels: a price, or null for off. The server leaves an absent level as it is. */
export interface LevelChange {
  readonly id: number;
  readonly stopLoss?: string | null;
  readonly takeProfit?: string | null;
}

/** A new target of a pending order, with optional level changes. */
export interface OrderChange extends LevelChange {
  readonly target: string;
  /** The kind that the trader was shown for the new target. Absent: the market at arrival decides. */
  readonly kind?: PendingKind | undefined;
  /** Version of the terms that the trader saw (ListedInstrument.terms). */
  readonly terms?: string | undefined;
}

/**
 * The payload of an order; specification, sections 4 and 7. A market order is valid until a moment of market time: a
 * retry after a lost first try must not deal at a later price.
 */
export function submitInput(order: NewOrder, validUntil?: number): CallInput<'submit'> {
  const { target, kind, leverage, worstPrice, terms } = order;
  return {
    type: order.side === 'buy' ? 1 : 2,
    cont: order.lots,
    forex_id: order.instrument,
    status: target === undefined ? '1' : '0',
    target_price: target ?? '0',
    ...(target !== undefined && kind !== undefined && { kind }),
    stop_loss_price: order.stopLoss ?? '0',
    target_profit_price: order.takeProfit ?? '0',
    ...(leverage !== undefined && { multiple: String(leverage) }),
    ...(target === undefined && worstPrice !== undefined && { worst_price: worstPrice }),
    ...(target === undefined && validUntil !== undefined && { valid_until: validUntil }),
    ...(terms !== undefined && { terms }),
  };
}

/** Fields that depend on the time of the tap: they differ between two taps that mean the same order. */
const OF_THE_MOMENT: ReadonlySet<string> = new Set(['worst_price', 'valid_until', 'terms']);

/** Serializes the user's choices in an input, to compare two inputs. */
export function chosenPart(input: object): string {
  return JSON.stringify(
    Object.entries(input)
      .filter(([name, value]) => value !== undefined && !OF_THE_MOMENT.has(name))
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}

export function levelInput({ id, stopLoss, takeProfit }: LevelChange): CallInput<'setStopPrice'> {
  return {
    id,
    ...(stopLoss !== undefined && { stop_loss_price: stopLoss ?? '0' }),
    ...(takeProfit !== undefined && { target_profit_price: takeProfit ?? '0' }),
  };
}

export function amendInput({ target, kind, terms, ...levels }: OrderChange): CallInput<'amendPendingOrder'> {
  return {
    ...levelInput(levels),
    target_price: target,
    ...(kind !== undefined && { kind }),
    ...(terms !== undefined && { terms }),
  };
}

/** The payload of a close. `worstPrice` is the worst acceptable price; absent: any. */
export function closeInput(id: number, worstPrice: string | undefined): CallInput<'close'> {
  return { id, ...(worstPrice !== undefined && { worst_price: worstPrice }) };
}

/**
 * Places an order by a single call. The pages place users' orders through intents, which find out the outcome after a
 * lost answer.
 */
export async function placeOrder(api: Reader, order: NewOrder, options: ReadOptions): Promise<Order> {
  return orderFrom((await api.call('submit', submitInput(order), options)).order);
}

/** True for a pending or an open order. */
export function isAlive({ status }: Pick<Order, 'status'>): boolean {
  return status === 'pending' || status === 'open';
}
