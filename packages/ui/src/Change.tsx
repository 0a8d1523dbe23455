import type { ReactNode } from 'react';
import { cx } from './cx.ts';

export interface ChangeProps {
  /** A figure as it is written, with its sign: "−1.25%", "+12.00", "0.00". */
  readonly value: string | undefined;
  readonly stale?: boolean;
}

/** Which way a signed decimal text points; zero in any spelling points nowhere. */
export function signOf(value: string): -1 | 0 | 1 {
  if (!/[1-9]/.test(value)) return 0;
  return /^[-−]/.test(value) ? -1 : 1;
}

const LOOKS = { 1: ['text-up', '▲'], 0: ['text-quiet', ''], '-1': ['text-down', '▼'] } as const;

/** A change or result: arrow and sign beside the colour, so that colour is never the only word. */
export function Change({ value, stale = false }: ChangeProps): ReactNode {
  if (value === undefined) return <span className="figure text-faint">–</span>;
  const [colour, arrow] = LOOKS[signOf(value)];
  return (
    <span className={cx('figure font-medium whitespace-nowrap', stale ? 'text-faint' : colour)}>
      {arrow === '' ? null : (
        <span aria-hidden="true" className="me-1 text-mark">
          {arrow}
        </span>
      )}
      {value}
    </span>
  );
}
