import { asQuoteSource, formatMoney } from '@fairlot/domain';
import type { CorrectionRow } from '../../trading/read-corrections.ts';
import type { OpenPosition } from './service.ts';
import type { OrderRow } from './trades.ts';
import {
  type Instruments,
  type WireCorrection,
  type WireStatement,
  type WireTrade,
  lotsText,
  moneyText,
  nameOf,
  priceWriter,
  timeText,
} from './wire.ts';

/** Converts an open position to its wire format, with its value at the end of the statement if known. */
export function presentPosition(
  { order, value }: OpenPosition,
  market: Instruments,
): WireStatement['positions'][number] {
  const instrument = nameOf(market, order.instrument);
  const written = priceWriter(market, order.instrument);
  return {
    id: Number(order.id),
    instrument,
    side: order.side,
    lots: lotsText(order.lots),
    leverage: order.leverage,
    opened_at: timeText(Number(order.opened_at)),
    open_price: written(order.price),
    margin: moneyText(order.margin),
    fee: moneyText(order.fee),
    price: value === undefined ? null : written(value.price),
    profit: value === undefined ? null : formatMoney(value.profit),
  };
}

/** Converts a pending order to its wire format, with its reserved money. */
export function presentPending(order: OrderRow, market: Instruments): NonNullable<WireStatement['pending']>[number] {
  const instrument = nameOf(market, order.instrument);
  const written = priceWriter(market, order.instrument);
  return {
    id: Number(order.id),
    instrument,
    side: order.side,
    kind: order.kind,
    lots: lotsText(order.lots),
    leverage: order.leverage,
    placed_at: timeText(Number(order.created_at)),
    target: written(order.target),
    reserved: moneyText(order.margin + order.fee),
  };
}

/**
 * Converts a closed position to its wire format. Throws when a required column is null, because the row is broken then.
 */
export function presentTrade(order: OrderRow, market: Instruments): WireTrade {
  const instrument = nameOf(market, order.instrument);
  const written = priceWriter(market, order.instrument);
  const { profit } = order;
  if (profit === null) throw new Error(`the closed position ${order.id} has no result`);
  return {
    id: Number(order.id),
    instrument,
    side: order.side,
    kind: order.kind,
    lots: lotsText(order.lots),
    leverage: order.leverage,
    opened_at: timeText(Number(order.opened_at)),
    open_price: written(order.price),
    open_quote: presentQuote(order, 'open', written),
    closed_at: timeText(Number(order.ended_at)),
    close_price: written(order.close_price),
    close_quote: presentQuote(order, 'close', written),
    conversion_quote: presentConversion(order.conversion_quote, market),
    stop_loss: order.stop_loss === null ? null : written(order.stop_loss),
    take_profit: order.take_profit === null ? null : written(order.take_profit),
    margin: moneyText(order.margin),
    fee: moneyText(-order.fee),
    swap: moneyText(order.swap),
    profit: moneyText(profit),
    net: moneyText(profit - order.fee + order.swap),
    reason: order.reason ?? '',
  };
}

/** Converts a corrected fill of an order to its wire format. */
export function presentCorrection(
  { number, time, fill, from_price: from, price, difference, amount, reason }: CorrectionRow,
  { instrument }: Pick<OrderRow, 'instrument'>,
  market: Instruments,
): WireCorrection {
  const written = priceWriter(market, instrument);
  return {
    number,
    time: timeText(Number(time)),
    fill,
    from_price: written(from),
    price: written(price),
    difference: moneyText(difference),
    amount: moneyText(amount),
    reason,
  };
}

function presentQuote(
  order: OrderRow,
  which: 'open' | 'close',
  written: (price: bigint | null) => string,
): WireTrade['open_quote'] {
  const [seq, time] = [order[`${which}_quote_seq`], order[`${which}_quote_time`]];
  if (seq === null || time === null) return null;
  const [bid, ask] = [written(order[`${which}_quote_bid`]), written(order[`${which}_quote_ask`])];
  const source = asQuoteSource(order[`${which}_quote_source`]);
  return { Seq: Number(seq), Time: Number(time), Bid: bid, Ask: ask, ...(source !== undefined && { Source: source }) };
}

/** Converts the quote of a conversion leg to its wire format, with the leg's code. */
export function presentConversion(
  quote:
    | {
        readonly instrument: number;
        readonly seq: number;
        readonly time: number;
        readonly bid: string | bigint;
        readonly ask: string | bigint;
      }
    | null
    | undefined,
  market: Instruments,
): WireTrade['conversion_quote'] {
  if (quote === null || quote === undefined) return null;
  const written = priceWriter(market, quote.instrument);
  return {
    code: nameOf(market, quote.instrument).code,
    Seq: quote.seq,
    Time: quote.time,
    Bid: written(BigInt(quote.bid)),
    Ask: written(BigInt(quote.ask)),
  };
}
