import type { ReactNode } from 'react';
import { cx } from './cx.ts';

export interface ChangeProps {
  /** A formatted figure with its sign: "−1.25%", "+12.00", "0.00". */
  readonly value: string | undefined;
  readonly stale?: boolean;
}

/** The sign of a signed decimal text; 0 for zero in any spelling. */
export function signOf(value: string): -1 | 0 | 1 {
  if (!/[1-9]/.test(value)) return 0;
  return /^[-−]/.test(value) ? -1 : 1;
}

const LOOKS = { 1: ['text-up', '▲'], 0: ['text-quiet', ''], '-1': ['text-down', '▼'] } as const;

/** A change or result. An arrow and a sign accompany the colour, so that colour is never the only sign. */
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
