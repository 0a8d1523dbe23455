import {
  conversionOf,
  formatLotsText,
  formatResult,
  isAlive,
  levelPreview,
  priceNumber,
  signOf,
} from '@fairlot/client';
import type { Order, PreviewMarket } from '@fairlot/client';
import { parsePrice } from '@fairlot/domain';
import type { Money, OrderKind, PartialLevel, Price, PriceTerms } from '@fairlot/domain';
import type { LineRole, PriceLine } from '../../../chart/chart-port.ts';
import { figure } from '../form/levels.ts';
import type { LevelName } from '../form/levels.ts';
import { withPrice } from '../form/measure.ts';
import { orderNameKey, pendingNameKey } from '../../../shared/orders/order-words.ts';
import type { OrderNameKey } from '../../../shared/orders/order-words.ts';
import type { TicketDraft } from '../ticket/draft.ts';
import { lineId } from './moves.ts';

/** Texts on the lines. */
export interface LineWords {
  /** Formats an order's name: its side and, while pending, its kind. */
  readonly name: (key: OrderNameKey) => string;
  readonly stopLoss: string;
  readonly takeProfit: string;
  /** A stop-loss that follows the price. */
  readonly trailing: string;
  /** A stop-loss at whose price the house closes whatever the market does. */
  readonly guaranteed: string;
}

/** Limit of orders with lines on one chart; more would hide the candles. */
const MOST_ORDERS = 12;

/** Inputs of the lines besides the orders. */
export interface LineContext {
  readonly market: PreviewMarket;
  readonly words: LineWords;
  /** Live result of an open position in US dollars; undefined if the feed does not have it. */
  readonly resultOf: (order: number) => string | undefined;
  /** True while results are live; otherwise they are drawn without colour. */
  readonly current: boolean;
}

/** The orders with lines on an instrument's chart. */
export function ordersOn(orders: readonly Order[], instrument: number): Order[] {
  return orders.filter((order) => order.instrument.id === instrument && isAlive(order)).slice(0, MOST_ORDERS);
}

/** Lines of a position or pending order, with its stop-loss and take-profit. */
export function orderLines(order: Order, context: LineContext): PriceLine[] {
  const { words } = context;
  const side = order.side;
  const pending = order.status === 'pending';
  const name = `${words.name(orderNameKey(order))} ${formatLotsText(order.lots)}`;
  const { result } = pending ? {} : resultFigure(context.resultOf(order.id) ?? order.profit);
  return [
    ...line(
      {
        id: lineId(order.id),
        role: pending ? 'pending' : side,
        label: name,
        ...(result !== undefined && { result: context.current ? result : { ...result, sign: 0 } }),
      },
      pending ? order.target : order.openPrice,
      order.instrument,
    ),
    ...levelLine(order, 'stopLoss', context),
    ...levelLine(order, 'takeProfit', context),
    ...(order.levels ?? []).flatMap((level, at) => partialLine(order, level, at, context)),
  ];
}

function levelLine(order: Order, level: LevelName, { market, words }: LineContext): PriceLine[] {
  const price = order[level];
  const label = level === 'stopLoss' ? stopWord(order, words) : words.takeProfit;
  return line(
    { id: lineId(order.id, level), role: level, label, ...resultFigure(resultAt(order, price, market)) },
    price,
    order.instrument,
  );
}

function stopWord({ trailing, premium }: Order, words: LineWords): string {
  if (premium !== undefined) return words.guaranteed;
  return trailing === undefined ? words.stopLoss : words.trailing;
}

/** The line of a level for a part. It can't be dragged: a drag has no lots. */
function partialLine(
  order: Order,
  { level, lots, price }: PartialLevel,
  at: number,
  context: LineContext,
): PriceLine[] {
  const label = `${context.words[level]} ${formatLotsText(lots)}`;
  const part = { ...order, lots };
  return line(
    {
      id: `${lineId(order.id)}-part-${at}`,
      role: level,
      label,
      ...resultFigure(resultAt(part, price, context.market)),
    },
    price,
    order.instrument,
  ).map((drawn) => ({ ...drawn, movable: false }));
}

/** Result of an order if it closes at a price, computed with the engine's functions. */
function resultAt(order: Order, at: Price | undefined, market: PreviewMarket): Money | undefined {
  const open = order.status === 'pending' ? order.target : order.openPrice;
  const conversion = conversionOf(market);
  if (at === undefined || open === undefined || conversion === undefined) return undefined;
  return levelPreview(market.instrument, order.side, order.lots, open, at, conversion).result;
}

/**
 * Lines of the order being typed in the ticket; dragging them changes the ticket. `kind` is the kind that it is
 * sent as.
 */
export function draftLines(
  draft: TicketDraft,
  kind: OrderKind | undefined,
  words: LineWords,
  terms: PriceTerms,
): PriceLine[] {
  const isGuaranteed = draft.mode === 'market' && draft.guaranteed === true;
  const typed = (given: LineFacts, text: string): PriceLine[] => line(given, parsePrice(figure(text), terms), terms);
  return [
    draft.mode === 'pending'
      ? typed({ id: 'draft-target', role: 'draft', label: words.name(pendingNameKey(draft.side, kind)) }, draft.target)
      : [],
    draft.stopLoss.on
      ? typed(
          { id: 'draft-stopLoss', role: 'stopLoss', label: isGuaranteed ? words.guaranteed : words.stopLoss },
          draft.stopLoss.text,
        )
      : [],
    draft.takeProfit.on
      ? typed({ id: 'draft-takeProfit', role: 'takeProfit', label: words.takeProfit }, draft.takeProfit.text)
      : [],
  ]
    .flat()
    .map((drawn) => ({ ...drawn, inView: true }));
}

/** The ticket's change for a drag of one of its lines; undefined for other lines. */
export function draftChange(id: string, price: string, draft: TicketDraft): Partial<TicketDraft> | undefined {
  if (id === 'draft-target') return { target: price };
  if (id === 'draft-stopLoss') return { stopLoss: withPrice(draft.stopLoss, price) };
  return id === 'draft-takeProfit' ? { takeProfit: withPrice(draft.takeProfit, price) } : undefined;
}

function resultFigure(dollars: Money | string | undefined): Pick<PriceLine, 'result'> {
  return dollars === undefined ? {} : { result: { text: formatResult(dollars), sign: signOf(dollars) } };
}

/** A line without its price. */
type LineFacts = Omit<PriceLine, 'price' | 'role' | 'movable'> & { readonly role: LineRole };

function line(given: LineFacts, at: Price | undefined, terms: PriceTerms): PriceLine[] {
  return at === undefined ? [] : [{ ...given, price: priceNumber(at, terms), movable: true }];
}
