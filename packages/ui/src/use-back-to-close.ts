import { useEffect, useRef } from 'react';
import { LayerStack } from './layer-stack.ts';

let page: LayerStack | undefined;

/** Returns the page's single stack, created when the first layer opens. */
function layersOfPage(): LayerStack {
  if (page !== undefined) return page;
  const stack = new LayerStack(
    {
      get state(): unknown {
        return history.state;
      },
      get address(): string {
        return location.href;
      },
      pushState: (state) => history.pushState(state, ''),
      go: (delta) => history.go(delta),
      follow: (address) => location.assign(address),
    },
    (work, delayMs) => void setTimeout(work, delayMs),
  );
  addEventListener('popstate', () => stack.popped());
  // Browsers without the Navigation API lose a navigation that comes within the milliseconds of a step back.
  if ('navigation' in window)
    navigation.addEventListener('currententrychange', ({ navigationType }) => {
      if (navigationType !== 'traverse') stack.navigated();
    });
  page = stack;
  return stack;
}

/**
 * While `open`, the browser's back button closes this layer instead of leaving the page. A layer that stays open, because
 * the step back led from one of its views to another, takes the next step back as well.
 */
export function useBackToClose(open: boolean, onClose: () => void): void {
  const latest = useRef(onClose);
  useEffect(() => {
    latest.current = onClose;
  });
  useEffect(() => (open ? layersOfPage().push(() => latest.current()) : undefined), [open]);
}

/**
 * Runs work once closed layers have left the browser's history; at once if they have. A step back before that would
 * leave the layer alone, and the visitor would stay on the page.
 */
export function afterLayers(work: () => void): void {
  layersOfPage().settled(work);
}
