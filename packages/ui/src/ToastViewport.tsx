import { useLayoutEffect, useRef, useState } from 'react';
import type { ReactNode, RefObject } from 'react';
import { createPortal } from 'react-dom';
import { cx } from './cx.ts';
import { freeTop } from './free-top.ts';
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

/** Attribute of bars that toasts do not cover, such as tabs, periods and headers. */
export const BAR = 'data-bar';

/** Attributes that a layer puts on what is behind it. */
const BEHIND = ['inert', 'aria-hidden'] as const;

const ICONS = { done: 'check', info: 'info', error: 'warning' } as const;

/**
 * Shows toasts below the header, where they cover no close button, or at the end of the window. Screen readers speak errors at once and other
 * messages at the next pause, also while a layer is open.
 */
export function ToastViewport({ messages, closeLabel, onClose, low = false }: ToastViewportProps): ReactNode {
  const viewport = useRef<HTMLDivElement>(null);
  const down = useFreePlace(viewport, !low);
  return createPortal(
    <div
      ref={viewport}
      style={down === 0 ? undefined : { transform: `translateY(${down}px)` }}
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

/**
 * Distance in px by which the toasts move down, so that they cover no bar. Measured with each rendering, and when a layer
 * takes bars out of reach or gives them back: a toast often comes while the sheet of its deed still closes.
 */
function useFreePlace(viewport: RefObject<HTMLElement | null>, isOn: boolean): number {
  const [down, setDown] = useState(0);
  useLayoutEffect(() => {
    const measure = (): void => {
      const element = viewport.current;
      if (!isOn || element === null || element.childElementCount === 0) return;
      const moved = new DOMMatrix(getComputedStyle(element).transform).f;
      const { left, right, top, bottom } = element.getBoundingClientRect();
      const wanted = { left, right, top: top - moved, bottom: bottom - moved };
      setDown(freeTop(wanted, barsInReach(), innerHeight) - wanted.top);
    };
    measure();
    if (!isOn || viewport.current?.childElementCount === 0) return undefined;
    const layers = new MutationObserver(measure);
    layers.observe(document.body, { attributeFilter: [...BEHIND], subtree: true });
    addEventListener('resize', measure);
    return () => {
      layers.disconnect();
      removeEventListener('resize', measure);
    };
  });
  return down;
}

/** Visible bars that can be pressed: none behind a layer. */
function barsInReach(): DOMRect[] {
  return [...document.querySelectorAll(`[${BAR}]`)]
    .filter((bar) => bar.checkVisibility() && bar.closest('[inert], [aria-hidden="true"]') === null)
    .map((bar) => bar.getBoundingClientRect());
}
