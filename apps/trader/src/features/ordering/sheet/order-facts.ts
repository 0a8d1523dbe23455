import { formatCount, formatLeverage, formatLotsText, formatPriceText, isAlive } from '@fairlot/client';
import type { FillQuote, Order, TimeFormat } from '@fairlot/client';
import type { Money, Price } from '@fairlot/domain';
import type { Text } from '../../../shared/language/language.ts';
import { reasonKey } from '../../../shared/orders/order-words.ts';
import { sourceName } from '../../../shared/market/quote-source.ts';

/** A labelled figure of the details. `words` follow the language's direction; other values are left-to-right. */
export type Fact =
  | { readonly name: string; readonly value: string; readonly words?: boolean; readonly dollars?: never }
  | { readonly name: string; readonly value: Money; readonly words?: never; readonly dollars: 'amount' | 'result' };

/** Inputs of the details besides the order. */
export interface FactTools {
  readonly t: Text;
  readonly times: TimeFormat;
  /** Live closing price; undefined if the feed does not have it. */
  readonly marketPrice: Price | string | undefined;
}

/** All applicable figures of an order, in groups: prices, money, terms, times. */
export function orderFacts(order: Order, tools: FactTools): Fact[][] {
  const { t: text } = tools;
  const groups: readonly MaybeFact[][] = [
    [...priceFacts(order, tools), ...levelFacts(order, text)],
    moneyFacts(order, text),
    termFacts(order, text),
    [...timeFacts(order, tools), ...(isAlive(order) ? [] : endFacts(order, tools))],
  ];
  return groups.map((group) => group.filter((fact) => fact !== undefined));
}

type MaybeFact = Fact | undefined;

function priceFacts(order: Order, { t: text, marketPrice }: FactTools): MaybeFact[] {
  const { pricePrecision: precision } = order.instrument;
  const opened = order.status === 'open' || order.status === 'closed';
  return [
    order.target !== undefined
      ? { name: text('orders.field.targetPrice'), value: formatPriceText(order.target, precision) }
      : undefined,
    opened ? { name: text('orders.field.openPrice'), value: formatPriceText(order.openPrice, precision) } : undefined,
    order.status === 'closed'
      ? { name: text('orders.field.closePrice'), value: formatPriceText(order.closePrice, precision) }
      : undefined,
    isAlive(order)
      ? { name: text('orders.field.marketPrice'), value: formatPriceText(marketPrice, precision) }
      : undefined,
  ];
}

function levelFacts(order: Order, t: Text): Fact[] {
  const level = (name: string, price: Price | undefined): Fact => ({
    name,
    value: price === undefined ? t('orders.field.off') : formatPriceText(price, order.instrument.pricePrecision),
    words: price === undefined,
  });
  return [level(t('orders.field.stopLoss'), order.stopLoss), level(t('orders.field.takeProfit'), order.takeProfit)];
}

/** Margin and results have six decimals; specification, section 9. Figures of a pending order are estimates. */
function moneyFacts(order: Order, t: Text): MaybeFact[] {
  const pending = order.status === 'pending';
  return [
    {
      name: t(pending ? 'orders.field.estimatedMargin' : 'orders.field.margin'),
      value: order.margin,
      dollars: 'amount',
    },
    {
      name: t(pending ? 'orders.field.estimatedFee' : 'orders.field.fee'),
      value: order.fee,
      dollars: 'amount',
    },
    pending ? undefined : { name: t('orders.field.swap'), value: order.swap, dollars: 'result' },
  ];
}

function termFacts(order: Order, t: Text): MaybeFact[] {
  return [
    { name: t('orders.field.lots'), value: formatLotsText(order.lots) },
    { name: t('orders.field.units'), value: formatCount(order.instrument.unitsPerLot) },
    { name: t('orders.field.multiplier'), value: formatLeverage(order.leverage) },
    { name: t('orders.field.kind'), value: t(`orders.kind.${order.kind}`), words: true },
  ];
}

function timeFacts(order: Order, { t: text, times }: FactTools): MaybeFact[] {
  return [
    order.status === 'pending' || order.openedAt !== order.placedAt
      ? { name: text('orders.field.placed'), value: times.dateTime(order.placedAt), words: true }
      : undefined,
    order.openedAt === null
      ? undefined
      : { name: text('orders.field.opened'), value: times.dateTime(order.openedAt), words: true },
    quoteFact(text('orders.field.openQuote'), order.openQuote, order, text),
  ];
}

function endFacts(order: Order, { t: text, times }: FactTools): MaybeFact[] {
  const name = text(order.status === 'closed' ? 'orders.field.closed' : 'orders.field.cancelledAt');
  return [
    order.endedAt === null ? undefined : { name, value: times.dateTime(order.endedAt), words: true },
    { name: text('orders.field.endReason'), value: text(reasonKey(order.endReason)), words: true },
    quoteFact(text('orders.field.closeQuote'), order.closeQuote, order, text),
  ];
}

function quoteFact(name: string, quote: FillQuote | null, order: Order, t: Text): MaybeFact {
  if (quote === null) return undefined;
  const price = (value: Price): string => formatPriceText(value, order.instrument.pricePrecision);
  const value = t('orders.quote', { seq: quote.seq, bid: price(quote.bid), ask: price(quote.ask) });
  return { name, value: quote.source === undefined ? value : `${value} · ${sourceName(quote.source, t)}` };
}
