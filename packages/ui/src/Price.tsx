import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import { priceParts } from './price-parts.ts';
import { useFlash } from './use-flash.ts';

const SIZES = {
  row: ['text-14', 'text-16'],
  title: ['text-20', 'text-28'],
} as const;

export interface PriceProps {
  /** The price with its instrument's fixed decimals; undefined shows a dash. */
  readonly value: string | undefined;
  readonly size?: keyof typeof SIZES;
  /** The figure is too old to deal on. */
  readonly stale?: boolean;
  readonly flash?: boolean;
}

/**
 * A price with equal digit widths, left to right in every script, the big figure emphasised and the last fraction
 * small.
 */
export function Price({ value, size = 'row', stale = false, flash = true }: PriceProps): ReactNode {
  const element = useFlash<HTMLSpanElement>(flash && !stale ? value : undefined);
  const [small, large] = SIZES[size];
  if (value === undefined) return <span className={cx('figure text-faint', small)}>–</span>;
  const { head, big, tail } = priceParts(value);
  return (
    <span
      ref={element}
      className={cx(
        'figure -mx-1 inline-block rounded-inner px-1 font-medium whitespace-nowrap',
        small,
        stale ? 'text-faint' : 'text-ink',
      )}
    >
      {head}
      <span className={cx('font-bold', large)}>{big}</span>
      <span className="text-tail">{tail}</span>
    </span>
  );
}
