import { isAlive } from '@fairlot/client';
import type { Order } from '@fairlot/client';
import { HOLDING_SHEET_HEIGHT_PERCENT, OTHER_SHEET_HEIGHT_PERCENT } from '@fairlot/contract';
import { Sheet } from '@fairlot/ui';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useOrderAction } from '../intents/use-order-action.ts';
import { useInstruments } from '../../../shared/market/market.ts';
import { useText } from '../../../shared/language/language.ts';
import { OrderActions } from './OrderActions.tsx';
import { OrderDetails } from './OrderDetails.tsx';
import { PendingForm } from './PendingForm.tsx';
import { StopsForm } from './StopsForm.tsx';

export interface OrderSheetProps {
  /** The order of the list; undefined closes the sheet. */
  readonly order: Order | undefined;
  readonly onClose: () => void;
}

/** Bottom sheet with the details and actions of an order. Keeps its content during the closing animation. */
export function OrderSheet({ order, onClose }: OrderSheetProps): ReactNode {
  const t = useText();
  const [shown, setShown] = useState(order);
  if (order !== undefined && order !== shown) setShown(order);
  const [editing, setEditing] = useState(false);
  const stop = (): void => setEditing(false);
  const title = shown === undefined ? '' : `${shown.instrument.showCode} · ${t('orders.details', { id: shown.id })}`;
  const height = shown?.status === 'open' ? HOLDING_SHEET_HEIGHT_PERCENT : OTHER_SHEET_HEIGHT_PERCENT;
  return (
    <Sheet
      open={order !== undefined}
      title={<bdi>{title}</bdi>}
      closeLabel={t('common.close')}
      onGone={stop}
      {...(editing ? {} : { height })}
      onClose={() => (editing ? stop() : onClose())}
      footer={
        shown === undefined || editing ? undefined : (
          <Actions order={shown} onEdit={() => setEditing(true)} onClose={onClose} />
        )
      }
    >
      {shown === undefined ? null : editing ? (
        <EditOrder order={shown} onDone={stop} />
      ) : (
        <OrderDetails order={shown} />
      )}
    </Sheet>
  );
}

function Actions({
  order,
  onEdit,
  onClose,
}: {
  readonly order: Order;
  readonly onEdit: () => void;
  readonly onClose: () => void;
}): ReactNode {
  const action = useOrderAction();
  return isAlive(order) ? <OrderActions order={order} action={action} onEdit={onEdit} onClose={onClose} /> : null;
}

function EditOrder({ order, onDone }: { readonly order: Order; readonly onDone: () => void }): ReactNode {
  const instrument = useInstruments().byId.get(order.instrument.id);
  if (instrument === undefined) return null;
  const Form = order.status === 'pending' ? PendingForm : StopsForm;
  return <Form order={order} instrument={instrument} onDone={onDone} />;
}
