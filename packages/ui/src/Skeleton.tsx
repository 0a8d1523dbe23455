import type { ReactNode } from 'react';
import { cx } from './cx.ts';

/** A placeholder for loading content. Give it the content's size by classes such as `h-4 w-20`. */
export function Skeleton({ shape }: { readonly shape: string }): ReactNode {
  return <span aria-hidden="true" className={cx('block animate-pulse rounded-control bg-sunken', shape)} />;
}
