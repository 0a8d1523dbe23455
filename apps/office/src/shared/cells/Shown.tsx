import type { ReactNode } from 'react';

/** A value as text: words in their own direction, figures and lists of figures left to right. */
export function Shown({ children }: { readonly children: string }): ReactNode {
  return /\p{L}/u.test(children) ? <bdi>{children}</bdi> : <span className="figure">{children}</span>;
}
