import { NO_MARKUP, asLots, asPrice, asQuoteSource, formatMoney, negate, kindName } from '@fairlot/domain';
import { markupCostOf, storedLeg } from '../../trading/markup-cost.ts';
import { netResultOf, premiumOf } from '../../trading/net-result.ts';
import type { CorrectionRow } from '../../trading/read-corrections.ts';
import { storedMarkup } from '../../trading/stored-markup.ts';
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

/**
 * Converts an open position to its wire format, with its value at the end of the statement if known. Its levels are
 * those of now, so a statement of an ended period has none.
 */
export function presentPosition(
  { order, value }: OpenPosition,
  market: Instruments,
  ongoing: boolean,
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
    ...(ongoing ? presentLevels(order, written) : { stop_loss: null, take_profit: null, trailing_distance: null }),
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
    kind: kindName(order.kind, order.limit_price),
    lots: lotsText(order.lots),
    leverage: order.leverage,
    placed_at: timeText(Number(order.created_at)),
    target: written(order.target),
    limit_price: order.limit_price === null ? null : written(order.limit_price),
    ...presentLevels(order, written),
    expires_at: order.expires_at === null ? null : timeText(Number(order.expires_at)),
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
    kind: kindName(order.kind, order.limit_price),
    lots: lotsText(order.lots),
    leverage: order.leverage,
    opened_at: timeText(Number(order.opened_at)),
    open_price: written(order.price),
    open_quote: presentQuote(order, 'open', written),
    closed_at: timeText(Number(order.ended_at)),
    close_price: written(order.close_price),
    close_quote: presentQuote(order, 'close', written),
    conversion_quote: presentConversion(order.conversion_quote, market),
    ...presentLevels(order, written),
    limit_price: order.limit_price === null ? null : written(order.limit_price),
    margin: moneyText(order.margin),
    fee: moneyText(-order.fee),
    swap: moneyText(order.swap),
    profit: moneyText(profit),
    premium: moneyText(-premiumOf(order)),
    net: moneyText(netResultOf(order)),
    reason: order.reason ?? '',
    ...presentMarkups(order, market, written),
    terms: order.terms_version,
  };
}

/** Stop-loss, take-profit and trailing distance of an order; null where it has none. */
function presentLevels(
  { stop_loss: stopLoss, take_profit: takeProfit, trailing_distance: trailing }: OrderRow,
  written: (price: bigint | null) => string,
): Pick<WireTrade, 'stop_loss' | 'take_profit' | 'trailing_distance'> {
  return {
    stop_loss: stopLoss === null ? null : written(stopLoss),
    take_profit: takeProfit === null ? null : written(takeProfit),
    trailing_distance: trailing === null ? null : written(trailing),
  };
}

/** The markup of a closed position. Its cost is unknown when the instrument is no longer known. */
function presentMarkups(
  order: OrderRow,
  market: Instruments,
  written: (price: bigint | null) => string,
): Pick<WireTrade, 'bid_markup' | 'ask_markup' | 'markup'> {
  const { side, lots, price, close_price: closePrice } = order;
  const markup = storedMarkup(order);
  const listed = market.instrument(order.instrument);
  const trade = { side, lots: asLots(lots), openPrice: asPrice(price ?? 0n), closePrice: asPrice(closePrice ?? 0n) };
  const cost = listed && markupCostOf(listed, trade, markup, storedLeg(order.conversion_quote));
  const { bid, ask } = markup ?? NO_MARKUP;
  return {
    bid_markup: written(bid),
    ask_markup: written(ask),
    markup: cost === undefined ? null : formatMoney(negate(cost)),
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
