import type { Period } from '@fairlot/domain';
import { Button, EmptyState, ErrorState, IconButton, Spinner } from '@fairlot/ui';
import { useCallback } from 'react';
import type { ReactNode } from 'react';
import { CandleChart } from '../../../chart/CandleChart.tsx';
import type { CoverProps } from '../../../chart/CandleChart.tsx';
import type { LineTouch, PointedBar, PriceLine } from '../../../chart/chart-port.ts';
import type { ChartLook } from '../../../chart/look.ts';
import type { Instrument } from '../../../shared/market.ts';
import { useText } from '../../../shared/text.ts';
import { DrawingBar } from './DrawingBar.tsx';
import { Readout } from './Readout.tsx';
import { useChartSubject } from './use-chart-subject.ts';
import { useChartWords } from './use-chart-words.ts';
import type { DrawingBoard } from './use-drawings.ts';

export interface TradeChartProps {
  readonly instrument: Instrument;
  readonly period: Period;
  readonly look: ChartLook;
  readonly lines: readonly PriceLine[];
  readonly onLine: (touch: LineTouch) => void;
  readonly board: DrawingBoard;
}

/** The chart of the trade screen, in the visitor's words. */
export function TradeChart({ instrument, period, look, lines, onLine, board }: TradeChartProps): ReactNode {
  const text = useText();
  const words = useChartWords();
  const subject = useChartSubject(instrument, period);
  const label = text('trade.chart.label', { code: instrument.ShowCode, period: text(`trade.period.${period}`) });
  const { PricePrecision: precision } = instrument;
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
      <DrawingBar board={board} />
    </div>
  );
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
  if (state === 'loading')
    return (
      <output className="text-faint" aria-label={text('trade.chart.loading')}>
        <Spinner size={24} />
      </output>
    );
  if (state === 'failed')
    return <ErrorState title={text('trade.chart.failed')} retryLabel={text('common.retry')} onRetry={onRetry} />;
  return (
    <EmptyState
      icon="chart"
      title={text('trade.chart.empty')}
      action={
        <Button kind="secondary" onClick={onRetry}>
          {text('common.retry')}
        </Button>
      }
    />
  );
}
