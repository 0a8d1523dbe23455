import type { ReactNode } from 'react';

/** A word about what it stands beside: a kind or a state. Never a colour of prices, nor of actions. */
export function Tag({ children }: { readonly children: ReactNode }): ReactNode {
  return (
    <span className="inline-block rounded-inner bg-sunken px-2 py-0.5 text-12 font-medium text-quiet">{children}</span>
  );
}
