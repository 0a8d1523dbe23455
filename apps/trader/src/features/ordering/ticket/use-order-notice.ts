import { formatLotsText, formatPriceText } from '@fairlot/client';
import type { Order } from '@fairlot/client';
import { isolate } from '@fairlot/i18n';
import { showToast } from '@fairlot/web';
import { useEffect, useRef } from 'react';
import { usePreferences } from '../../../shared/device/preferences.ts';
import { useText } from '../../../shared/language/language.ts';
import type { Text } from '../../../shared/language/language.ts';
import { orderNameKey } from '../../../shared/orders/order-words.ts';
import { useOneTap } from './one-tap.ts';
import type { Ticket } from './use-ticket.ts';

export interface OrderNotice {
  /** Ends the ticket of a placed order. */
  readonly onDone: () => void;
  /** Shows the ticket, which says why an order was refused or that its outcome is not known. */
  readonly onTrouble: () => void;
}

/**
 * Tells the outcome of an order as the trader has chosen; returns the order that the popup confirms. One tap never opens a
 * window, because the next tap would fall on it.
 */
export function useOrderNotice(ticket: Ticket, { onDone, onTrouble }: OrderNotice): Order | undefined {
  const t = useText();
  const oneTap = useOneTap();
  const afterOrder = usePreferences((preferences) => preferences.afterOrder);
  const byToast = oneTap || afterOrder === 'toast';
  const { state } = ticket;
  const done = state?.phase === 'done' ? state.order : undefined;
  const latest = useRef({ onDone, onTrouble, t });
  useEffect(() => {
    latest.current = { onDone, onTrouble, t };
  });
  useEffect(() => {
    if (done === undefined || !byToast) return;
    showToast(outcomeText(done, latest.current.t), 'done');
    latest.current.onDone();
  }, [done, byToast]);
  const phase = state?.phase;
  useEffect(() => {
    if (oneTap && (phase === 'refused' || phase === 'unknown')) latest.current.onTrouble();
  }, [oneTap, phase]);
  return byToast ? undefined : done;
}

/** "Buy 0.10 EUR/USD · Filled at 1.08661". */
function outcomeText(order: Order, t: Text): string {
  const { pricePrecision: precision, showCode: code } = order.instrument;
  const outcome =
    order.status === 'pending'
      ? t('trade.done.pending', { price: isolate(formatPriceText(order.target, precision)) })
      : t('trade.done.filled', { price: isolate(formatPriceText(order.openPrice, precision)) });
  return `${t(orderNameKey(order))} ${isolate(`${formatLotsText(order.lots)} ${code}`)} · ${outcome}`;
}
