import type { AxisRange } from 'klinecharts';
import { rangeWith } from './price-range.ts';

/** Takes back what the library claims of the page for its element: the first place of the tab order and all scrolling. */
export function openToPage(host: HTMLElement): void {
  for (const element of host.querySelectorAll<HTMLElement>('[tabindex]')) {
    element.tabIndex = -1;
    element.style.touchAction = 'pan-y';
    // Without overflow of its own it would still keep a swipe from reaching what scrolls around it.
    element.style.overscrollBehavior = 'auto';
  }
}

/** The axis' range with some prices in view. */
export function stretched(range: AxisRange, prices: readonly number[]): AxisRange {
  const { from, to } = rangeWith(range, prices);
  const span = to - from;
  return {
    ...range,
    from,
    to,
    range: span,
    realFrom: from,
    realTo: to,
    realRange: span,
    displayFrom: from,
    displayTo: to,
    displayRange: span,
  };
}
