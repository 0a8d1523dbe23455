import { formatPriceText } from '@fairlot/client';
import type { TimeFormat } from '@fairlot/client';
import type { Text } from '../../shared/language/language.ts';
import type { OpenPosition, PendingOrder } from './statement-filter.ts';

/** A rule by which a position or an order changes or ends. `words` follow the language’s direction. */
export interface OrderRule {
  readonly name: string;
  readonly value: string;
  readonly words?: true;
}

/** Limit, stop-loss, trailing distance, take-profit and expiry, as far as they are set. */
export function orderRules(order: OpenPosition | PendingOrder, t: Text, times: TimeFormat): readonly OrderRule[] {
  const { limitPrice = null, expiresAt = null } = 'target' in order ? order : {};
  const price = (name: string, value: string | null): readonly OrderRule[] =>
    value === null ? [] : [{ name, value: formatPriceText(value, order.instrument.pricePrecision) }];
  return [
    ...price(t('orders.field.limitPrice'), limitPrice),
    ...price(t('orders.field.stopLoss'), order.stopLoss),
    ...price(t('orders.field.trailing'), order.trailingDistance),
    ...price(t('orders.field.takeProfit'), order.takeProfit),
    ...(expiresAt === null
      ? []
      : [{ name: t('orders.field.expiry'), value: times.dateTime(expiresAt), words: true as const }]),
  ];
}
