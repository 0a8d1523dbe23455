import { formatMoneyText, formatResult, signOf } from '@fairlot/client';
import { MONEY_SCALE, formatDecimal, parseMoney } from '@fairlot/domain';
import { cx } from '@fairlot/ui';
import type { ReactNode } from 'react';
import { MASK, useBalanceHidden } from '../../shared/account/hidden-balance.ts';

const COLOURS = { 1: 'text-up', 0: '', '-1': 'text-down' } as const;

export interface AmountProps {
  readonly value: string | null | undefined;
  /** With a plus sign before positive amounts. */
  readonly signed?: boolean;
  /** A gain or loss: with sign, in the trader's price colours. */
  readonly result?: boolean;
}

/** US dollars with cents; a dash if unknown. Hidden with the balance. */
export function Amount({ value, signed = false, result = false }: AmountProps): ReactNode {
  const hidden = useBalanceHidden();
  if (hidden) return <span className="figure">{MASK}</span>;
  return (
    <span className={cx('figure whitespace-nowrap', result && COLOURS[signOf(value)])}>
      {signed || result ? formatResult(value) : formatMoneyText(value)}
    </span>
  );
}

/** Exact sum of decimals. The server's figures always parse. */
export function sumOf(...values: readonly string[]): string {
  return formatDecimal(
    values.reduce((all, value) => all + (parseMoney(value) ?? 0n), 0n),
    MONEY_SCALE,
  );
}

/** Exact difference of two decimals. */
export function lessOf(value: string, less: string): string {
  return formatDecimal((parseMoney(value) ?? 0n) - (parseMoney(less) ?? 0n), MONEY_SCALE);
}
