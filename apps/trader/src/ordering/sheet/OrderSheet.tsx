import type { OrderRecord } from '@fairlot/client';
import { HOLDING_SHEET_HEIGHT_PERCENT, OTHER_SHEET_HEIGHT_PERCENT } from '@fairlot/contract';
import { Sheet } from '@fairlot/ui';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useOrderAction } from '../use-order-action.ts';
import { useInstruments } from '../../shared/market.ts';
import { useText } from '../../shared/text.ts';
import { OrderActions } from './OrderActions.tsx';
import { OrderDetails } from './OrderDetails.tsx';
import { PendingForm } from './PendingForm.tsx';
import { StopsForm } from './StopsForm.tsx';

export interface OrderSheetProps {
  /** The order as the list has it; undefined closes the sheet. */
  readonly order: OrderRecord | undefined;
  readonly onClose: () => void;
}

/** The details of an order from below, with what can be done to it. The last order stays drawn while the sheet leaves. */
export function OrderSheet({ order, onClose }: OrderSheetProps): ReactNode {
  const text = useText();
  const [shown, setShown] = useState(order);
  if (order !== undefined && order !== shown) setShown(order);
  const [editing, setEditing] = useState(false);
  const stop = (): void => setEditing(false);
  const title =
    shown === undefined ? '' : `${shown.ForexTradeLists.ShowCode} · ${text('orders.details', { id: shown.Id })}`;
  const height = shown?.Status === 1 ? HOLDING_SHEET_HEIGHT_PERCENT : OTHER_SHEET_HEIGHT_PERCENT;
  return (
    <Sheet
      open={order !== undefined}
      title={<bdi>{title}</bdi>}
      closeLabel={text('common.close')}
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
  readonly order: OrderRecord;
  readonly onEdit: () => void;
  readonly onClose: () => void;
}): ReactNode {
  const action = useOrderAction();
  return order.Status > 1 ? null : <OrderActions order={order} action={action} onEdit={onEdit} onClose={onClose} />;
}

function EditOrder({ order, onDone }: { readonly order: OrderRecord; readonly onDone: () => void }): ReactNode {
  const instrument = useInstruments().byId.get(order.ForexTradeLists.Id);
  if (instrument === undefined) return null;
  const Form = order.Status === 0 ? PendingForm : StopsForm;
  return <Form order={order} instrument={instrument} onDone={onDone} />;
}
