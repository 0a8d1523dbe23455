import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { cx } from './cx.ts';
import { Icon } from './Icon.tsx';
import { IconButton } from './IconButton.tsx';
import { OVER_LAYERS } from './outside-press.ts';

export interface ToastMessage {
  readonly id: number;
  readonly kind: 'done' | 'info' | 'error';
  readonly text: string;
}

export interface ToastViewportProps {
  readonly messages: readonly ToastMessage[];
  readonly closeLabel: string;
  readonly onClose: (id: number) => void;
  /** At the end of the window instead of below the header, for pages that have tabs and forms there. */
  readonly low?: boolean;
}

const ICONS = { done: 'check', info: 'info', error: 'warning' } as const;

/**
 * Shows toasts below the header, where they cover no close button, or at the end of the window. Screen readers speak errors at once and other
 * messages at the next pause, also while a layer is open.
 */
export function ToastViewport({ messages, closeLabel, onClose, low = false }: ToastViewportProps): ReactNode {
  return createPortal(
    <div
      aria-live="polite"
      {...{ [OVER_LAYERS]: '' }}
      className={cx(
        'pointer-events-none fixed z-60 flex flex-col gap-2 p-3',
        low ? 'safe-bottom inset-x-0 bottom-14 items-end' : 'safe-top inset-x-0 top-20 items-center',
      )}
    >
      {messages.map((message) => (
        <div
          key={message.id}
          role={message.kind === 'error' ? 'alert' : undefined}
          className="pointer-events-auto flex w-full max-w-100 animate-rise items-center gap-2 rounded-surface border border-line bg-raised ps-3 text-14 text-ink shadow-sheet"
        >
          <span className={cx('shrink-0', message.kind === 'error' ? 'text-critical' : 'text-ink')}>
            <Icon name={ICONS[message.kind]} size={20} />
          </span>
          <span className="min-w-0 flex-1 py-2.5 wrap-anywhere">{message.text}</span>
          <IconButton icon="close" label={closeLabel} quiet onClick={() => onClose(message.id)} />
        </div>
      ))}
    </div>,
    document.body,
  );
}
