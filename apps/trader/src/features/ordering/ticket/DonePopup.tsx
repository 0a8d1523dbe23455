import { formatLotsText, formatPriceText } from '@fairlot/client';
import type { Order } from '@fairlot/client';
import { showToast } from '@fairlot/web';
import { Suspense, lazy, useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { orderNameKey } from '../../../shared/orders/order-words.ts';
import { LiveRegion } from '../../../shared/messages/LiveRegion.tsx';
import { useText } from '../../../shared/language/language.ts';
import type { Text } from '../../../shared/language/language.ts';
import type { DoneDialogProps } from './DoneDialog.tsx';

const load = async () => (await import('./DoneDialog.tsx')).DoneDialog;

/** Loads the dialog while the order is still being written, so that its confirmation does not wait for it. */
export function usePreloadedDone(): void {
  useEffect(() => {
    load().catch(() => undefined);
  }, []);
}

const DoneDialog = lazy(async () => ({ default: await load().catch(() => DoneToast) }));

/** Confirms an order with its price and quote, and links to it. */
export function DonePopup({ order, onClose }: DoneDialogProps): ReactNode {
  const t = useText();
  const [needed, setNeeded] = useState(false);
  // Stays mounted after the first opening, so that the closing animation can run.
  if (order !== undefined && !needed) setNeeded(true);
  return (
    <>
      {needed ? (
        <Suspense>
          <DoneDialog order={order} onClose={onClose} />
        </Suspense>
      ) : null}
      <LiveRegion words={order === undefined ? '' : spokenOutcome(order, t)} />
    </>
  );
}

/** Confirms the order when the dialog could not be loaded. */
function DoneToast({ order, onClose }: DoneDialogProps): ReactNode {
  const t = useText();
  useEffect(() => {
    if (order === undefined) return;
    showToast(spokenOutcome(order, t), 'done');
    onClose();
  });
  return null;
}

/** Text for screen readers: the focus moves to the popup's buttons, past the figures. */
function spokenOutcome(order: Order, t: Text): string {
  const { pricePrecision: precision, showCode: code } = order.instrument;
  const name = t(orderNameKey(order));
  const outcome =
    order.status === 'pending'
      ? t('trade.done.pending', { price: formatPriceText(order.target, precision) })
      : t('trade.done.filled', { price: formatPriceText(order.openPrice, precision) });
  return `${t('trade.done.title')}. ${name} ${formatLotsText(order.lots)} ${code}. ${outcome}.`;
}
