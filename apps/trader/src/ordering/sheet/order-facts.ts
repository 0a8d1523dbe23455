import { formatCount, formatLeverage, formatLotsText, formatPriceText } from '@fairlot/client';
import type { OrderRecord, TimeFormat } from '@fairlot/client';
import type { Text } from '../../shared/text.ts';
import { reasonKey } from '../order-words.ts';

/** A labelled figure of the details. `words` are read in the language's direction, the rest from the left. */
export interface Fact {
  readonly name: string;
  readonly value: string;
  readonly words?: boolean;
  /** `value` is a decimal in dollars. */
  readonly dollars?: 'amount' | 'result';
}

/** What the details of an order need besides the order. */
export interface FactTools {
  readonly text: Text;
  readonly times: TimeFormat;
  /** The closing side of the market now, where the live feed knows it. */
  readonly marketPrice: string;
}

/**
 * Every labelled figure of an order in the groups and the order in which a trader asks for them: where it stands, what it
 * binds and costs, what it is, when it happened. What does not apply is left out.
 */
export function orderFacts(order: OrderRecord, tools: FactTools): Fact[][] {
  const { text } = tools;
  const groups: readonly MaybeFact[][] = [
    [...priceFacts(order, tools), ...levelFacts(order, text)],
    moneyFacts(order, text),
    termFacts(order, text),
    [...timeFacts(order, tools), ...(order.Status <= 1 ? [] : endFacts(order, tools))],
  ];
  return groups.map((group) => group.filter((fact) => fact !== undefined));
}

type MaybeFact = Fact | undefined;

function priceFacts(order: OrderRecord, { text, marketPrice }: FactTools): MaybeFact[] {
  const { PricePrecision: precision } = order.ForexTradeLists;
  const opened = order.Status === 1 || order.Status === 3;
  const target = /[1-9]/.test(order.OriginPrice);
  return [
    target
      ? { name: text('orders.field.targetPrice'), value: formatPriceText(order.OriginPrice, precision) }
      : undefined,
    opened ? { name: text('orders.field.openPrice'), value: formatPriceText(order.Price, precision) } : undefined,
    order.Status === 3
      ? { name: text('orders.field.closePrice'), value: formatPriceText(order.UpdatePrice, precision) }
      : undefined,
    order.Status <= 1
      ? { name: text('orders.field.marketPrice'), value: formatPriceText(marketPrice, precision) }
      : undefined,
  ];
}

function levelFacts(order: OrderRecord, text: Text): Fact[] {
  const level = (name: string, price: string): Fact => {
    const off = !/[1-9]/.test(price);
    return {
      name,
      value: off ? text('orders.field.off') : formatPriceText(price, order.ForexTradeLists.PricePrecision),
      words: off,
    };
  };
  return [
    level(text('orders.field.stopLoss'), order.TargetLossPrice),
    level(text('orders.field.takeProfit'), order.TargetProfitPrice),
  ];
}

/** Margin and results carry six decimals; specification, section 9. What a pending order binds is an estimate. */
function moneyFacts(order: OrderRecord, text: Text): MaybeFact[] {
  const pending = order.Status === 0;
  return [
    {
      name: text(pending ? 'orders.field.estimatedMargin' : 'orders.field.margin'),
      value: order.CautionMoney,
      dollars: 'amount',
    },
    {
      name: text(pending ? 'orders.field.estimatedFee' : 'orders.field.fee'),
      value: order.TradeFee,
      dollars: 'amount',
    },
    pending ? undefined : { name: text('orders.field.swap'), value: order.Swap, dollars: 'result' },
  ];
}

function termFacts(order: OrderRecord, text: Text): MaybeFact[] {
  return [
    { name: text('orders.field.lots'), value: formatLotsText(order.Quantity) },
    { name: text('orders.field.units'), value: formatCount(order.ForexTradeLists.ForexContNum) },
    { name: text('orders.field.multiplier'), value: formatLeverage(order.Multiple) },
    { name: text('orders.field.kind'), value: text(`orders.kind.${order.Kind}`), words: true },
  ];
}

function timeFacts(order: OrderRecord, { text, times }: FactTools): MaybeFact[] {
  return [
    order.Status === 0 || order.OpenTimeHandler !== order.CreateTimeHandler
      ? { name: text('orders.field.placed'), value: times.dateTime(order.CreateTimeHandler), words: true }
      : undefined,
    order.OpenTimeHandler === null
      ? undefined
      : { name: text('orders.field.opened'), value: times.dateTime(order.OpenTimeHandler), words: true },
    quoteFact(text('orders.field.openQuote'), order.OpenQuote, order, text),
  ];
}

function endFacts(order: OrderRecord, { text, times }: FactTools): MaybeFact[] {
  const name = text(order.Status === 3 ? 'orders.field.closed' : 'orders.field.cancelledAt');
  return [
    order.CompleteTimeHandler === null
      ? undefined
      : { name, value: times.dateTime(order.CompleteTimeHandler), words: true },
    { name: text('orders.field.endReason'), value: text(reasonKey(order.EndReason)), words: true },
    quoteFact(text('orders.field.closeQuote'), order.CloseQuote, order, text),
  ];
}

function quoteFact(name: string, quote: OrderRecord['OpenQuote'], order: OrderRecord, text: Text): MaybeFact {
  if (quote === null) return undefined;
  const price = (value: string): string => formatPriceText(value, order.ForexTradeLists.PricePrecision);
  return { name, value: text('orders.quote', { seq: quote.Seq, bid: price(quote.Bid), ask: price(quote.Ask) }) };
}
