import { ToastViewport } from '@fairlot/ui';
import type { ReactNode } from 'react';
import { ActionDialog } from '../actions/ActionDialog.tsx';
import { useText } from '../shared/text.ts';
import { closeToast, useToasts } from '../shared/toast.ts';

/** What lies over every screen: messages, and the dialog of an action. */
export function Overlays(): ReactNode {
  const t = useText();
  const messages = useToasts((toasts) => toasts.messages);
  return (
    <>
      <ToastViewport messages={messages} closeLabel={t('action.close')} onClose={closeToast} />
      <ActionDialog />
    </>
  );
}
