import { Drawer as Base } from '@base-ui/react/drawer';
import type { CSSProperties, ReactNode } from 'react';
import { cx } from './cx.ts';
import { IconButton } from './IconButton.tsx';
import { isOverLayers } from './outside-press.ts';
import { useBackToClose } from './use-back-to-close.ts';

export interface SheetProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: ReactNode;
  readonly closeLabel: string;
  /**
   * Height in per cent of the page, at most 90; minimum height in a wide window. Default: the height of the content.
   */
  readonly height?: number;
  /** Fixed below the scrolling content. */
  readonly footer?: ReactNode;
  /** Called when the closing transition has ended and the content can be unmounted. */
  readonly onGone?: () => void;
  readonly children: ReactNode;
}

const BACKDROP =
  'fixed inset-0 z-40 bg-scrim opacity-[calc(1-var(--drawer-swipe-progress,0))] transition-opacity duration-200 ' +
  'data-swiping:duration-0 data-starting-style:opacity-0 data-ending-style:opacity-0';
const POPUP =
  'safe-sides flex max-h-[90%] w-full max-w-180 flex-col rounded-t-surface bg-raised text-ink shadow-sheet outline-none ' +
  '[transform:translateY(var(--drawer-swipe-movement-y,0px))] transition duration-250 ease-out data-swiping:duration-0 ' +
  'data-starting-style:[transform:translateY(100%)] data-ending-style:[transform:translateY(100%)] ' +
  'lg:max-w-130 lg:rounded-b-surface lg:data-starting-style:opacity-0 lg:data-ending-style:opacity-0 ' +
  'lg:data-starting-style:[transform:translateY(1rem)] lg:data-ending-style:[transform:translateY(1rem)]';

/** A sheet centred in a wide window grows with its content, because the page around it stays visible anyway. */
const HEIGHT = 'h-(--sheet-height) lg:h-auto lg:min-h-(--sheet-height)';

function heightStyle(height: number | undefined): CSSProperties & { readonly '--sheet-height'?: string } {
  return height === undefined ? {} : { '--sheet-height': `${height}%` };
}

/**
 * A panel that slides up from the bottom, or is centred in a wide window. A drag on it, the back button, Escape and a
 * press outside close it.
 */
export function Sheet({ open, onClose, title, closeLabel, height, footer, onGone, children }: SheetProps): ReactNode {
  useBackToClose(open, onClose);
  return (
    <Base.Root
      open={open}
      onOpenChange={(next, details) => {
        if (!next && !isOverLayers(details)) onClose();
      }}
      onOpenChangeComplete={(isOpen) => {
        if (!isOpen) onGone?.();
      }}
    >
      <Base.Portal>
        <Base.Backdrop className={BACKDROP} />
        <Base.Viewport className="fixed inset-x-0 top-0 bottom-(--keyboard,0px) z-40 flex items-end justify-center lg:items-center">
          <Base.Popup className={cx(POPUP, height !== undefined && HEIGHT)} style={heightStyle(height)}>
            <div className="relative shrink-0 border-b border-line ps-4 pe-1 pt-3 lg:py-1">
              <span
                aria-hidden="true"
                className="absolute inset-x-0 top-1.5 mx-auto block h-1 w-10 rounded-full bg-line-strong opacity-60 lg:hidden"
              />
              <div className="flex items-center gap-2">
                <Base.Title className="min-w-0 flex-1 text-16 font-semibold wrap-break-word">{title}</Base.Title>
                <IconButton icon="close" label={closeLabel} quiet onClick={onClose} />
              </div>
            </div>
            <Base.Content tabIndex={0} className="min-h-0 flex-1 overflow-y-auto overscroll-contain -outline-offset-2">
              {children}
            </Base.Content>
            <div className="safe-bottom shrink-0">{footer}</div>
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}
