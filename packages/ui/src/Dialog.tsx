import { Dialog as Base } from '@base-ui/react/dialog';
import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import { isOverLayers } from './outside-press.ts';
import { useBackToClose } from './use-back-to-close.ts';

export interface DialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: ReactNode;
  /** Uses the width of a tablet, for forms. */
  readonly wide?: boolean;
  /** Stays open when the page outside it is pressed: for a dialog that opens by itself, maybe under a finger. */
  readonly stays?: boolean;
  readonly children: ReactNode;
}

const POPUP =
  'max-h-full w-full overflow-y-auto rounded-surface bg-raised p-5 text-ink shadow-sheet outline-none transition duration-150 ' +
  'data-ending-style:scale-97 data-ending-style:opacity-0 data-starting-style:scale-97 data-starting-style:opacity-0';

/** A message in the middle of the page, with its own actions in `children`. */
export function Dialog({ open, onClose, title, wide = false, stays = false, children }: DialogProps): ReactNode {
  useBackToClose(open, onClose);
  return (
    <Base.Root
      open={open}
      disablePointerDismissal={stays}
      onOpenChange={(next, details) => {
        if (!next && !isOverLayers(details)) onClose();
      }}
    >
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-50 bg-scrim transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Base.Viewport className="safe-inset fixed inset-x-0 top-0 bottom-(--keyboard,0px) z-50 grid place-items-center">
          <Base.Popup className={cx(POPUP, wide ? 'max-w-160' : 'max-w-90')}>
            <Base.Title className="text-16 font-semibold">{title}</Base.Title>
            {children}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}
