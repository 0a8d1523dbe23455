import { useEffect, useRef, useState } from 'react';
import type { ReactNode, RefObject, TouchEvent } from 'react';
import { Icon } from './Icon.tsx';
import { Spinner } from './Spinner.tsx';

/** How far a finger must pull, in pixels. */
const THRESHOLD = 64;
const HIDE_AFTER_MS = 500;

export interface PullToRefreshProps {
  readonly onRefresh: () => void;
  readonly scroller?: RefObject<HTMLElement | null>;
  /** Names the scrolling region for screen readers. */
  readonly label: string;
  readonly children: ReactNode;
}

/** A scroller that refreshes when pulled down from its top. The page also offers a button that does the same. */
export function PullToRefresh({ onRefresh, scroller, label, children }: PullToRefreshProps): ReactNode {
  const own = useRef<HTMLElement>(null);
  const box = scroller ?? own;
  const from = useRef<number | null>(null);
  const [pull, setPull] = useState(0);
  const [busy, setBusy] = useState(false);

  useEffect(() => {
    if (!busy) return undefined;
    const timer = setTimeout(() => setBusy(false), HIDE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [busy]);

  function start(event: TouchEvent): void {
    const single = event.touches.length === 1 && (box.current?.scrollTop ?? 1) <= 0;
    from.current = single ? (event.touches[0]?.clientY ?? null) : null;
  }
  function move(event: TouchEvent): void {
    if (from.current === null) return;
    const distance = (event.touches[0]?.clientY ?? 0) - from.current;
    setPull(distance <= 0 || (box.current?.scrollTop ?? 0) > 0 ? 0 : Math.min(distance / 2, THRESHOLD * 1.25));
  }
  function end(): void {
    from.current = null;
    if (pull >= THRESHOLD) {
      setBusy(true);
      onRefresh();
    }
    setPull(0);
  }

  const height = busy ? 48 : pull;
  return (
    <section
      ref={box} aria-label={label} onTouchStart={start} onTouchMove={move} onTouchEnd={end} onTouchCancel={end}
      // A keyboard must be able to scroll a region that holds no control of its own.
      tabIndex={-1}
      className="relative min-h-0 flex-1 overflow-y-auto overscroll-y-contain outline-none"
    >
      <div
        aria-hidden="true" style={{ height }}
        className="grid place-items-center overflow-hidden text-brand transition-[height] duration-200"
      >
        {busy ? <Spinner /> : <span style={{ transform: `rotate(${pull >= THRESHOLD ? 180 : 0}deg)` }} className="transition-transform"><Icon name="down" size={20} /></span>}
      </div>
      {children}
    </section>
  );
}
