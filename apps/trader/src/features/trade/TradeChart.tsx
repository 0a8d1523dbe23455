import type { ListedInstrument } from '@fairlot/client';
import type { Period } from '@fairlot/domain';
import { Button, EmptyState, ErrorState, IconButton, Spinner } from '@fairlot/ui';
import { useCallback } from 'react';
import type { ReactNode } from 'react';
import { CandleChart } from '../../chart/CandleChart.tsx';
import type { CoverProps } from '../../chart/CandleChart.tsx';
import type { LineTouch, PointedBar, PriceLine } from '../../chart/chart-port.ts';
import type { ChartLook } from '../../chart/look.ts';
import { useText } from '../../shared/language/language.ts';
import { DrawingBar } from './DrawingBar.tsx';
import { Readout } from './Readout.tsx';
import { useChartSubject } from './use-chart-subject.ts';
import { useChartWords } from './use-chart-words.ts';
import type { DrawingBoard } from './use-drawings.ts';

export interface TradeChartProps {
  readonly instrument: ListedInstrument;
  readonly period: Period;
  readonly look: ChartLook;
  readonly lines: readonly PriceLine[];
  readonly onLine: (touch: LineTouch) => void;
  readonly board: DrawingBoard;
}

/** The trade screen's chart with texts in the visitor's language. */
export function TradeChart({ instrument, period, look, lines, onLine, board }: TradeChartProps): ReactNode {
  const t = useText();
  const words = useChartWords();
  const { subject, hasTrades } = useChartSubject(instrument, period);
  const label = t('trade.chart.label', { code: instrument.showCode, period: t(`trade.period.${period}`) });
  const { pricePrecision: precision } = instrument;
  const PointedReadout = useCallback(
    ({ pointed }: { readonly pointed: PointedBar }) => (
      <Readout pointed={pointed} precision={precision} period={period} />
    ),
    [precision, period],
  );
  return (
    <div className="relative h-full">
      <CandleChart
        subject={subject}
        lines={lines}
        onLine={onLine}
        look={look}
        drawings={board.drawings}
        picked={board.picked?.id}
        tool={board.tool}
        onDrawing={board.onDrawing}
        words={words}
        label={label}
        Cover={Cover}
        NowButton={NowButton}
        Readout={PointedReadout}
      />
      {hasTrades ? (
        <p
          role="note"
          className="pointer-events-none absolute bottom-7 left-1 max-w-[70%] rounded-control bg-surface/90 px-1.5 py-0.5 text-12 text-quiet"
        >
          {t('chart.fromTrades')}
        </p>
      ) : null}
      <DrawingBar board={board} />
    </div>
  );
}

/** On the right in every language, where the newest bars are. */
function NowButton({ onPress }: { readonly onPress: () => void }): ReactNode {
  const t = useText();
  return (
    <span className="absolute right-20 bottom-8 rounded-full border border-line bg-raised shadow-sheet rtl:-scale-x-100">
      <IconButton icon="forward" label={t('trade.chart.toNow')} quiet onClick={onPress} />
    </span>
  );
}

function Cover({ state, onRetry }: CoverProps): ReactNode {
  const t = useText();
  if (state === 'loading')
    return (
      <output className="text-faint" aria-label={t('trade.chart.loading')}>
        <Spinner size={24} />
      </output>
    );
  if (state === 'failed')
    return <ErrorState title={t('trade.chart.failed')} retryLabel={t('common.retry')} onRetry={onRetry} />;
  return (
    <EmptyState
      icon="chart"
      title={t('trade.chart.empty')}
      action={
        <Button kind="secondary" onClick={onRetry}>
          {t('common.retry')}
        </Button>
      }
    />
  );
}
