import type { ReactNode } from 'react';

/** A spinning ring. The element around it must name the awaited action. */
export function Spinner({ size = 20 }: { readonly size?: number }): ReactNode {
  return (
    <svg className="animate-spin" width={size} height={size} viewBox="0 0 20 20" fill="none" aria-hidden="true">
      <circle cx="10" cy="10" r="8" stroke="currentColor" strokeOpacity="0.25" strokeWidth="2.5" />
      <path d="M10 2a8 8 0 0 1 8 8" stroke="currentColor" strokeWidth="2.5" strokeLinecap="round" />
    </svg>
  );
}
