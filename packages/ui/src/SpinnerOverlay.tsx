import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { Spinner } from './Spinner.tsx';

/** Covers the page and blocks every click while `open`. It has no timeout. */
export function SpinnerOverlay({ open, label }: { readonly open: boolean; readonly label: string }): ReactNode {
  if (!open) return null;
  return createPortal(
    <div role="alert" aria-busy="true" className="fixed inset-0 z-50 grid place-items-center bg-scrim">
      <div className="flex flex-col items-center gap-3 rounded-surface bg-raised px-6 py-5 text-14 text-quiet">
        <span className="text-brand">
          <Spinner size={32} />
        </span>
        {label}
      </div>
    </div>,
    document.body,
  );
}
