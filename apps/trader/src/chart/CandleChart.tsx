import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { ComponentType, ReactNode, RefObject } from 'react';
import type {
  ChartEvents,
  ChartSubject,
  ChartWords,
  ComparedShown,
  ComparedSubject,
  DrawingTouch,
  LineTouch,
  LoadState,
  PointedBar,
  PriceChart,
  PriceLine,
  ShownBars,
} from './chart-port.ts';
import { onThemeChange, readChartTheme } from './chart-theme.ts';
import type { Drawing, DrawingPen } from './drawings.ts';
import type { ChartLook } from './look.ts';
import type { PriceScale } from './price-scale.ts';
import type { TradeMark } from './trade-marks.ts';

export interface CoverProps {
  readonly state: Exclude<LoadState, 'ready'>;
  readonly onRetry: () => void;
}

export interface CandleChartProps {
  /** undefined until the instrument is loaded. */
  readonly subject: ChartSubject | undefined;
  readonly lines: readonly PriceLine[];
  /** False while the last price is not the current one. */
  readonly current: boolean;
  readonly onLine: (touch: LineTouch) => void;
  readonly look: ChartLook;
  readonly scale: PriceScale;
  readonly drawings: readonly Drawing[];
  readonly picked: string | undefined;
  /** The selected drawing tool. */
  readonly pen: DrawingPen | undefined;
  readonly magnet: boolean;
  readonly onDrawing: (touch: DrawingTouch) => void;
  /** Hands out the chart once it is created, for questions about positions. */
  readonly onChart: (chart: PriceChart) => void;
  /** Closed trades, and the selected one. */
  readonly marks: readonly TradeMark[];
  readonly pickedMark: number | undefined;
  readonly onMark: (trade: number | undefined) => void;
  /** A second instrument, drawn as a line. */
  readonly compared: ComparedSubject | undefined;
  readonly onCompared: (shown: ComparedShown) => void;
  /** Times of the economic calendar's entries. */
  readonly events: readonly number[];
  readonly words: ChartWords;
  /** Button that scrolls to the newest bar; shown while that bar is out of view. */
  readonly NowButton: ComponentType<{ readonly onPress: () => void }>;
  /** Button that makes the price axis follow the bars again; shown after the user has dragged it. */
  readonly ScaleButton: ComponentType<{ readonly onPress: () => void }>;
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
    words,
    label,
    Cover,
    NowButton,
    ScaleButton,
    Readout,
    onLine,
    marks,
    onMark,
    onDrawing,
    onCompared,
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
    onMark,
    onCompared,
  });

  useContents(chart, props);

  const retry = (): void => (chart === undefined ? onStartAgain() : chart.reload());
  return (
    <div className="relative h-full min-h-0 w-full overflow-hidden">
      {/* Time runs from left to right in every language. */}
      <figure
        ref={host}
        dir="ltr"
        aria-label={label}
        data-bars={shown === undefined ? undefined : `${shown.from} ${shown.to} ${shown.count}`}
        data-marks={marks.length}
        data-drawings={props.drawings.length}
        data-events={props.events.length}
        data-prices={shown?.prices === undefined ? undefined : `${shown.prices.from} ${shown.prices.to}`}
        className="absolute inset-0 isolate touch-pan-y select-none [-webkit-touch-callout:none] data-[grip=move]:**:cursor-grab! data-[grip=scale]:**:cursor-ns-resize!"
      />
      {pointed !== undefined && state === 'ready' ? <Readout pointed={pointed} /> : null}
      {shown?.isHeld === true && state === 'ready' ? <ScaleButton onPress={() => chart?.resetScale()} /> : null}
      {away && state === 'ready' ? <NowButton onPress={() => chart?.toNow()} /> : null}
      {state === 'ready' ? null : (
        <div className="absolute inset-0 grid place-items-center overflow-hidden bg-surface [container-type:size]">
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

const comparedSubjects = new WeakMap<PriceChart, ComparedSubject>();

/** Like `showOnce`: a hidden screen that is shown again keeps its compared line. */
function compareOnce(chart: PriceChart, compared: ComparedSubject | undefined): void {
  if (comparedSubjects.get(chart) === compared) return;
  if (compared === undefined) comparedSubjects.delete(chart);
  else comparedSubjects.set(chart, compared);
  chart.setCompared(compared);
}

/** Keeps the contents of a chart as its properties say. */
function useContents(chart: PriceChart | undefined, props: CandleChartProps): void {
  const { subject, lines, current, words, look, scale, drawings, picked, pen, magnet, onChart } = props;
  const { marks, pickedMark, compared, events } = props;
  useEffect(() => {
    if (chart !== undefined && subject !== undefined) showOnce(chart, subject);
  }, [chart, subject]);
  useEffect(() => chart?.setLines(lines), [chart, lines]);
  useEffect(() => chart?.setCurrent(current), [chart, current]);
  useEffect(() => chart?.setWords(words), [chart, words]);
  useEffect(() => chart?.setLook(look), [chart, look]);
  useEffect(() => chart?.setScale(scale), [chart, scale]);
  useEffect(() => chart?.setDrawings(drawings, picked), [chart, drawings, picked]);
  useEffect(() => chart?.setMarks(marks, pickedMark), [chart, marks, pickedMark]);
  useEffect(() => chart?.setEvents(events), [chart, events]);
  useEffect(() => chart?.setPen(pen), [chart, pen]);
  useEffect(() => chart?.setMagnet(magnet), [chart, magnet]);
  useEffect(() => {
    if (chart !== undefined) onChart(chart);
  }, [chart, onChart]);
  useEffect(() => {
    if (chart !== undefined) compareOnce(chart, compared);
  }, [chart, compared]);
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
    onMark: (trade) => latest.current.events.onMark(trade),
    onCompared: (shown) => latest.current.events.onCompared(shown),
  };
}
