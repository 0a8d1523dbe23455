import { cx } from '@fairlot/ui';
import type { ReactNode } from 'react';

export interface TermProps {
  /** The sign before the term, such as = or +. */
  readonly sign: string;
  readonly name: string;
  readonly children: ReactNode;
}

/** A named figure of a sum, behind its sign. */
export function Term({ sign, name, children }: TermProps): ReactNode {
  return (
    <span className="flex items-end gap-2">
      <span aria-hidden="true" className="text-14 text-faint">
        {sign}
      </span>
      <span>
        <span className="block text-12 text-quiet">{name}</span>
        <span className="flex min-h-5 items-center text-14 font-medium">{children}</span>
      </span>
    </span>
  );
}

export interface FigureProps {
  readonly name: string;
  /** Class of the text's colour. */
  readonly tone?: string;
  readonly children: ReactNode;
}

/** A figure under its name, in a definition list. */
export function Figure({ name, tone, children }: FigureProps): ReactNode {
  return (
    <div className="flex min-w-0 flex-col justify-between">
      <dt className="text-12 leading-4 text-quiet">{name}</dt>
      <dd className={cx('text-14 font-medium', tone)}>
        <span className="figure">{children}</span>
      </dd>
    </div>
  );
}
