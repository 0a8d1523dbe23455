import type { ReactNode } from 'react';

/** A label with a kind or a state. It uses no price colours and no action colours. */
export function Tag({ children }: { readonly children: ReactNode }): ReactNode {
  return (
    <span className="inline-block rounded-inner bg-sunken px-2 py-0.5 text-12 font-medium text-quiet">{children}</span>
  );
}
