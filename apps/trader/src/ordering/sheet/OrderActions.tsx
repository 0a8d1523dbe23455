import type { OrderRecord } from '@fairlot/client';
import { Button } from '@fairlot/ui';
import type { ReactNode } from 'react';
import { useText } from '../../shared/text.ts';
import { UnknownOutcome } from '../UnknownOutcome.tsx';
import type { OrderAction } from '../use-order-action.ts';
import { useEndOrder } from './use-end-order.ts';

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
  const end = useEndOrder(order, action, onClose);
  return (
    <div className="space-y-2 border-t border-line px-4 py-3">
      <UnknownOutcome action={action} />
      <div className="flex flex-wrap gap-2 *:flex-auto">
        <Button kind="secondary" disabled={action.busy} onClick={onEdit}>
          {text(pending ? 'orders.change' : 'orders.setStops')}
        </Button>
        <Button busy={action.busy} onClick={() => void end()}>
          {text(pending ? 'orders.cancelOrder' : 'orders.close')}
        </Button>
      </div>
    </div>
  );
}
