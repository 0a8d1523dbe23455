import { formatLotsText, formatPriceText, formatResultAmount, netResult } from '@fairlot/client';
import type { Order } from '@fairlot/client';
import { formatLots } from '@fairlot/domain';
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
import { closedWords } from '../lists/closed-words.ts';
import { orderNameKey } from '../../../shared/orders/order-words.ts';
import type { OrderAction } from '../intents/use-order-action.ts';
import { figure } from '../form/levels.ts';
import { CloseQuestion } from './CloseQuestion.tsx';
import type { CloseQuestionProps } from './CloseQuestion.tsx';
import { partChoice } from './part-choice.ts';
import type { PartChoice } from './part-choice.ts';

/**
 * Closes a position or a part of it, or cancels a pending order, after a confirmation. A close carries its worst price; when the market
 * has moved beyond it, the question comes again with the new price.
 */
export function useEndOrder(order: Order, action: OrderAction, onEnded: () => void): () => Promise<void> {
  const t = useText();
  const shown = useIsShown();
  const cancel = async (): Promise<void> => {
    if (await confirm(cancelQuestion(order, t))) action.start(intents.cancelOrder(order.id), onEnded);
  };
  const close = async (first = formatLots(order.lots), refusal?: string): Promise<void> => {
    if (listedInstrument(order.instrument.id)?.dealing === 'halted') {
      showToast(t('trade.problem.instrument_halted'), 'info');
      return;
    }
    let typed = first;
    const onLots = (text: string): void => {
      typed = text;
    };
    if (!(await confirm(closeQuestion({ order, lots: first, onLots, refusal }, t)))) return;
    // Not the terms of the moment of the question: without a list there was no field for a part, and it may have come since.
    const terms = listedInstrument(order.instrument.id);
    const part = terms === undefined ? WHOLE : partChoice(terms, order, figure(typed));
    if (part.kind === 'refused') {
      // The field says which volumes can be closed.
      void close(typed);
      return;
    }
    const isWhole = part.kind === 'whole';
    if (isWhole) closingHere(order.id);
    const ended = (record: Order): string | undefined => {
      onEnded();
      if (record.status !== 'closed') return undefined;
      return isWhole ? closedWords(record, t) : partClosedWords(record, t);
    };
    const lots = isWhole ? undefined : formatLots(part.lots);
    action.start(intents.closePosition(order.id, worstNow(order), lots), ended, (error) => {
      if (isWhole) notClosedHere(order.id);
      // A question about a screen that the trader has left would come out of the blue; the toast is enough there.
      const again = error?.reason === 'price_worse_than_accepted' && shown.current;
      if (again) void close(typed, error.msg);
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

const WHOLE: PartChoice = { kind: 'whole' };

/** The lots, price and net result of a closed part. */
function partClosedWords(part: Order, t: Text): string {
  const { instrument, lots, closePrice } = part;
  return t('orders.closedAt', {
    code: isolate(instrument.showCode),
    lots: formatLotsText(lots),
    price: formatPriceText(closePrice, instrument.pricePrecision),
    profit: isolate(formatResultAmount(netResult(part))),
  });
}

function closeQuestion(asked: CloseQuestionProps, t: Text): Question {
  return {
    title: t('orders.closeTitle'),
    text: <CloseQuestion {...asked} />,
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
