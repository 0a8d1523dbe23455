import type { Order } from '@fairlot/client';
import { Button } from '@fairlot/ui';
import type { ReactNode } from 'react';
import { useText } from '../../../shared/language/language.ts';
import { UnknownOutcome } from '../intents/UnknownOutcome.tsx';
import type { OrderAction } from '../intents/use-order-action.ts';
import { useCloseBy } from './use-close-by.ts';
import { BreakEven } from './BreakEven.tsx';
import { useEndOrder } from './use-end-order.tsx';

export interface OrderActionsProps {
  readonly order: Order;
  readonly action: OrderAction;
  readonly onEdit: () => void;
  readonly onClose: () => void;
}

/** Actions on a pending order or position. Ending it asks for confirmation. */
export function OrderActions({ order, action, onEdit, onClose }: OrderActionsProps): ReactNode {
  const t = useText();
  const pending = order.status === 'pending';
  const end = useEndOrder(order, action, onClose);
  const closeBy = useCloseBy(order, onClose);
  return (
    <div className="space-y-2 border-t border-line px-4 py-3">
      <UnknownOutcome action={action} />
      <div className="flex flex-wrap gap-2 *:flex-auto">
        <Button kind="secondary" disabled={action.busy} onClick={onEdit}>
          {t(pending ? 'orders.change' : 'orders.setStops')}
        </Button>
        {closeBy === undefined ? null : (
          <Button kind="secondary" busy={closeBy.busy} disabled={action.busy} onClick={() => void closeBy.ask()}>
            {t('orders.opposite')}
          </Button>
        )}
        <BreakEven order={order} action={action} onDone={onClose} />
        <Button busy={action.busy} onClick={() => void end()}>
          {t(pending ? 'orders.cancelOrder' : 'orders.close')}
        </Button>
      </div>
    </div>
  );
}
