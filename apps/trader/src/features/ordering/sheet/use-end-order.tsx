import { formatLotsText, formatPriceText } from '@fairlot/client';
import type { Order } from '@fairlot/client';
import { isolate } from '@fairlot/i18n';
import { useEffect, useRef } from 'react';
import type { RefObject } from 'react';
import { showToast } from '@fairlot/web';
import { listedInstrument } from '../../../shared/market/market.ts';
import { confirm } from '../../../shared/messages/confirm.ts';
import { quotes } from '../../../shared/services/services.ts';
import { useText } from '../../../shared/language/language.ts';
import type { Text } from '../../../shared/language/language.ts';
import { orderQuote } from '../../../shared/orders/order-quote.ts';
import { worstClosingPrice } from '../form/worst-price.ts';
import { intents } from '../intents/intents.ts';
import { closingHere, notClosedHere } from '../lists/order-news.ts';
import { orderNameKey } from '../../../shared/orders/order-words.ts';
import type { OrderAction } from '../intents/use-order-action.ts';
import { CloseQuestion } from './CloseQuestion.tsx';

/**
 * Closes a position or cancels a pending order, after a confirmation. A close carries its worst price; when the market
 * has moved beyond it, the question comes again with the new price.
 */
export function useEndOrder(order: Order, action: OrderAction, onEnded: () => void): () => Promise<void> {
  const t = useText();
  const shown = useIsShown();
  const cancel = async (): Promise<void> => {
    if (await confirm(cancelQuestion(order, t))) action.start(intents.cancelOrder(order.id), onEnded);
  };
  const close = async (refusal?: string): Promise<void> => {
    if (listedInstrument(order.instrument.id)?.dealing === 'halted') {
      showToast(t('trade.problem.instrument_halted'), 'info');
      return;
    }
    if (!(await confirm(closeQuestion(order, t, refusal)))) return;
    closingHere(order.id);
    action.start(intents.closePosition(order.id, worstNow(order)), onEnded, (error) => {
      notClosedHere(order.id);
      // A question about a screen that the trader has left would come out of the blue; the toast is enough there.
      const again = error.reason === 'price_worse_than_accepted' && shown.current;
      if (again) void close(error.msg);
      return again;
    });
  };
  return order.status === 'pending' ? cancel : () => close();
}

/** The worst price of a close at the present quote; undefined before the first one. */
function worstNow(order: Order): string | undefined {
  const quote = orderQuote(order, quotes.quote(order.instrument.id).getSnapshot());
  return quote === undefined ? undefined : worstClosingPrice(quote, order);
}

/** True while the component is on the screen. */
function useIsShown(): RefObject<boolean> {
  const shown = useRef(false);
  useEffect(() => {
    shown.current = true;
    return () => {
      shown.current = false;
    };
  }, []);
  return shown;
}

type Question = Parameters<typeof confirm>[0];

function closeQuestion(order: Order, t: Text, refusal: string | undefined): Question {
  return {
    title: t('orders.closeTitle'),
    text: <CloseQuestion order={order} refusal={refusal} />,
    confirmLabel: t('orders.close'),
    cancelLabel: t('orders.keep'),
  };
}

function cancelQuestion(order: Order, t: Text): Question {
  return {
    title: t('orders.cancelTitle'),
    text: t('orders.cancelBody', {
      side: t(orderNameKey(order)),
      lots: formatLotsText(order.lots),
      code: isolate(order.instrument.showCode),
      price: formatPriceText(order.target, order.instrument.pricePrecision),
    }),
    confirmLabel: t('orders.cancelOrder'),
    cancelLabel: t('orders.keep'),
  };
}
