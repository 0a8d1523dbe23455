import { Children } from 'react';
import type { ReactNode } from 'react';

/** A row of short facts separated by dots. A wrapped line neither starts nor ends with a dot. */
export function Facts({ children }: { readonly children: ReactNode }): ReactNode {
  return (
    <span className="block overflow-x-clip text-12 text-quiet">
      <span className="-ms-3 flex flex-wrap">
        {Children.map(children, (fact) =>
          fact === null ? null : (
            <span className="relative min-w-0 ps-3 before:absolute before:start-1 before:content-['·']">{fact}</span>
          ),
        )}
      </span>
    </span>
  );
}
