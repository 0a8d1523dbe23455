import type { ReactNode, RefObject } from 'react';
import { useText } from '../shared/text.ts';

/** Leads a keyboard past the market list, which stands before the chart where there is room for both. Seen while it has the focus. */
export function SkipToChart({ chart }: { readonly chart: RefObject<HTMLElement | null> }): ReactNode {
  const text = useText();
  return (
    <button
      type="button"
      onClick={() => chart.current?.focus({ preventScroll: true })}
      className="pointer-events-none absolute start-2 top-2 z-20 min-h-11 rounded-control bg-brand-fill px-4 text-14 font-medium text-on-fill opacity-0 focus:pointer-events-auto focus:opacity-100"
    >
      {text('desk.skip')}
    </button>
  );
}
