/**
 * Undoes two side effects of the library on the page: it puts its element into the tab order and captures all
 * scrolling.
 */
export function undoPageEffects(host: HTMLElement): void {
  for (const element of host.querySelectorAll<HTMLElement>('[tabindex]')) {
    element.tabIndex = -1;
    element.style.touchAction = 'pan-y';
    // Otherwise a swipe does not reach the surrounding scroller, although the element itself does not overflow.
    element.style.overscrollBehavior = 'auto';
  }
}
