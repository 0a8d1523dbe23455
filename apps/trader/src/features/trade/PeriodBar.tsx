import { CHART_PERIODS } from '@fairlot/domain';
import type { ChartPeriod } from '@fairlot/domain';
import { BAR, cx } from '@fairlot/ui';
import { useEffect, useId } from 'react';
import type { ReactNode } from 'react';
import { useText } from '../../shared/language/language.ts';
import { useSidewaysWheel } from '../../shared/layout/use-sideways-wheel.ts';
import { PERIOD_SIGNS } from './period.ts';

export interface PeriodBarProps {
  readonly value: ChartPeriod;
  readonly onChange: (period: ChartPeriod) => void;
  /** The instrument's code; given if nothing else on the screen shows it. */
  readonly code?: string | undefined;
  /** Chart tools shown after the periods. */
  readonly tools?: ReactNode;
}

/**
 * Selects the chart's period. Native radio buttons, from left to right in every language, like the chart's time axis.
 * They scroll sideways on phones; the selected one is brought into view.
 */
export function PeriodBar({ value, onChange, code, tools }: PeriodBarProps): ReactNode {
  const t = useText();
  const name = useId();
  const row = useSidewaysWheel<HTMLDivElement>();
  useEffect(() => {
    row.current
      ?.querySelector(`input[value="${value}"]`)
      ?.parentElement?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [row, value]);
  return (
    <div {...{ [BAR]: '' }} dir="ltr" className="flex shrink-0 flex-wrap border-b border-line px-2">
      {code === undefined ? null : (
        <h1 className="figure flex shrink-0 items-center px-2 text-14 font-bold max-[30rem]:basis-full max-[30rem]:pt-1.5 max-[30rem]:rtl:justify-end min-[30rem]:rtl:order-last">
          {code}
        </h1>
      )}
      <div
        ref={row}
        role="radiogroup"
        aria-label={t('trade.chart.periods')}
        className="no-scrollbar flex min-w-48 flex-1 overflow-x-auto overscroll-x-contain pe-3 [mask-image:linear-gradient(to_right,black_calc(100%-0.75rem),transparent)] crowded:min-w-full"
      >
        {CHART_PERIODS.map((period) => (
          <label
            key={period}
            className={cx(
              'relative flex min-h-11 max-w-14 min-w-max flex-1 cursor-pointer items-center justify-center text-14 font-medium transition crowded:text-12',
              'has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-brand',
              period === value ? 'text-brand' : 'text-quiet hover:text-ink',
            )}
          >
            <input
              type="radio"
              name={name}
              value={period}
              checked={period === value}
              aria-label={t(`trade.period.${period}`)}
              onChange={() => onChange(period)}
              className="absolute inset-0 cursor-pointer opacity-0"
            />
            <span aria-hidden="true" className="min-w-9 px-1 text-center">
              {PERIOD_SIGNS[period]}
            </span>
            {period === value ? (
              <span aria-hidden="true" className="absolute inset-x-1.5 bottom-0 h-0.5 rounded-full bg-brand-fill" />
            ) : null}
          </label>
        ))}
      </div>
      {tools}
    </div>
  );
}
