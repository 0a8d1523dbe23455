import { formatCount } from '@fairlot/client';
import { PERIOD_MS } from '@fairlot/domain';
import type { ChartPeriod } from '@fairlot/domain';
import { Change } from '@fairlot/ui';
import type { ReactNode } from 'react';
import type { PointedBar } from '../../chart/chart-port.ts';
import { usePercent, useText } from '../../shared/language/language.ts';
import { useChartTimes } from './use-chart-words.ts';

export interface ReadoutProps {
  readonly pointed: PointedBar;
  readonly precision: number;
  readonly period: ChartPeriod;
}

/**
 * Figures of the bar under the crosshair, at the top of the chart. Not a live region, because the crosshair moves
 * faster than speech.
 */
export function Readout({ pointed: { bar, before }, precision, period }: ReadoutProps): ReactNode {
  const t = useText();
  const time = useChartTimes();
  const percent = usePercent();
  const reference = before?.close ?? bar.open;
  const change = reference === 0 ? '0' : (((bar.close - reference) / reference) * 100).toFixed(4);
  const figures = [
    ['open', bar.open],
    ['high', bar.high],
    ['low', bar.low],
    ['close', bar.close],
  ] as const;
  return (
    <section
      aria-label={t('chart.readout.title')}
      className="pointer-events-none absolute inset-x-0 top-0 flex min-h-10 flex-wrap items-center gap-x-3 border-b border-line bg-surface/95 px-2 py-0.5 text-12 leading-4"
    >
      <span className="font-semibold text-ink tabular-nums">
        {time(bar.time, PERIOD_MS[period] >= PERIOD_MS['1day'])}
      </span>
      {figures.map(([name, value]) => (
        <span key={name}>
          <abbr title={t(`chart.readout.${name}`)} className="text-quiet no-underline">
            {t(`trade.chart.${name}`)}
          </abbr>{' '}
          <span className="figure text-ink">{value.toFixed(precision)}</span>
        </span>
      ))}
      <span>
        <span className="sr-only">{t('chart.readout.change')} </span>
        <Change value={percent.change(change)} />
      </span>
      <span>
        <span className="text-quiet">{t('trade.chart.volume')}</span>{' '}
        <span className="figure text-ink">{formatCount(bar.volume)}</span>
      </span>
    </section>
  );
}
