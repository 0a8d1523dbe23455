import { useEffect, useRef, useState } from 'react';
import type { ComponentType, ReactNode, RefObject } from 'react';
import type { ChartEvents, ChartSubject, ChartWords, LoadState, PriceChart, PriceLine } from './chart-port.ts';
import { onThemeChange, readChartTheme } from './chart-theme.ts';

export interface CoverProps {
  readonly state: Exclude<LoadState, 'ready'>;
  readonly onRetry: () => void;
}

export interface CandleChartProps {
  /** undefined until the instrument is known. */
  readonly subject: ChartSubject | undefined;
  readonly lines: readonly PriceLine[];
  readonly words: ChartWords;
  /** Brings the newest bar back into view; shown while it is not. */
  readonly NowButton: ComponentType<{ readonly onPress: () => void }>;
  /** What a screen reader is told about the picture. */
  readonly label: string;
  /** Shown in the chart's place for each state but `ready`. */
  readonly Cover: ComponentType<CoverProps>;
}

/** The candle chart. The library behind it is its own chunk, loaded when the first chart is shown. */
export function CandleChart(props: CandleChartProps): ReactNode {
  const [attempt, setAttempt] = useState(0);
  return <ChartPlace key={attempt} {...props} onStartAgain={() => setAttempt(attempt + 1)} />;
}

function ChartPlace({ subject, lines, words, label, Cover, NowButton, onStartAgain }: CandleChartProps & { readonly onStartAgain: () => void }): ReactNode {
  const host = useRef<HTMLElement>(null);
  const [state, setState] = useState<LoadState>('loading');
  const [away, setAway] = useState(false);
  const chart = useChart(host, words, setState, setAway);

  useEffect(() => {
    if (chart !== undefined && subject !== undefined) chart.show(subject);
  }, [chart, subject]);
  useEffect(() => chart?.setLines(lines), [chart, lines]);
  useEffect(() => chart?.setWords(words), [chart, words]);

  const retry = (): void => (chart === undefined ? onStartAgain() : chart.reload());
  return (
    <div className="relative h-full min-h-0 w-full overflow-hidden">
      {/* Time runs from left to right in every language. */}
      <figure ref={host} dir="ltr" aria-label={label} className="absolute inset-0 isolate" />
      {away && state === 'ready' ? <NowButton onPress={() => chart?.toNow()} /> : null}
      {state === 'ready' ? null : <div className="absolute inset-0 grid place-items-center overflow-hidden bg-surface"><Cover state={state} onRetry={retry} /></div>}
    </div>
  );
}

/** Creates the chart once its code has arrived, and disposes of it with the component. */
function useChart(
  host: RefObject<HTMLElement | null>, words: ChartWords, onState: ChartEvents['onState'], onAway: ChartEvents['onAway'],
): PriceChart | undefined {
  const [chart, setChart] = useState<PriceChart>();
  const firstWords = useRef(words);
  useEffect(() => {
    let made: PriceChart | undefined;
    let gone = false;
    const make = async (): Promise<void> => {
      try {
        const { createKlineChart } = await import('./kline-chart.ts');
        if (gone || host.current === null) return;
        made = createKlineChart(host.current, readChartTheme(), firstWords.current, { onState, onAway });
        setChart(made);
      } catch {
        if (!gone) onState('failed');
      }
    };
    void make();
    const stopThemes = onThemeChange(() => made?.setTheme(readChartTheme()));
    return () => {
      gone = true;
      stopThemes();
      made?.dispose();
      setChart(undefined);
    };
  }, [host, onState, onAway]);
  return chart;
}
