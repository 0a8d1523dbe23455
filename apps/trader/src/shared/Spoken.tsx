import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';

/** Says something to screen readers when they pause, once for each change. It stands beside what a dialog puts out of reach. */
export function Spoken({ words }: { readonly words: string }): ReactNode {
  return createPortal(
    <p aria-live="polite" className="sr-only">
      {words}
    </p>,
    document.body,
  );
}
