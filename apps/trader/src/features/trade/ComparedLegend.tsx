import { PERIOD_MS } from '@fairlot/domain';
import type { ChartPeriod } from '@fairlot/domain';
import { Button, Change } from '@fairlot/ui';
import type { ReactNode } from 'react';
import type { ComparedShown } from '../../chart/chart-port.ts';
import type { ComparedScale } from '../../chart/compared.ts';
import { usePercent, useText } from '../../shared/language/language.ts';
import { useChartTimes } from './use-chart-words.ts';

export interface ComparedLegendProps {
  readonly code: string;
  readonly other: string;
  readonly scale: ComparedScale;
  readonly shown: ComparedShown | undefined;
  readonly period: ChartPeriod;
  readonly onRetry: () => void;
}

/**
 * Legend of a compared line above the chart: both changes over the visible bars, the bars they count from and to, and
 * the scale. Not a live region, because the figures change with every quote.
 */
export function ComparedLegend({ code, other, scale, shown, period, onRetry }: ComparedLegendProps): ReactNode {
  const t = useText();
  return (
    <section
      aria-label={t('chart.compare.legend')}
      className="flex shrink-0 flex-wrap items-center gap-x-3 border-b border-line px-2 py-0.5 text-12 leading-4 text-quiet"
    >
      <span className="flex items-center gap-1.5">
        <span aria-hidden="true" className="h-0.5 w-3 rounded-full bg-ink" />
        <bdi dir="ltr" className="font-semibold text-ink">
          {other}
        </bdi>
        <Figure value={shown?.other} />
      </span>
      <span className="flex items-center gap-1.5">
        <bdi dir="ltr" className="font-semibold text-ink">
          {code}
        </bdi>
        <Figure value={shown?.main} />
      </span>
      <State shown={shown} scale={scale} period={period} onRetry={onRetry} />
    </section>
  );
}

function Figure({ value }: { readonly value: number | undefined }): ReactNode {
  const percent = usePercent();
  return <Change value={value === undefined ? undefined : percent.change(value.toFixed(4))} />;
}

function State({
  shown,
  scale,
  period,
  onRetry,
}: Pick<ComparedLegendProps, 'shown' | 'scale' | 'period' | 'onRetry'>): ReactNode {
  const t = useText();
  const time = useChartTimes();
  if (shown?.state === 'failed')
    return (
      <span role="alert" className="flex items-center gap-2">
        {t('chart.compare.failed')}
        <Button kind="plain" onClick={onRetry}>
          {t('common.retry')}
        </Button>
      </span>
    );
  if (shown?.state === 'empty') return <span>{t('chart.compare.empty')}</span>;
  if (shown?.from === undefined || shown.to === undefined) return <span>{t('chart.compare.loading')}</span>;
  const daily = PERIOD_MS[period] >= PERIOD_MS['1day'];
  return (
    <>
      <span className="tabular-nums">
        {time(shown.from, daily)} – {time(shown.to, daily)}
      </span>
      <span>{t(`chart.compare.scales.${scale}`)}</span>
    </>
  );
}
