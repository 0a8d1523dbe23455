import type { OutputOf, orderExplanationCalls } from '@fairlot/contract';
import {
  type Money,
  ZERO,
  asMoney,
  formatLots,
  formatMoney,
  formatRate,
  minus,
  plus,
  prepaymentRatio,
} from '@fairlot/domain';
import type { OrderId, PositionClosed } from '@fairlot/engine';
import type { MarketData } from '../../market/port.ts';
import type { StopOutRow } from '../../trading/read-stop-out.ts';
import { presentConversion } from './order-presenter.ts';
import type { OrderRow } from './trades.ts';
import { nameOf, priceWriter, timeText } from './wire.ts';

type WireStopOut = OutputOf<typeof orderExplanationCalls.stopOut>;
type Standing = NonNullable<WireStopOut['after']>;
type Market = Pick<MarketData, 'instrument'>;
type ForcedClose = PositionClosed & { readonly explanation: NonNullable<PositionClosed['explanation']> };

/**
 * Presents a stop-out: the cancelled orders, each closed position with the figures that led to it, and the result.
 * `orders` must contain all orders that it ended.
 */
export function presentStopOut(row: StopOutRow, orders: ReadonlyMap<OrderId, OrderRow>, market: Market): WireStopOut {
  const orderOf = (id: OrderId): OrderRow => {
    const order = orders.get(id);
    if (order === undefined) throw new Error(`order ${id} of the stop-out in row ${row.seq} is missing`);
    return order;
  };
  const closes = row.events.filter(
    (event): event is ForcedClose => event.type === 'positionClosed' && event.explanation !== undefined,
  );
  const cancels = row.events.filter((event) => event.type === 'orderCancelled');
  const released = new Map<number, Money>();
  for (const event of row.events)
    if (event.type === 'transferred' && event.kind === 'release' && event.reference !== undefined)
      released.set(event.reference, event.amount);
  const [first] = closes;
  const last = closes.at(-1);
  return {
    time: timeText(row.time),
    seq: row.seq,
    level: first?.explanation.stopOutPercent ?? null,
    before:
      first === undefined
        ? null
        : standing(equityBefore(row, first, sum(released.values())), first.explanation.usedMargin),
    cancelled: cancels.map(({ order: id }) => ({
      ...identity(orderOf(id), market),
      released: formatMoney(released.get(id) ?? ZERO),
    })),
    closed: closes.map((event) => presentClose(event, orderOf(event.order), market)),
    // A close at the valuation price leaves equity unchanged and releases the position's margin, or what tiers make of it.
    after:
      last === undefined
        ? null
        : standing(last.explanation.equity, minus(last.explanation.usedMargin, releasedBy(last, orderOf(last.order)))),
    cover: formatMoney(
      sum(
        row.events
          .filter((event) => event.type === 'transferred' && event.kind === 'negativeBalanceCover')
          .map((event) => ('amount' in event ? event.amount : ZERO)),
      ),
    ),
  };
}

function presentClose(event: ForcedClose, order: OrderRow, market: Market): WireStopOut['closed'][number] {
  const { instrument, ...rest } = identity(order, market);
  const { explanation, quote } = event;
  const written = priceWriter(market, order.instrument);
  return {
    ...rest,
    instrument,
    before: standing(explanation.equity, explanation.usedMargin),
    loss: formatMoney(explanation.loss),
    price: written(event.price),
    profit: formatMoney(event.profit),
    margin: formatMoney(asMoney(order.margin)),
    quote: {
      Seq: quote.seq,
      Time: quote.time,
      Bid: written(quote.bid),
      Ask: written(quote.ask),
    },
    conversion_quote: presentConversion(event.conversionQuote, market),
  };
}

/** By rules before these, a reserve lowered the equity, and cancelling its order raised it again. */
const RESERVES_COUNT_SINCE = 6;

/** Equity before the cancellations, which come first. */
function equityBefore({ rules }: StopOutRow, { explanation: { equity } }: ForcedClose, released: Money): Money {
  return rules < RESERVES_COUNT_SINCE ? minus(equity, released) : equity;
}

/** The used margin that a close released. */
function releasedBy({ explanation }: ForcedClose, order: OrderRow): Money {
  return explanation.releases ?? asMoney(order.margin);
}

function identity(
  order: OrderRow,
  market: Market,
): Pick<WireStopOut['cancelled'][number], 'id' | 'instrument' | 'side' | 'lots'> {
  return {
    id: Number(order.id),
    instrument: nameOf(market, order.instrument),
    side: order.side,
    lots: formatLots(order.lots as Parameters<typeof formatLots>[0]),
  };
}

function standing(equity: Money, usedMargin: Money): Standing {
  const ratio = prepaymentRatio({ balance: equity, reserved: ZERO, floatingProfit: ZERO, usedMargin });
  return {
    equity: formatMoney(equity),
    used_margin: formatMoney(usedMargin),
    ratio: ratio === undefined ? null : formatRate(ratio, 2),
  };
}

function sum(amounts: Iterable<Money>): Money {
  let all = ZERO;
  for (const amount of amounts) all = plus(all, amount);
  return all;
}
