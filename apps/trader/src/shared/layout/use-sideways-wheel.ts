import { useEffect, useRef } from 'react';
import type { RefObject } from 'react';

/**
 * Lets a mouse wheel scroll a horizontal row that has no scrollbar; at the row's end the wheel scrolls the page.
 * Attached by hand, because React's wheel listeners are passive and cannot prevent the default.
 */
export function useSidewaysWheel<Row extends HTMLElement>(): RefObject<Row | null> {
  const row = useRef<Row>(null);
  useEffect(() => {
    const element = row.current;
    if (element === null) return undefined;
    const turn = (event: WheelEvent): void => {
      if (event.ctrlKey || event.deltaX !== 0 || event.deltaY === 0) return;
      const before = element.scrollLeft;
      element.scrollLeft += getComputedStyle(element).direction === 'rtl' ? -event.deltaY : event.deltaY;
      if (element.scrollLeft !== before) event.preventDefault();
    };
    element.addEventListener('wheel', turn, { passive: false });
    return () => element.removeEventListener('wheel', turn);
  }, []);
  return row;
}
