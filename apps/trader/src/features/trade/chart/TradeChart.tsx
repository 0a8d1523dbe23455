import type { Period } from '@fairlot/domain';
import { Button, EmptyState, ErrorState, IconButton, Spinner } from '@fairlot/ui';
import { useMemo } from 'react';
import type { ReactNode } from 'react';
import { CandleChart } from '../../../chart/CandleChart.tsx';
import type { CoverProps } from '../../../chart/CandleChart.tsx';
import type { ChartWords, PriceLine } from '../../../chart/chart-port.ts';
import { useLanguage } from '../../../shared/language.ts';
import type { Instrument } from '../../../shared/market.ts';
import { useText } from '../../../shared/text.ts';
import { useChartSubject } from './use-chart-subject.ts';

export interface TradeChartProps {
  readonly instrument: Instrument;
  readonly period: Period;
  readonly lines: readonly PriceLine[];
}

/** The chart of the trade screen, in the visitor's words. */
export function TradeChart({ instrument, period, lines }: TradeChartProps): ReactNode {
  const text = useText();
  const words = useChartWords();
  const subject = useChartSubject(instrument, period);
  const label = text('trade.chart.label', { code: instrument.ShowCode, period: text(`trade.period.${period}`) });
  return <CandleChart subject={subject} lines={lines} words={words} label={label} Cover={Cover} NowButton={NowButton} />;
}

/** Sits at the side of the newest bars, which is the right one in every language. */
function NowButton({ onPress }: { readonly onPress: () => void }): ReactNode {
  const text = useText();
  return (
    <span className="absolute right-20 bottom-8 rounded-full border border-line bg-raised shadow-sheet rtl:-scale-x-100">
      <IconButton icon="forward" label={text('trade.chart.toNow')} quiet onClick={onPress} />
    </span>
  );
}

function Cover({ state, onRetry }: CoverProps): ReactNode {
  const text = useText();
  if (state === 'loading') return <output className="text-faint" aria-label={text('trade.chart.loading')}><Spinner size={24} /></output>;
  if (state === 'failed') return <ErrorState title={text('trade.chart.failed')} retryLabel={text('common.retry')} onRetry={onRetry} />;
  return <EmptyState icon="chart" title={text('trade.chart.empty')} action={<Button kind="secondary" onClick={onRetry}>{text('common.retry')}</Button>} />;
}

function useChartWords(): ChartWords {
  const text = useText();
  const language = useLanguage();
  return useMemo(() => ({
    language,
    open: text('trade.chart.open'), high: text('trade.chart.high'),
    low: text('trade.chart.low'), close: text('trade.chart.close'), volume: text('trade.chart.volume'),
  }), [language, text]);
}
