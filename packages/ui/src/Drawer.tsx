import { Drawer as Base } from '@base-ui/react/drawer';
import { useRef } from 'react';
import type { ReactNode } from 'react';
import { IconButton } from './IconButton.tsx';
import { isOverLayers } from './outside-press.ts';
import { useBackToClose } from './use-back-to-close.ts';

export interface DrawerProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: ReactNode;
  readonly closeLabel: string;
  /** Sets the initial focus on the search field. Not for touch, because the on-screen keyboard would open. */
  readonly startInSearch?: boolean;
  readonly children: ReactNode;
}

const BACKDROP =
  'fixed inset-0 z-40 bg-scrim opacity-[calc(1-var(--drawer-swipe-progress,0))] transition-opacity duration-200 ' +
  'data-swiping:duration-0 data-starting-style:opacity-0 data-ending-style:opacity-0';
const POPUP =
  'safe-top safe-bottom flex h-full w-[min(22rem,88%)] crowded:w-full flex-col bg-raised text-ink shadow-sheet outline-none ' +
  '[transform:translateX(var(--drawer-swipe-movement-x,0px))] transition-transform duration-250 ease-out data-swiping:duration-0 ' +
  'ltr:data-starting-style:[transform:translateX(-100%)] ltr:data-ending-style:[transform:translateX(-100%)] ' +
  'rtl:data-starting-style:[transform:translateX(100%)] rtl:data-ending-style:[transform:translateX(100%)]';

/** A panel that slides in from the inline start of the page. */
export function Drawer({ open, onClose, title, closeLabel, startInSearch = false, children }: DrawerProps): ReactNode {
  useBackToClose(open, onClose);
  const popup = useRef<HTMLDivElement>(null);
  const firstFocus = (): HTMLElement | boolean =>
    (startInSearch ? popup.current?.querySelector<HTMLElement>('input[type=search]') : null) ?? true;
  const towardsStart = document.documentElement.dir === 'rtl' ? 'right' : 'left';
  return (
    <Base.Root
      open={open}
      swipeDirection={towardsStart}
      onOpenChange={(next, details) => {
        if (!next && !isOverLayers(details)) onClose();
      }}
    >
      <Base.Portal>
        <Base.Backdrop className={BACKDROP} />
        <Base.Viewport className="fixed inset-x-0 top-0 bottom-(--keyboard,0px) z-40 flex items-stretch justify-start">
          <Base.Popup ref={popup} initialFocus={firstFocus} className={POPUP}>
            <div className="flex shrink-0 items-center gap-2 border-b border-line ps-4 pe-1 py-1">
              <Base.Title className="min-w-0 flex-1 text-16 font-semibold wrap-break-word">{title}</Base.Title>
              <IconButton icon="close" label={closeLabel} quiet onClick={onClose} />
            </div>
            <Base.Content className="flex min-h-0 flex-1 flex-col">{children}</Base.Content>
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}
