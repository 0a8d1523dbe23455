import { useEffect, useRef, useState } from 'react';
import type { ReactNode, RefObject } from 'react';
import { Icon } from './Icon.tsx';
import { Spinner } from './Spinner.tsx';
import { cx } from './cx.ts';

/** Pull distance that triggers a refresh, and the maximum offset of the content, in pixels. */
const TRIGGER_PX = 64;
const LIMIT_PX = 96;
/** Share of the finger's distance that the content moves, which makes the pull feel damped. */
const RESISTANCE = 0.5;

export interface PullToRefreshProps {
  /** Ref of the scrolling element, for lists that need it. */
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly onRefresh: () => void;
  /** Time in milliseconds for which the refresh indicator stays. */
  readonly shownMs: number;
  readonly pullLabel: string;
  readonly releaseLabel: string;
  readonly refreshingLabel: string;
  /** Makes the scroller focusable if nothing inside is, so that keys can scroll it. */
  readonly focusable?: boolean;
  readonly children: ReactNode;
}

/** A scroller that refreshes its content when it is pulled down at its top. Offer a button for the same action too. */
export function PullToRefresh(props: PullToRefreshProps): ReactNode {
  const { scroller, onRefresh, shownMs, focusable = false, children } = props;
  const [refreshing, setRefreshing] = useState(false);
  const start = (): void => {
    setRefreshing(true);
    onRefresh();
  };
  useEffect(() => {
    if (!refreshing) return undefined;
    const timer = setTimeout(() => setRefreshing(false), shownMs);
    return () => clearTimeout(timer);
  }, [refreshing, shownMs]);
  const pulled = usePull(scroller, start);
  const shift = refreshing ? TRIGGER_PX * RESISTANCE + 8 : pulled;
  const ready = pulled >= TRIGGER_PX * RESISTANCE;
  const words = refreshing ? props.refreshingLabel : ready ? props.releaseLabel : props.pullLabel;
  return (
    <div
      ref={scroller}
      {...(focusable ? { tabIndex: 0 } : {})}
      className="relative h-full min-h-0 flex-1 overflow-y-auto overscroll-y-contain -outline-offset-2"
    >
      {shift > 0 ? (
        <div
          className="pointer-events-none absolute inset-x-0 top-0 flex items-center justify-center gap-2 text-12 text-quiet"
          style={{ height: shift }}
        >
          {refreshing ? (
            <Spinner />
          ) : (
            <span className={cx('transition', ready && 'rotate-180')}>
              <Icon name="down" size={16} />
            </span>
          )}
          <span>{words}</span>
        </div>
      ) : null}
      <div
        className={cx(pulled === 0 && 'transition-transform duration-200')}
        style={shift > 0 ? { transform: `translateY(${shift}px)` } : undefined}
      >
        {children}
      </div>
    </div>
  );
}

/** Returns the current pull distance in pixels; calls `onRelease` if it was far enough to refresh. */
function usePull(scroller: RefObject<HTMLDivElement | null>, onRelease: () => void): number {
  const [pulled, setPulled] = useState(0);
  const latest = useRef(onRelease);
  useEffect(() => {
    latest.current = onRelease;
  });
  useEffect(() => {
    const element = scroller.current;
    if (element === null) return undefined;
    let from: { readonly x: number; readonly y: number } | undefined;
    let distance = 0;
    const begin = (event: TouchEvent): void => {
      const touch = event.touches[0];
      from =
        touch !== undefined && event.touches.length === 1 && element.scrollTop <= 0
          ? { x: touch.clientX, y: touch.clientY }
          : undefined;
      distance = 0;
    };
    const move = (event: TouchEvent): void => {
      const touch = event.touches[0];
      if (from === undefined || touch === undefined) return;
      const down = touch.clientY - from.y;
      // The first movement decides: the scroller handles movements up and sideways.
      if (distance === 0 && (down <= 0 || Math.abs(touch.clientX - from.x) > down)) {
        if (Math.abs(down) + Math.abs(touch.clientX - from.x) > 4) from = undefined;
        return;
      }
      if (event.cancelable) event.preventDefault();
      distance = Math.max(0, Math.min(LIMIT_PX, down * RESISTANCE));
      setPulled(distance);
    };
    const end = (): void => {
      if (from !== undefined && distance >= TRIGGER_PX * RESISTANCE) latest.current();
      from = undefined;
      distance = 0;
      setPulled(0);
    };
    element.addEventListener('touchstart', begin, { passive: true });
    element.addEventListener('touchmove', move, { passive: false });
    element.addEventListener('touchend', end);
    element.addEventListener('touchcancel', end);
    return () => {
      element.removeEventListener('touchstart', begin);
      element.removeEventListener('touchmove', move);
      element.removeEventListener('touchend', end);
      element.removeEventListener('touchcancel', end);
    };
  }, [scroller]);
  return pulled;
}
