import { formatLotsText, formatPriceText, formatResultAmount } from '@fairlot/client';
import type { OrderRecord } from '@fairlot/client';
import { isolate } from '@fairlot/i18n';
import { confirm } from '../../shared/confirm.ts';
import { account } from '../../shared/services.ts';
import { useText } from '../../shared/text.ts';
import type { Text } from '../../shared/text.ts';
import { intents } from '../intents.ts';
import { closingHere } from '../order-news.ts';
import { orderNameKey } from '../order-words.ts';
import type { OrderAction } from '../use-order-action.ts';

/** Closes a position or cancels a pending order, after a question that says what it will bring. */
export function useEndOrder(order: OrderRecord, action: OrderAction, onEnded: () => void): () => Promise<void> {
  const text = useText();
  const pending = order.Status === 0;
  return async () => {
    if (!(await confirm(pending ? cancelQuestion(order, text) : closeQuestion(order, text)))) return;
    if (pending) {
      action.start(intents.cancelOrder(order.Id), onEnded);
      return;
    }
    closingHere(order.Id);
    action.start(intents.closePosition(order.Id), onEnded);
  };
}

type Question = Parameters<typeof confirm>[0];

function closeQuestion(order: OrderRecord, text: Text): Question {
  const live = account.position(order.Id).getSnapshot();
  return {
    title: text('orders.closeTitle'),
    text: text('orders.closeBody', {
      ...words(order, text),
      price: formatPriceText(live?.updatePrice ?? order.UpdatePrice, order.ForexTradeLists.PricePrecision),
      profit: isolate(formatResultAmount(live?.profit ?? order.FactProfits)),
    }),
    confirmLabel: text('orders.close'),
    cancelLabel: text('orders.keep'),
  };
}

function cancelQuestion(order: OrderRecord, text: Text): Question {
  return {
    title: text('orders.cancelTitle'),
    text: text('orders.cancelBody', {
      ...words(order, text),
      price: formatPriceText(order.OriginPrice, order.ForexTradeLists.PricePrecision),
    }),
    confirmLabel: text('orders.cancelOrder'),
    cancelLabel: text('orders.keep'),
  };
}

function words(
  order: OrderRecord,
  text: Text,
): { readonly side: string; readonly lots: string; readonly code: string } {
  return {
    side: text(orderNameKey(order)),
    lots: formatLotsText(order.Quantity),
    code: isolate(order.ForexTradeLists.ShowCode),
  };
}
