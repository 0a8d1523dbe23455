import { formatMoneyText, moneyDecimals, signOf } from '@fairlot/client';
import type { Money } from '@fairlot/domain';
import { cx } from '@fairlot/ui';
import type { ReactNode } from 'react';
import { MASK, useBalanceHidden } from '../../shared/account/hidden-balance.ts';
import { usePreferences } from '../../shared/device/preferences.ts';

export interface DollarsProps {
  /** US dollars, also as a decimal text; undefined shows a dash. */
  readonly value: Money | string | undefined;
  /** Shows a gain or loss: with sign, arrow and the trader's price colours. */
  readonly result?: boolean;
  readonly unit?: boolean;
  readonly stale?: boolean;
  /** A figure of the whole account, which is hidden with the balance. */
  readonly ofAccount?: boolean;
}

const LOOKS = { 1: ['text-up', '▲', '+'], 0: ['', '', ''], '-1': ['text-down', '▼', '−'] } as const;

/** Margins, fees and results by the rule of `moneyDecimals`: cents at full size, the other digits small. */
export function Dollars({
  value,
  result = false,
  unit = false,
  stale = false,
  ofAccount = false,
}: DollarsProps): ReactNode {
  const two = usePreferences(({ twoDecimals }) => twoDecimals);
  const hidden = useBalanceHidden();
  if (value === undefined) return <span className="figure text-faint">–</span>;
  if (ofAccount && hidden) return <span className="figure">{MASK}</span>;
  const decimals = moneyDecimals('detail', two);
  const text = formatMoneyText(value, decimals);
  const [colour, arrow, plus] = LOOKS[result ? signOf(two ? text : value) : 0];
  const digits = plus === '' ? text : plus + text.replace('−', '');
  const cents = digits.length - (decimals - 2);
  return (
    <span className={cx('figure whitespace-nowrap crowded:whitespace-normal', stale ? 'text-faint' : colour)}>
      {arrow === '' ? null : (
        <span aria-hidden="true" className="me-1 text-mark">
          {arrow}
        </span>
      )}
      {digits.slice(0, cents)}
      {cents === digits.length ? null : <span className="text-tail font-normal">{digits.slice(cents)}</span>}
      {unit ? <span className="ms-1 text-tail font-medium">USD</span> : null}
    </span>
  );
}
