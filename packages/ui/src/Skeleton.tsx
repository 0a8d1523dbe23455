import type { ReactNode } from 'react';
import { cx } from './cx.ts';

/** Stands where content will be; give it the content's size by classes such as `h-4 w-20`. */
export function Skeleton({ shape }: { readonly shape: string }): ReactNode {
  return <span aria-hidden="true" className={cx('block animate-pulse rounded-control bg-sunken', shape)} />;
}
