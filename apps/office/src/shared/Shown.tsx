import type { ReactNode } from 'react';

/** A value as text: words in whatever direction they are written, figures and lists of them from left to right. */
export function Shown({ children }: { readonly children: string }): ReactNode {
  return /\p{L}/u.test(children) ? <bdi>{children}</bdi> : <span className="figure">{children}</span>;
}
