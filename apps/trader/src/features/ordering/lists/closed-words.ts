import { formatPriceText, formatResultAmount, netResult } from '@fairlot/client';
import type { Order } from '@fairlot/client';
import { isolate } from '@fairlot/i18n';
import type { Text } from '../../../shared/language/language.ts';

/** "EUR/USD was closed at 1.18661: +37.50 USD net". */
export function closedWords(order: Order, t: Text): string {
  return t('orders.wasClosedAs', {
    code: isolate(order.instrument.showCode),
    price: isolate(formatPriceText(order.closePrice, order.instrument.pricePrecision)),
    profit: isolate(formatResultAmount(netResult(order))),
  });
}
