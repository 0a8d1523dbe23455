import { useEffect, useRef } from 'react';
import { pushLayer } from './back-stack.ts';

/** While `open`, the browser's back button closes this layer instead of leaving the page. */
export function useBackToClose(open: boolean, onClose: () => void): void {
  const latest = useRef(onClose);
  useEffect(() => {
    latest.current = onClose;
  });
  useEffect(() => (open ? pushLayer(() => latest.current()) : undefined), [open]);
}
