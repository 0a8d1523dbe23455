import { AlertDialog } from '@base-ui/react/alert-dialog';
import { useRef } from 'react';
import type { ReactNode } from 'react';
import { Button } from './Button.tsx';
import { useBackToClose } from './use-back-to-close.ts';

export interface ConfirmDialogProps {
  readonly open: boolean;
  readonly title: string;
  readonly text?: ReactNode;
  readonly confirmLabel: string;
  readonly cancelLabel: string;
  /** Marks an action that deletes or ends something. */
  readonly critical?: boolean;
  readonly busy?: boolean;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
  /** Called when the dialog's closing transition has ended. */
  readonly onGone?: () => void;
}

/** Asks for confirmation before an action. The initial focus is on the cancel button. */
export function ConfirmDialog(props: ConfirmDialogProps): ReactNode {
  const {
    open,
    title,
    text,
    confirmLabel,
    cancelLabel,
    critical = false,
    busy = false,
    onConfirm,
    onCancel,
    onGone,
  } = props;
  useBackToClose(open, onCancel);
  const cancel = useRef<HTMLButtonElement>(null);
  return (
    <AlertDialog.Root
      open={open}
      onOpenChange={(next) => {
        if (!next && !busy) onCancel();
      }}
      onOpenChangeComplete={(isOpen) => {
        if (!isOpen) onGone?.();
      }}
    >
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="fixed inset-0 z-50 bg-scrim transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <AlertDialog.Viewport className="safe-inset fixed inset-x-0 top-0 bottom-(--keyboard,0px) z-50 grid place-items-center">
          <AlertDialog.Popup
            initialFocus={cancel}
            className="max-h-full w-full max-w-90 overflow-y-auto rounded-surface bg-raised p-5 text-ink shadow-sheet outline-none transition duration-150 data-ending-style:scale-97 data-ending-style:opacity-0 data-starting-style:scale-97 data-starting-style:opacity-0"
          >
            <AlertDialog.Title className="text-16 font-semibold">{title}</AlertDialog.Title>
            {text === undefined ? null : (
              <AlertDialog.Description render={<div />} className="mt-2 text-14 text-pretty text-quiet">
                {text}
              </AlertDialog.Description>
            )}
            <div className="mt-5 flex flex-wrap gap-2 *:flex-auto">
              <Button ref={cancel} kind="secondary" disabled={busy} onClick={onCancel}>
                {cancelLabel}
              </Button>
              <Button kind={critical ? 'critical' : 'primary'} busy={busy} onClick={onConfirm}>
                {confirmLabel}
              </Button>
            </div>
          </AlertDialog.Popup>
        </AlertDialog.Viewport>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
