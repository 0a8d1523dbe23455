import { formatCount, formatLeverage, formatLotsText, formatPriceText, isAlive, netResult } from '@fairlot/client';
import type { FillQuote, Order, TimeFormat } from '@fairlot/client';
import { kindName } from '@fairlot/domain';
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
    order.limitPrice !== undefined
      ? { name: text('orders.field.limitPrice'), value: formatPriceText(order.limitPrice, precision) }
      : undefined,
    opened ? { name: text('orders.field.openPrice'), value: formatPriceText(order.openPrice, precision) } : undefined,
    order.status === 'closed'
      ? { name: text('orders.field.closePrice'), value: formatPriceText(order.closePrice, precision) }
      : undefined,
    ...guaranteeFacts(order, text),
    isAlive(order)
      ? { name: text('orders.field.marketPrice'), value: formatPriceText(marketPrice, precision) }
      : undefined,
  ];
}

function levelFacts(order: Order, t: Text): MaybeFact[] {
  const level = (name: string, price: Price | undefined): Fact => ({
    name,
    value: price === undefined ? t('orders.field.off') : formatPriceText(price, order.instrument.pricePrecision),
    words: price === undefined,
  });
  return [
    level(t(order.premium === undefined ? 'orders.field.stopLoss' : 'orders.field.guarantee'), order.stopLoss),
    order.trailing === undefined ? undefined : level(t('orders.field.trailing'), order.trailing),
    level(t('orders.field.takeProfit'), order.takeProfit),
    ...(order.levels ?? []).map(({ level: kind, lots, price }) =>
      level(`${t(`orders.field.${kind}`)} · ${formatLotsText(lots)}`, price),
    ),
  ];
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
    order.premiumCost === undefined || order.status !== 'open'
      ? undefined
      : { name: t('orders.field.guaranteePremium'), value: order.premiumCost, dollars: 'amount' },
    order.guarantee === undefined
      ? undefined
      : { name: t('orders.field.premiumPaid'), value: order.guarantee.premium, dollars: 'amount' },
    ...(order.status === 'closed'
      ? ([
          { name: t('statement.gross'), value: order.profit, dollars: 'result' },
          { name: t('statement.stat.net'), value: netResult(order), dollars: 'result' },
        ] as const)
      : []),
  ];
}

/** The market's price at the close that a guarantee improved, and the difference in dollars. */
function guaranteeFacts({ guarantee, instrument }: Order, t: Text): Fact[] {
  if (guarantee === undefined) return [];
  return [
    {
      name: t('orders.field.marketAtClose'),
      value: formatPriceText(guarantee.marketPrice, instrument.pricePrecision),
    },
    { name: t('orders.field.guaranteeGap'), value: guarantee.gap, dollars: 'amount' },
  ];
}

function termFacts(order: Order, t: Text): MaybeFact[] {
  return [
    { name: t('orders.field.lots'), value: formatLotsText(order.lots) },
    { name: t('orders.field.units'), value: formatCount(order.instrument.unitsPerLot) },
    { name: t('orders.field.multiplier'), value: formatLeverage(order.leverage) },
    { name: t('orders.field.kind'), value: t(`orders.kind.${kindName(order.kind, order.limitPrice)}`), words: true },
    order.linked === undefined
      ? undefined
      : { name: t('orders.field.linked'), value: t('orders.details', { id: order.linked }), words: true },
  ];
}

function timeFacts(order: Order, { t: text, times }: FactTools): MaybeFact[] {
  return [
    order.status === 'pending' || order.openedAt !== order.placedAt
      ? { name: text('orders.field.placed'), value: times.dateTime(order.placedAt), words: true }
      : undefined,
    order.expiresAt === undefined
      ? undefined
      : { name: text('orders.field.expiry'), value: times.dateTime(order.expiresAt), words: true },
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
