import { formatAmount, formatLeverage, formatPriceText, formatResultAmount } from '@fairlot/client';
import type { StatementTrade, TimeFormat } from '@fairlot/client';
import { reasonKey } from '../../shared/orders/order-words.ts';
import type { Text } from '../../shared/language/language.ts';

/** A labelled figure of a trade. `words` follow the language’s direction. */
export interface TradeFact {
  readonly name: string;
  readonly value: string;
  readonly words?: boolean;
}

/** Inputs of the figures besides the trade. */
export interface TradeFactTools {
  readonly t: Text;
  readonly times: Pick<TimeFormat, 'dateTime'>;
  /** The shown name of an instrument’s code. */
  readonly showCode: (code: string) => string;
  /** Of money. */
  readonly decimals: 2 | 6;
}

/** Results and costs, then prices with their quotes, then times. */
export function tradeFacts(
  trade: StatementTrade,
  { t, times, showCode, decimals }: TradeFactTools,
): readonly TradeFact[] {
  const { pricePrecision: precision } = trade.instrument;
  const price = (value: string | null): TradeFact['value'] =>
    value === null ? t('orders.field.off') : formatPriceText(value, precision);
  const quote = (name: string, of: StatementTrade['openQuote'], code = ''): readonly TradeFact[] =>
    of === null ? [] : [{ name, value: `${code}${t('orders.quote', { seq: of.seq, bid: of.bid, ask: of.ask })}` }];
  return [
    { name: t('statement.gross'), value: formatResultAmount(trade.profit, decimals) },
    { name: t('orders.field.fee'), value: formatResultAmount(trade.fee, decimals) },
    { name: t('orders.field.swap'), value: formatResultAmount(trade.swap, decimals) },
    ...(/[1-9]/.test(trade.premium)
      ? [{ name: t('orders.field.premiumPaid'), value: formatResultAmount(trade.premium, decimals) }]
      : []),
    { name: t('statement.stat.net'), value: formatResultAmount(trade.net, decimals) },
    { name: t('orders.field.openPrice'), value: price(trade.openPrice) },
    ...quote(t('orders.field.openQuote'), trade.openQuote),
    { name: t('orders.field.closePrice'), value: price(trade.closePrice) },
    ...quote(t('orders.field.closeQuote'), trade.closeQuote),
    ...quote(
      t('statement.conversionQuote'),
      trade.conversionQuote,
      trade.conversionQuote === null ? '' : `${showCode(trade.conversionQuote.code)} `,
    ),
    ...(/[1-9]/.test(trade.bidMarkup + trade.askMarkup)
      ? [
          { name: t('trade.cost.markup'), value: `${trade.bidMarkup} / ${trade.askMarkup}` },
          ...(trade.markup === null
            ? []
            : [{ name: t('orders.terms.cost'), value: formatResultAmount(trade.markup, decimals) }]),
        ]
      : []),
    ...(trade.terms === null ? [] : [{ name: t('orders.terms.title'), value: trade.terms }]),
    { name: t('orders.field.stopLoss'), value: price(trade.stopLoss), words: trade.stopLoss === null },
    ...(trade.trailingDistance === null
      ? []
      : [{ name: t('orders.field.trailing'), value: price(trade.trailingDistance) }]),
    { name: t('orders.field.takeProfit'), value: price(trade.takeProfit), words: trade.takeProfit === null },
    { name: t('orders.field.margin'), value: formatAmount(trade.margin, decimals) },
    { name: t('orders.field.multiplier'), value: formatLeverage(trade.leverage) },
    { name: t('orders.field.kind'), value: t(`orders.kind.${trade.kind}`), words: true },
    ...(trade.limitPrice === null ? [] : [{ name: t('orders.field.limitPrice'), value: price(trade.limitPrice) }]),
    { name: t('orders.field.opened'), value: times.dateTime(trade.openedAt), words: true },
    { name: t('orders.field.closed'), value: times.dateTime(trade.closedAt), words: true },
    { name: t('orders.field.endReason'), value: t(reasonKey(trade.reason)), words: true },
  ];
}
