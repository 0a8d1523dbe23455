import { conversionOf, formatLotsText, formatResult, levelPreview, priceNumber, signOf } from '@fairlot/client';
import type { OrderRecord, PreviewMarket } from '@fairlot/client';
import { formatMoney, parseLots, parsePrice } from '@fairlot/domain';
import type { OrderKind } from '@fairlot/domain';
import type { LineRole, PriceLine } from '../../../chart/chart-port.ts';
import { figure } from '../../../ordering/levels.ts';
import type { LevelName } from '../../../ordering/levels.ts';
import { orderNameKey, pendingNameKey } from '../../../ordering/order-words.ts';
import type { OrderNameKey } from '../../../ordering/order-words.ts';
import type { TicketDraft } from '../ticket/draft.ts';
import { lineId } from './moves.ts';

/** Words on the lines. */
export interface LineWords {
  /** What an order is: its side and, while it waits, its kind. */
  readonly name: (key: OrderNameKey) => string;
  readonly stopLoss: string;
  readonly takeProfit: string;
}

/** More lines than this on one chart hide the candles. */
const MOST_ORDERS = 12;

/** What the lines of orders are drawn from besides the orders. */
export interface LineScene {
  readonly market: PreviewMarket;
  readonly words: LineWords;
  /** The result of an open position now, in dollars; undefined where the feed does not know it. */
  readonly resultOf: (order: number) => string | undefined;
  /** Whether results are of now; the last known ones have no colour. */
  readonly current: boolean;
}

/** The orders that have lines on an instrument's chart. */
export function ordersOn(orders: readonly OrderRecord[], instrument: number): OrderRecord[] {
  return orders.filter((order) => order.ForexTradeLists.Id === instrument && order.Status <= 1).slice(0, MOST_ORDERS);
}

/** Lines of an open position or pending order, with its stop and target. */
export function orderLines(order: OrderRecord, scene: LineScene): PriceLine[] {
  const { words } = scene;
  const side = order.OrderType === 1 ? 'buy' : 'sell';
  const pending = order.Status === 0;
  const name = `${words.name(orderNameKey(order))} ${formatLotsText(order.Quantity)}`;
  const { result } = pending ? {} : worth(scene.resultOf(order.Id) ?? order.FactProfits);
  return [
    ...line(
      {
        id: lineId(order.Id),
        role: pending ? 'pending' : side,
        label: name,
        ...(result !== undefined && { result: scene.current ? result : { ...result, sign: 0 } }),
      },
      pending ? order.OriginPrice : order.Price,
    ),
    ...levelLine(order, 'stopLoss', scene),
    ...levelLine(order, 'takeProfit', scene),
  ];
}

function levelLine(order: OrderRecord, level: LevelName, { market, words }: LineScene): PriceLine[] {
  const price = level === 'stopLoss' ? order.TargetLossPrice : order.TargetProfitPrice;
  return line(
    { id: lineId(order.Id, level), role: level, label: words[level], ...worth(resultAt(order, price, market)) },
    price,
  );
}

/** The result of an order if it closes at a price, by the functions that the engine uses. */
function resultAt(order: OrderRecord, price: string, market: PreviewMarket): string | undefined {
  const [at, open, volume] = [
    parsePrice(price),
    parsePrice(order.Status === 0 ? order.OriginPrice : order.Price),
    parseLots(order.Quantity),
  ];
  const conversion = conversionOf(market);
  if (at === undefined || open === undefined || volume === undefined || conversion === undefined) return undefined;
  return formatMoney(
    levelPreview(market.instrument, order.OrderType === 1 ? 'buy' : 'sell', volume, open, at, conversion).result,
  );
}

/** Lines of the ticket that is being written; dragged, they write into it. `kind` is what its price makes of a pending order. */
export function draftLines(draft: TicketDraft, kind: OrderKind | undefined, words: LineWords): PriceLine[] {
  return [
    draft.mode === 'pending'
      ? line(
          { id: 'draft-target', role: 'draft', label: words.name(pendingNameKey(draft.side, kind)) },
          figure(draft.target),
        )
      : [],
    draft.stopLoss.on
      ? line({ id: 'draft-stopLoss', role: 'stopLoss', label: words.stopLoss }, figure(draft.stopLoss.text))
      : [],
    draft.takeProfit.on
      ? line({ id: 'draft-takeProfit', role: 'takeProfit', label: words.takeProfit }, figure(draft.takeProfit.text))
      : [],
  ]
    .flat()
    .map((drawn) => ({ ...drawn, inView: true }));
}

/** A change of the ticket that the drag of one of its lines means; undefined for other lines. */
export function draftChange(id: string, price: string): Partial<TicketDraft> | undefined {
  if (id === 'draft-target') return { target: price };
  if (id === 'draft-stopLoss') return { stopLoss: { on: true, text: price } };
  return id === 'draft-takeProfit' ? { takeProfit: { on: true, text: price } } : undefined;
}

function worth(dollars: string | undefined): Pick<PriceLine, 'result'> {
  return dollars === undefined ? {} : { result: { text: formatResult(dollars), sign: signOf(dollars) } };
}

function line(
  given: Omit<PriceLine, 'price' | 'role' | 'movable'> & { readonly role: LineRole },
  text: string,
): PriceLine[] {
  const at = parsePrice(text);
  return at === undefined ? [] : [{ ...given, price: priceNumber(at), movable: true }];
}
