import { formatLotsText, formatPriceText, formatResult } from '@fairlot/client';
import type { OrderRecord } from '@fairlot/client';
import { Button } from '@fairlot/ui';
import type { ReactNode } from 'react';
import { intents } from '../../ordering/intents.ts';
import { isolate } from '../../ordering/isolate.ts';
import { closingHere } from '../../ordering/order-news.ts';
import { orderNameKey } from '../../ordering/order-words.ts';
import { confirm } from '../../shared/confirm.ts';
import { account } from '../../shared/services.ts';
import { useText } from '../../shared/text.ts';
import type { Text } from '../../shared/text.ts';
import { UnknownOutcome } from '../../ordering/UnknownOutcome.tsx';
import type { OrderAction } from '../../ordering/use-order-action.ts';

export interface OrderActionsProps {
  readonly order: OrderRecord;
  readonly action: OrderAction;
  readonly onEdit: () => void;
  readonly onClose: () => void;
}

/** What can be done to an order that is alive; each asks first. */
export function OrderActions({ order, action, onEdit, onClose }: OrderActionsProps): ReactNode {
  const text = useText();
  const pending = order.Status === 0;
  const end = async (): Promise<void> => {
    if (!(await confirm(pending ? cancelQuestion(order, text) : closeQuestion(order, text)))) return;
    if (pending) {
      action.start(intents.cancelOrder(order.Id), onClose);
      return;
    }
    closingHere(order.Id);
    action.start(intents.closePosition(order.Id), onClose);
  };
  return (
    <div className="space-y-2 border-t border-line px-4 py-3">
      <UnknownOutcome action={action} />
      <div className="flex flex-wrap gap-2 *:flex-auto">
        <Button kind="secondary" disabled={action.busy} onClick={onEdit}>{text(pending ? 'orders.change' : 'orders.setStops')}</Button>
        <Button busy={action.busy} onClick={() => void end()}>{text(pending ? 'orders.cancelOrder' : 'orders.close')}</Button>
      </div>
    </div>
  );
}

type Question = Parameters<typeof confirm>[0];

function closeQuestion(order: OrderRecord, text: Text): Question {
  const live = account.position(order.Id).getSnapshot();
  return {
    title: text('orders.closeTitle'),
    text: text('orders.closeBody', {
      ...words(order, text),
      price: formatPriceText(live?.updatePrice ?? order.UpdatePrice, order.ForexTradeLists.PricePrecision),
      profit: isolate(`${formatResult(live?.profit ?? order.FactProfits)} USD`),
    }),
    confirmLabel: text('orders.close'),
    cancelLabel: text('orders.keep'),
  };
}

function cancelQuestion(order: OrderRecord, text: Text): Question {
  return {
    title: text('orders.cancelTitle'),
    text: text('orders.cancelBody', { ...words(order, text), price: formatPriceText(order.OriginPrice, order.ForexTradeLists.PricePrecision) }),
    confirmLabel: text('orders.cancelOrder'),
    cancelLabel: text('orders.keep'),
  };
}

function words(order: OrderRecord, text: Text): { readonly side: string; readonly lots: string; readonly code: string } {
  return { side: text(orderNameKey(order)), lots: formatLotsText(order.Quantity), code: isolate(order.ForexTradeLists.ShowCode) };
}
