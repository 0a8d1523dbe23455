import type { ListedInstrument } from '@fairlot/client';
import type { ChartPeriod } from '@fairlot/domain';
import { Button, EmptyState, ErrorState, IconButton, Spinner } from '@fairlot/ui';
import { useWide } from '@fairlot/web';
import { Suspense, lazy, useCallback, useState } from 'react';
import type { ReactNode } from 'react';
import { CandleChart } from '../../chart/CandleChart.tsx';
import type { CoverProps } from '../../chart/CandleChart.tsx';
import type { ComparedShown, LineTouch, PointedBar, PriceLine } from '../../chart/chart-port.ts';
import type { ChartLook } from '../../chart/look.ts';
import type { PriceScale } from '../../chart/price-scale.ts';
import { useText } from '../../shared/language/language.ts';
import { ComparedLegend } from './ComparedLegend.tsx';
import { Readout } from './Readout.tsx';
import { ToolButton } from './ToolButton.tsx';
import { useChartSubject } from './use-chart-subject.ts';
import { useChartWords } from './use-chart-words.ts';
import { useComparedSubject } from './use-compare.ts';
import type { CompareBoard } from './use-compare.ts';
import { useEventTimes } from './use-market-news.ts';
import type { DrawingBoard } from './use-drawings.ts';
import type { MarkBoard } from './use-trade-marks.ts';

const DrawingBar = lazy(async () => ({ default: (await import('./DrawingBar.tsx')).DrawingBar }));
const DrawingToolbar = lazy(async () => ({ default: (await import('./DrawingToolbar.tsx')).DrawingToolbar }));
const MarkCard = lazy(async () => ({ default: (await import('./MarkCard.tsx')).MarkCard }));

export interface TradeChartProps {
  readonly instrument: ListedInstrument;
  readonly period: ChartPeriod;
  readonly look: ChartLook;
  readonly scale: PriceScale;
  readonly lines: readonly PriceLine[];
  /** False while the last price is not the current one. */
  readonly current: boolean;
  readonly onLine: (touch: LineTouch) => void;
  readonly board: DrawingBoard;
  readonly trades: MarkBoard;
  readonly compare: CompareBoard;
}

/** The trade screen's chart with texts in the visitor's language. */
export function TradeChart({ instrument, period, board, trades, compare, ...chart }: TradeChartProps): ReactNode {
  const t = useText();
  const words = useChartWords();
  const wide = useWide();
  const { subject, hasTrades } = useChartSubject(instrument, period);
  const { compared, retry } = useComparedSubject(compare, period);
  const [shown, setShown] = useState<ComparedShown>();
  const events = useEventTimes(instrument.id);
  const label = t('trade.chart.label', { code: instrument.showCode, period: t(`trade.period.${period}`) });
  const { pricePrecision: precision } = instrument;
  const PointedReadout = useCallback(
    ({ pointed }: { readonly pointed: PointedBar }) => (
      <Readout pointed={pointed} precision={precision} period={period} />
    ),
    [precision, period],
  );
  return (
    <div className="flex h-full flex-col">
      <Suspense>{wide && board.settings.toolbar ? <DrawingToolbar board={board} /> : null}</Suspense>
      {compare.other === undefined ? null : (
        <ComparedLegend
          code={instrument.showCode}
          other={compare.other.showCode}
          scale={compare.scale}
          shown={shown}
          period={period}
          onRetry={retry}
        />
      )}
      <div className="relative min-h-0 flex-1">
        <CandleChart
          subject={subject}
          {...chart}
          drawings={board.shown}
          picked={board.picked?.id}
          pen={board.pen}
          magnet={board.settings.magnet}
          onDrawing={board.onDrawing}
          onChart={board.onChart}
          marks={trades.marks}
          pickedMark={trades.picked?.id}
          onMark={trades.pick}
          events={events}
          compared={compared}
          onCompared={setShown}
          words={words}
          label={label}
          Cover={Cover}
          NowButton={NowButton}
          ScaleButton={ScaleButton}
          Readout={PointedReadout}
        />
        {hasTrades ? <TradesNote /> : null}
        <Suspense>{isEditing(board) ? <DrawingBar board={board} /> : null}</Suspense>
        <Suspense>
          {trades.picked === undefined ? null : (
            <MarkCard trade={trades.picked} onClose={() => trades.pick(undefined)} />
          )}
        </Suspense>
      </div>
    </div>
  );
}

/** True while the bar of the drawings has something to show. */
function isEditing({ pen, picked, note, removed }: DrawingBoard): boolean {
  return pen !== undefined || picked !== undefined || note !== undefined || removed > 0;
}

/** Tells that some of the bars were not built from quotes. */
function TradesNote(): ReactNode {
  const t = useText();
  return (
    <p
      role="note"
      className="pointer-events-none absolute bottom-7 left-1 max-w-[70%] rounded-control bg-surface/90 px-1.5 py-0.5 text-12 text-quiet"
    >
      {t('chart.fromTrades')}
    </p>
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

/** On the lower end of the price axis, which is on the right in every language, so that it hides no bar. */
function ScaleButton({ onPress }: { readonly onPress: () => void }): ReactNode {
  const t = useText();
  return (
    <span className="absolute right-2 bottom-8 rounded-full border border-line bg-raised shadow-sheet">
      <ToolButton icon="fit" label={t('chart.scale.auto')} onPress={onPress} />
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
