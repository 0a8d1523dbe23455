import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';

/**
 * A polite live region for screen readers. Rendered into the body, because an open dialog hides the rest of the page
 * from them.
 */
export function LiveRegion({ words }: { readonly words: string }): ReactNode {
  return createPortal(
    <p aria-live="polite" className="sr-only">
      {words}
    </p>,
    document.body,
  );
}
