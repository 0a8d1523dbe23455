import type { orderRecord } from '@fairlot/contract';
import type {
  CancelReason,
  CloseReason,
  Lots,
  Markup,
  Money,
  OrderKind,
  OrderStatus,
  PartialLevel,
  PendingKind,
  Price,
  PriceTerms,
  Side,
} from '@fairlot/domain';
import { asMoney, asPrice } from '@fairlot/domain';
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
  /** The limit of a stop-limit order, also when it has become a limit or a position. */
  readonly limitPrice?: Price | undefined;
  /** The other order of a linked pair, which may have ended. */
  readonly linked?: number | undefined;
  /** Market time in epoch milliseconds at which a pending order ends; undefined for good till cancelled. */
  readonly expiresAt?: number | undefined;
  /** undefined before it opened. */
  readonly openPrice: Price | undefined;
  /** Price of the closing side when the order was read, or the price at which it closed. */
  readonly closePrice: Price | undefined;
  /** Floating or realised result, before fee, swap and premium. */
  readonly profit: Money;
  readonly margin: Money;
  readonly fee: Money;
  readonly swap: Money;
  /** undefined: off. */
  readonly stopLoss: Price | undefined;
  readonly takeProfit: Price | undefined;
  /** The distance at which the stop-loss follows the closing price; undefined: it stays. */
  readonly trailing?: Price | undefined;
  /** The agreed premium of a guaranteed stop-loss as a distance in price; undefined for a plain one. */
  readonly premium?: Price | undefined;
  /** Dollars that the premium would be at the conversion of when the order was read; undefined while that is not known. */
  readonly premiumCost?: Money | undefined;
  /** A guarantee that set the closing price: the market's price, and dollars paid by the house and by the client. */
  readonly guarantee?: { readonly marketPrice: Price; readonly gap: Money; readonly premium: Money } | undefined;
  /** Stops and targets on parts of the position; undefined for none. */
  readonly levels?: readonly PartialLevel[] | undefined;
  readonly placedAt: string;
  readonly openedAt: string | null;
  readonly endedAt: string | null;
  /** null while the order is pending or open. */
  readonly endReason: EndReason | null;
  readonly openQuote: FillQuote | null;
  readonly closeQuote: FillQuote | null;
  /** The distance of its prices from the market's; undefined for none. */
  readonly markup?: Markup | undefined;
  /** Version of the terms by which its fee was computed; null for an order from before versions were stored. */
  readonly terms: string | null;
  /** The position that this closed part was split off; null for any other order. */
  readonly parent: number | null;
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
    // A stop-limit order is a stop with a limit.
    kind: record.Kind === 'stop_limit' ? 'stop' : record.Kind,
    status,
    lots: lotsOf(record.Quantity),
    leverage: record.Multiple,
    target: priceOf(record.OriginPrice, terms),
    limitPrice: priceOf(record.LimitPrice ?? '0', terms),
    linked: record.LinkedOrder ?? undefined,
    expiresAt: record.ExpiresAt ?? undefined,
    openPrice: priceOf(record.Price, terms),
    closePrice: priceOf(record.UpdatePrice, terms),
    profit: moneyOf(record.FactProfits),
    margin: moneyOf(record.CautionMoney),
    fee: moneyOf(record.TradeFee),
    swap: moneyOf(record.Swap),
    stopLoss: priceOf(record.TargetLossPrice, terms),
    takeProfit: priceOf(record.TargetProfitPrice, terms),
    ...(record.TrailingDistance !== undefined && { trailing: priceOf(record.TrailingDistance, terms) }),
    ...guaranteeFrom(record, terms),
    ...(record.PartialLevels !== undefined && {
      levels: record.PartialLevels.flatMap((level) => partialLevelFrom(level, terms)),
    }),
    placedAt: record.CreateTimeHandler,
    openedAt: record.OpenTimeHandler,
    endedAt: record.CompleteTimeHandler,
    endReason: record.EndReason,
    openQuote: record.OpenQuote === null ? null : fillQuoteFrom(record.OpenQuote, terms),
    closeQuote: record.CloseQuote === null ? null : fillQuoteFrom(record.CloseQuote, terms),
    markup: markupOf(record.Markup, terms),
    terms: record.Terms ?? null,
    parent: record.Parent ?? null,
  };
}

/** A premium of zero is a guarantee too. */
function guaranteeFrom(record: OrderRecord, terms: PriceTerms): Pick<Order, 'premium' | 'premiumCost' | 'guarantee'> {
  const { Guaranteed, GuaranteePremium = '0', GuaranteeCost: cost, Guarantee: used } = record;
  const marketPrice = used === undefined || used === null ? undefined : priceOf(used.MarketPrice, terms);
  return {
    ...(Guaranteed === true && { premium: priceOf(GuaranteePremium, terms) ?? asPrice(0n) }),
    ...(cost !== undefined && cost !== null && { premiumCost: moneyOf(cost) }),
    ...(used &&
      marketPrice !== undefined && {
        guarantee: { marketPrice, gap: moneyOf(used.Gap), premium: moneyOf(used.Premium) },
      }),
  };
}

function partialLevelFrom(
  { Type, Quantity, Price }: NonNullable<OrderRecord['PartialLevels']>[number],
  terms: PriceTerms,
): PartialLevel[] {
  const price = priceOf(Price, terms);
  const level = Type === 'stop_loss' ? 'stopLoss' : 'takeProfit';
  return price === undefined ? [] : [{ level, lots: lotsOf(Quantity), price }];
}

/** The new partial levels of a position; figures are plain decimals. */
export interface PartialLevelsChange {
  readonly id: number;
  readonly levels: readonly {
    readonly level: PartialLevel['level'];
    readonly lots: string;
    readonly price: string;
  }[];
}

export function partialLevelsInput({ id, levels }: PartialLevelsChange): CallInput<'setPartialLevels'> {
  return {
    id,
    levels: levels.map(({ level, lots, price }) => ({
      type: level === 'stopLoss' ? ('stop_loss' as const) : ('take_profit' as const),
      cont: lots,
      price,
    })),
  };
}

/** Reads one page of the signed-in account's orders, newest first; of the history, only orders with the tag if given. */
export async function readOrders(
  api: Reader,
  { list, page, tag }: { readonly list: OrderList; readonly page: number; readonly tag?: string | undefined },
  options: ReadOptions,
): Promise<RecordPage<Order>> {
  const asked = { status: LIST_STATUS[list], page, ...(tag !== undefined && { tag }) };
  const { data, total } = await api.call('myDeal', asked, options);
  return { items: data.map(orderFrom), total };
}

/** The expiry of a pending order: market time in epoch milliseconds, or the end of the trading day. */
export type Expiry = number | 'day';

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
  /** Expiry of a pending order. Absent: good till cancelled. */
  readonly expiry?: Expiry | undefined;
  /** Makes a stop order a stop-limit order: its worst acceptable fill. */
  readonly limitPrice?: string | undefined;
  /** Target of a second order of the same side: the first of the two that is reached ends the other. */
  readonly linkedTarget?: string | undefined;
  /** Levels of that second order. Absent: off. */
  readonly linkedStopLoss?: string | undefined;
  readonly linkedTakeProfit?: string | undefined;
  /** Absent: off. */
  readonly stopLoss?: string | undefined;
  readonly takeProfit?: string | undefined;
  /** The trailing distance in price. */
  readonly trailing?: string | undefined;
  /** True: the house guarantees the stop-loss of a market order. */
  readonly guaranteed?: boolean | undefined;
  /** The worst acceptable price of a market order. */
  readonly worstPrice?: string | undefined;
  /** Version of the terms that the trader saw (ListedInstrument.terms). */
  readonly terms?: string | undefined;
}

/** A change of an order's levels and trailing distance: a price, or null for off. The server leaves absent ones as they are. */
export interface LevelChange {
  readonly id: number;
  readonly stopLoss?: string | null;
  readonly takeProfit?: string | null;
  readonly trailing?: string | null;
  /** True: guaranteed from now on; false: a plain stop-loss. */
  readonly guaranteed?: boolean;
}

/** A new target of a pending order, with optional level changes. */
export interface OrderChange extends Omit<LevelChange, 'trailing' | 'guaranteed'> {
  readonly target: string;
  /** The kind that the trader was shown for the new target. Absent: the market at arrival decides. */
  readonly kind?: PendingKind | undefined;
  /** Version of the terms that the trader saw (ListedInstrument.terms). */
  readonly terms?: string | undefined;
  /** null: good till cancelled. Absent: as it is. */
  readonly expiry?: Expiry | null | undefined;
  /** Moves the levels with the target. Not together with new ones. */
  readonly movesLevels?: boolean | undefined;
}

/**
 * The payload of an order; specification, sections 4 and 7. A market order is valid until a moment of market time: a
 * retry after a lost first try must not deal at a later price.
 */
export function submitInput(order: NewOrder, validUntil?: number): CallInput<'submit'> {
  const { target, leverage, worstPrice, terms, expiry, limitPrice, linkedTarget } = order;
  const kind = limitPrice === undefined ? order.kind : 'stop_limit';
  return {
    type: order.side === 'buy' ? 1 : 2,
    cont: order.lots,
    forex_id: order.instrument,
    status: target === undefined ? '1' : '0',
    target_price: target ?? '0',
    ...(target !== undefined && kind !== undefined && { kind }),
    ...(target !== undefined && expiry !== undefined && { expires_at: expiry }),
    ...(target !== undefined && limitPrice !== undefined && { limit_price: limitPrice }),
    ...(target !== undefined && linkedTarget !== undefined && linkedInput(order, linkedTarget)),
    stop_loss_price: order.stopLoss ?? '0',
    target_profit_price: order.takeProfit ?? '0',
    ...(order.trailing !== undefined && { trailing_distance: order.trailing }),
    ...(target === undefined && order.guaranteed === true && { guaranteed: true }),
    ...(leverage !== undefined && { multiple: String(leverage) }),
    ...(target === undefined && worstPrice !== undefined && { worst_price: worstPrice }),
    ...(target === undefined && validUntil !== undefined && { valid_until: validUntil }),
    ...(terms !== undefined && { terms }),
  };
}

/** The second order of a linked pair. */
function linkedInput(
  { linkedStopLoss, linkedTakeProfit }: NewOrder,
  target: string,
): Pick<CallInput<'submit'>, 'oco_price' | 'oco_stop_loss_price' | 'oco_target_profit_price'> {
  return {
    oco_price: target,
    ...(linkedStopLoss !== undefined && { oco_stop_loss_price: linkedStopLoss }),
    ...(linkedTakeProfit !== undefined && { oco_target_profit_price: linkedTakeProfit }),
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

export function levelInput({ id, stopLoss, takeProfit, trailing, guaranteed }: LevelChange): CallInput<'setStopPrice'> {
  return {
    id,
    ...(stopLoss !== undefined && { stop_loss_price: stopLoss ?? '0' }),
    ...(takeProfit !== undefined && { target_profit_price: takeProfit ?? '0' }),
    ...(trailing !== undefined && { trailing_distance: trailing ?? '0' }),
    ...(guaranteed !== undefined && { guaranteed }),
  };
}

export function amendInput({
  target,
  kind,
  terms,
  expiry,
  movesLevels,
  ...levels
}: OrderChange): CallInput<'amendPendingOrder'> {
  return {
    ...levelInput(levels),
    target_price: target,
    ...(kind !== undefined && { kind }),
    ...(terms !== undefined && { terms }),
    ...(expiry !== undefined && { expires_at: expiry ?? 0 }),
    ...(movesLevels === true && { move_stops: '1' }),
  };
}

/** The payload of a close. `worstPrice` is the worst acceptable price; absent: any. `lots`: absent for the whole position. */
export function closeInput(id: number, worstPrice: string | undefined, lots?: string): CallInput<'close'> {
  return {
    id,
    ...(lots !== undefined && { cont: lots }),
    ...(worstPrice !== undefined && { worst_price: worstPrice }),
  };
}

/**
 * Places an order by a single call. The pages place users' orders through intents, which find out the outcome after a
 * lost answer.
 */
export async function placeOrder(api: Reader, order: NewOrder, options: ReadOptions): Promise<Order> {
  return orderFrom((await api.call('submit', submitInput(order), options)).order);
}

/** Result of a closed position after its fee, swap and premium, as statements have it. */
export function netResult({ profit, fee, swap, guarantee }: Order): Money {
  return asMoney(profit - fee + swap - (guarantee?.premium ?? 0n));
}

/** True for a pending or an open order. */
export function isAlive({ status }: Pick<Order, 'status'>): boolean {
  return status === 'pending' || status === 'open';
}
