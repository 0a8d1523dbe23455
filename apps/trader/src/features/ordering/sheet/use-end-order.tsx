import { formatLotsText, formatPriceText, formatResultAmount } from '@fairlot/client';
import type { Order } from '@fairlot/client';
import { isolate } from '@fairlot/i18n';
import { confirm } from '../../../shared/messages/confirm.ts';
import { account } from '../../../shared/services/services.ts';
import { useText } from '../../../shared/language/language.ts';
import type { Text } from '../../../shared/language/language.ts';
import { intents } from '../intents/intents.ts';
import { closingHere } from '../lists/order-news.ts';
import { orderNameKey } from '../../../shared/orders/order-words.ts';
import type { OrderAction } from '../intents/use-order-action.ts';

/** Closes a position or cancels a pending order, after a confirmation that states the price and result. */
export function useEndOrder(order: Order, action: OrderAction, onEnded: () => void): () => Promise<void> {
  const t = useText();
  const pending = order.status === 'pending';
  return async () => {
    if (!(await confirm(pending ? cancelQuestion(order, t) : closeQuestion(order, t)))) return;
    if (pending) {
      action.start(intents.cancelOrder(order.id), onEnded);
      return;
    }
    closingHere(order.id);
    action.start(intents.closePosition(order.id), onEnded);
  };
}

type Question = Parameters<typeof confirm>[0];

function closeQuestion(order: Order, t: Text): Question {
  const live = account.position(order.id).getSnapshot();
  return {
    title: t('orders.closeTitle'),
    text: t('orders.closeBody', {
      ...words(order, t),
      price: formatPriceText(live?.closePrice ?? order.closePrice, order.instrument.pricePrecision),
      profit: isolate(formatResultAmount(live?.profit ?? order.profit)),
    }),
    confirmLabel: t('orders.close'),
    cancelLabel: t('orders.keep'),
  };
}

function cancelQuestion(order: Order, t: Text): Question {
  return {
    title: t('orders.cancelTitle'),
    text: t('orders.cancelBody', {
      ...words(order, t),
      price: formatPriceText(order.target, order.instrument.pricePrecision),
    }),
    confirmLabel: t('orders.cancelOrder'),
    cancelLabel: t('orders.keep'),
  };
}

function words(order: Order, t: Text): { readonly side: string; readonly lots: string; readonly code: string } {
  return {
    side: t(orderNameKey(order)),
    lots: formatLotsText(order.lots),
    code: isolate(order.instrument.showCode),
  };
}
