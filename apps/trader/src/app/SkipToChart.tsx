import type { ReactNode, RefObject } from 'react';
import { useText } from '../shared/language/language.ts';

/** Skip link for keyboard users: jumps over the market list to the chart. Visible only while focused. */
export function SkipToChart({ chart }: { readonly chart: RefObject<HTMLElement | null> }): ReactNode {
  const t = useText();
  return (
    <button
      type="button"
      onClick={() => chart.current?.focus({ preventScroll: true })}
      className="pointer-events-none absolute start-2 top-2 z-20 min-h-11 rounded-control bg-brand-fill px-4 text-14 font-medium text-on-fill opacity-0 focus:pointer-events-auto focus:opacity-100"
    >
      {t('wide.skip')}
    </button>
  );
}
