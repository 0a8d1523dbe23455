import { PERIODS } from '@fairlot/domain';
import type { Period } from '@fairlot/domain';
import { cx } from '@fairlot/ui';
import { useId } from 'react';
import type { ReactNode } from 'react';
import { useText } from '../../shared/language/language.ts';
import { PERIOD_SIGNS } from './period.ts';

export interface PeriodBarProps {
  readonly value: Period;
  readonly onChange: (period: Period) => void;
  /** The instrument's code; given if nothing else on the screen shows it. */
  readonly code?: string | undefined;
  /** Chart tools shown after the periods. */
  readonly tools?: ReactNode;
}

/**
 * Selects the chart's period. Native radio buttons, from left to right in every language, like the chart's time axis.
 */
export function PeriodBar({ value, onChange, code, tools }: PeriodBarProps): ReactNode {
  const t = useText();
  const name = useId();
  return (
    <div dir="ltr" className="flex shrink-0 flex-wrap border-b border-line px-2">
      {code === undefined ? null : (
        <h1 className="figure flex shrink-0 items-center px-2 text-14 font-bold max-[30rem]:basis-full max-[30rem]:pt-1.5 max-[30rem]:rtl:justify-end min-[30rem]:rtl:order-last">
          {code}
        </h1>
      )}
      <div role="radiogroup" aria-label={t('trade.chart.periods')} className="flex min-w-48 flex-1 crowded:min-w-full">
        {PERIODS.map((period) => (
          <label
            key={period}
            className={cx(
              'relative flex min-h-11 min-w-8 max-w-14 flex-1 cursor-pointer items-center justify-center text-14 font-medium transition crowded:text-12',
              'has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-brand',
              period === value ? 'text-brand' : 'text-quiet hover:text-ink',
            )}
          >
            <input
              type="radio"
              name={name}
              checked={period === value}
              aria-label={t(`trade.period.${period}`)}
              onChange={() => onChange(period)}
              className="absolute inset-0 cursor-pointer opacity-0"
            />
            <span aria-hidden="true">{PERIOD_SIGNS[period]}</span>
            {period === value ? (
              <span aria-hidden="true" className="absolute inset-x-1.5 -bottom-px h-0.5 rounded-full bg-brand-fill" />
            ) : null}
          </label>
        ))}
      </div>
      {tools}
    </div>
  );
}
