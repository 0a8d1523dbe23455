import { formatMoneyText, signOf } from '@fairlot/client';
import type { Money } from '@fairlot/domain';
import { cx } from '@fairlot/ui';
import type { ReactNode } from 'react';

export interface DollarsProps {
  /** US dollars, also as a decimal text; undefined shows a dash. */
  readonly value: Money | string | undefined;
  /** Shows a gain or loss: with sign, arrow and the trader's price colours. */
  readonly result?: boolean;
  readonly unit?: boolean;
  readonly stale?: boolean;
}

const LOOKS = { 1: ['text-up', '▲', '+'], 0: ['', '', ''], '-1': ['text-down', '▼', '−'] } as const;

/**
 * Money with six decimals, as margins and results have (specification, section 9): cents at full size, the other digits
 * small.
 */
export function Dollars({ value, result = false, unit = false, stale = false }: DollarsProps): ReactNode {
  if (value === undefined) return <span className="figure text-faint">–</span>;
  const text = formatMoneyText(value, 6);
  const [colour, arrow, plus] = LOOKS[result ? signOf(value) : 0];
  const digits = plus === '' ? text : plus + text.replace('−', '');
  return (
    <span className={cx('figure whitespace-nowrap', stale ? 'text-faint' : colour)}>
      {arrow === '' ? null : (
        <span aria-hidden="true" className="me-1 text-mark">
          {arrow}
        </span>
      )}
      {digits.slice(0, -4)}
      <span className="text-tail font-normal">{digits.slice(-4)}</span>
      {unit ? <span className="ms-1 text-tail font-medium">USD</span> : null}
    </span>
  );
}
