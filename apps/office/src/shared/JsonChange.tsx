import type { ReactNode } from 'react';

/** Two values written as JSON, before and after. */
export function JsonChange({ before, after }: { readonly before: string | null; readonly after: string | null }): ReactNode {
  return (
    <p className="text-14">
      <del className="figure break-all text-quiet decoration-1">{before ?? '–'}</del>{' '}
      <span aria-hidden="true" className="inline-block rtl:-scale-x-100">→</span>{' '}
      <ins className="figure font-medium break-all no-underline">{after ?? '–'}</ins>
    </p>
  );
}
