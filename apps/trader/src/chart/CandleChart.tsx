import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { ComponentType, ReactNode, RefObject } from 'react';
import type {
  ChartEvents,
  ChartSubject,
  ChartWords,
  DrawingTouch,
  LineTouch,
  LoadState,
  PointedBar,
  PriceChart,
  PriceLine,
  ShownBars,
} from './chart-port.ts';
import { onThemeChange, readChartTheme } from './chart-theme.ts';
import type { Drawing, DrawingTool } from './drawings.ts';
import type { ChartLook } from './look.ts';

export interface CoverProps {
  readonly state: Exclude<LoadState, 'ready'>;
  readonly onRetry: () => void;
}

export interface CandleChartProps {
  /** undefined until the instrument is loaded. */
  readonly subject: ChartSubject | undefined;
  readonly lines: readonly PriceLine[];
  readonly onLine: (touch: LineTouch) => void;
  readonly look: ChartLook;
  readonly drawings: readonly Drawing[];
  readonly picked: string | undefined;
  /** The selected drawing tool. */
  readonly tool: DrawingTool | undefined;
  readonly onDrawing: (touch: DrawingTouch) => void;
  readonly words: ChartWords;
  /** Button that scrolls to the newest bar; shown while that bar is out of view. */
  readonly NowButton: ComponentType<{ readonly onPress: () => void }>;
  /** Shows the figures of the bar under the crosshair. */
  readonly Readout: ComponentType<{ readonly pointed: PointedBar }>;
  /** The chart's accessible name. */
  readonly label: string;
  /** Shown over the chart in every state but `ready`. */
  readonly Cover: ComponentType<CoverProps>;
}

/** The candle chart. Its library is a chunk of its own, loaded when the first chart is shown. */
export function CandleChart(props: CandleChartProps): ReactNode {
  const [attempt, setAttempt] = useState(0);
  return <ChartPlace key={attempt} {...props} onStartAgain={() => setAttempt(attempt + 1)} />;
}

function ChartPlace(props: CandleChartProps & { readonly onStartAgain: () => void }): ReactNode {
  const {
    subject,
    lines,
    look,
    drawings,
    picked,
    tool,
    words,
    label,
    Cover,
    NowButton,
    Readout,
    onLine,
    onDrawing,
    onStartAgain,
  } = props;
  const host = useRef<HTMLElement>(null);
  const [state, setState] = useState<LoadState>('loading');
  const [away, setAway] = useState(false);
  const [shown, setShown] = useState<ShownBars>();
  const [pointed, setPointed] = useState<PointedBar>();
  const chart = useChart(host, words, {
    onState: setState,
    onAway: setAway,
    onShown: setShown,
    onPoint: setPointed,
    onLine,
    onDrawing,
  });

  useEffect(() => {
    if (chart !== undefined && subject !== undefined) showOnce(chart, subject);
  }, [chart, subject]);
  useEffect(() => chart?.setLines(lines), [chart, lines]);
  useEffect(() => chart?.setWords(words), [chart, words]);
  useEffect(() => chart?.setLook(look), [chart, look]);
  useEffect(() => chart?.setDrawings(drawings, picked), [chart, drawings, picked]);
  useEffect(() => chart?.setTool(tool), [chart, tool]);

  const retry = (): void => (chart === undefined ? onStartAgain() : chart.reload());
  return (
    <div className="relative h-full min-h-0 w-full overflow-hidden">
      {/* Time runs from left to right in every language. */}
      <figure
        ref={host}
        dir="ltr"
        aria-label={label}
        data-bars={shown === undefined ? undefined : `${shown.from} ${shown.to} ${shown.count}`}
        className="absolute inset-0 isolate touch-pan-y select-none [-webkit-touch-callout:none] data-grip:**:cursor-grab!"
      />
      {pointed !== undefined && state === 'ready' ? <Readout pointed={pointed} /> : null}
      {away && state === 'ready' ? <NowButton onPress={() => chart?.toNow()} /> : null}
      {state === 'ready' ? null : (
        <div className="absolute inset-0 grid place-items-center overflow-hidden bg-surface">
          <Cover state={state} onRetry={retry} />
        </div>
      )}
    </div>
  );
}

const shownSubjects = new WeakMap<PriceChart, ChartSubject>();

/**
 * Effects run again when a hidden screen is shown; a paused chart already has its subject and must not load it again.
 */
function showOnce(chart: PriceChart, subject: ChartSubject): void {
  if (shownSubjects.get(chart) === subject) return;
  shownSubjects.set(chart, subject);
  chart.show(subject);
}

/**
 * Creates the chart once its code is loaded. A hidden screen keeps its chart, paused, and with it the visible range.
 * The chart is disposed of when its element has left the document.
 */
function useChart(host: RefObject<HTMLElement | null>, words: ChartWords, events: ChartEvents): PriceChart | undefined {
  const [chart, setChart] = useState<PriceChart>();
  const latest = useRef({ words, events });
  useLayoutEffect(() => {
    latest.current = { words, events };
  });
  useLayoutEffect(() => {
    chart?.resume();
    return () => chart?.pause();
  }, [chart]);
  useEffect(() => {
    const element = host.current;
    if (element === null) return undefined;
    let gone = false;
    let made = chart;
    const make = async (): Promise<void> => {
      try {
        const { createKlineChart } = await import('./kline-chart.ts');
        if (gone) return;
        made = createKlineChart(element, readChartTheme(), latest.current.words, forwarded(latest));
        setChart(made);
      } catch {
        if (!gone) latest.current.events.onState('failed');
      }
    };
    if (made === undefined) void make();
    else made.setTheme(readChartTheme());
    const stopThemes = onThemeChange(() => made?.setTheme(readChartTheme()));
    return () => {
      gone = true;
      stopThemes();
      if (!element.isConnected) made?.dispose();
    };
  }, [chart, host]);
  return chart;
}

/** Events that call the handlers of the latest render. */
function forwarded(latest: RefObject<{ readonly events: ChartEvents }>): ChartEvents {
  return {
    onState: (state) => latest.current.events.onState(state),
    onAway: (away) => latest.current.events.onAway(away),
    onShown: (shown) => latest.current.events.onShown(shown),
    onPoint: (pointed) => latest.current.events.onPoint(pointed),
    onLine: (touch) => latest.current.events.onLine(touch),
    onDrawing: (touch) => latest.current.events.onDrawing(touch),
  };
}
