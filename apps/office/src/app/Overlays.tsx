import { ToastViewport } from '@fairlot/ui';
import type { ReactNode } from 'react';
import { ActionDialog } from '../actions/ActionDialog.tsx';
import { useText } from '../shared/language/language.ts';
import { closeToast, useToasts } from '@fairlot/web';

/** Layers above every screen: toasts, and the dialog of the current action. */
export function Overlays(): ReactNode {
  const t = useText();
  const messages = useToasts((toasts) => toasts.messages);
  return (
    <>
      <ToastViewport low messages={messages} closeLabel={t('action.close')} onClose={closeToast} />
      <ActionDialog />
    </>
  );
}
