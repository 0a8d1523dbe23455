import { dispose, init, utils } from 'klinecharts';
import type { Chart, DataLoader, KLineData } from 'klinecharts';
import { PERIOD_MS } from '@fairlot/domain';
import { BarStream } from './bar-stream.ts';
import type {
  ChartEvents,
  ChartSubject,
  ChartTheme,
  ChartWords,
  CreateChart,
  PriceChart,
  PriceLine,
} from './chart-port.ts';
import { Gestures } from './gestures.ts';
import { PriceFigures, markTimes } from './kline-axes.ts';
import { drawBeginning } from './kline-beginning.ts';
import { registerFigures } from './kline-figures.ts';
import type { Drawing, DrawingTool } from './drawings.ts';
import { Crosshair } from './kline-crosshair.ts';
import { KLINE_PERIODS, localTimeZone, toKline } from './kline-data.ts';
import { Drawings } from './kline-drawings.ts';
import { applyIndicators, fitPanes, roomOf } from './kline-indicators.ts';
import { PriceLines } from './kline-lines.ts';
import { stretched, undoPageEffects } from './kline-page.ts';
import { klineStyles } from './kline-styles.ts';
import { BAR_SPACE, CANDLE_PANE, ChartView } from './kline-view.ts';
import type { View } from './kline-view.ts';
import { PLAIN_LOOK } from './look.ts';
import type { ChartLook } from './look.ts';
import type { PaneRoom } from './pane-room.ts';

const RIGHT_GAP_PX = 48;
/** Distance that the chart can be dragged past either end, wide enough for the text at the start of the history. */
const BEYOND_PX = 150;
/** Threshold that is never reached: the library would write 0.00004 as 0.0{4}4, which traders do not read. */
const NEVER_FOLD = 100;

/** Creates a chart with klinecharts. Only files whose names start with `kline-` use the library. */
export const createKlineChart: CreateChart = (host, theme, words, events) => {
  registerFigures();
  return new KlineChart(host, theme, words, events);
};

class KlineChart implements PriceChart {
  readonly #chart: Chart;
  readonly #host: HTMLElement;
  readonly #events: ChartEvents;
  readonly #view: ChartView;
  readonly #priceLines: PriceLines;
  readonly #figures: PriceFigures;
  readonly #drawn: Drawings;
  readonly #crosshair: Crosshair;
  readonly #gestures: Gestures;
  readonly #sizes = new ResizeObserver(() => {
    this.#restore();
    this.#fit();
  });
  #theme: ChartTheme;
  #words: ChartWords;
  #look: ChartLook = PLAIN_LOOK;
  #room: PaneRoom | undefined;
  #lines: readonly PriceLine[] = [];
  #drawings: readonly Drawing[] = [];
  #picked: string | undefined;
  #tool: DrawingTool | undefined;
  #subject: ChartSubject | undefined;
  #stream: BarStream | undefined;
  #put: ((data: KLineData) => void) | undefined;
  /** The visible range when the chart was paused. */
  #left: View | undefined;

  constructor(host: HTMLElement, theme: ChartTheme, words: ChartWords, events: ChartEvents) {
    this.#host = host;
    this.#theme = theme;
    this.#words = words;
    this.#events = events;
    const chart = init(host, {
      styles: klineStyles(theme, this.#look.style, true),
      zoomAnchor: { main: 'cursor', xAxis: 'last_bar' },
      hotkey: { enabled: false },
      decimalFold: { threshold: NEVER_FOLD },
      layout: { barSpaceLimit: { min: BAR_SPACE.least, max: BAR_SPACE.most } },
      formatter: {
        formatDate: ({ dateTimeFormat, timestamp, template, type }) =>
          type === 'crosshair'
            ? this.#words.time(timestamp, this.#isDaily())
            : utils.formatDate(dateTimeFormat, timestamp, template),
      },
    });
    if (chart === null) throw new Error('the chart could not be created in its element');
    this.#chart = chart;
    this.#view = new ChartView(chart);
    this.#priceLines = new PriceLines(chart, events.onLine);
    this.#drawn = new Drawings(chart, events.onDrawing);
    this.#crosshair = new Crosshair(chart, events.onPoint);
    chart.overrideYAxis({
      paneId: CANDLE_PANE,
      createRange: ({ defaultRange }) => stretched(defaultRange, this.#pricesInView()),
    });
    markTimes(chart, () => ({ period: this.#subject?.period, words: this.#words, fontFamily: this.#theme.fontFamily }));
    this.#figures = new PriceFigures(chart, () => this.#priceLines.axisHeights());
    chart.setBarSpace(BAR_SPACE.first);
    chart.setMaxOffsetLeftDistance(BEYOND_PX);
    chart.setMaxOffsetRightDistance(BEYOND_PX);
    chart.setOffsetRightDistance(RIGHT_GAP_PX);
    chart.subscribeAction('onVisibleRangeChange', () =>
      events.onAway(chart.getVisibleRange().realTo < chart.getDataList().length),
    );
    undoPageEffects(host);
    this.#gestures = new Gestures(host, {
      grip: (at, reach) =>
        (this.#tool === undefined ? this.#priceLines.gripAt(at, reach) : undefined) ?? this.#drawn.gripAt(at, reach),
      pinch: (middle) => this.#pinch(middle.x),
      scroll: (distance) => this.#view.scroll(distance),
      point: (at) => this.#crosshair.point(at),
      tap: (at, reach) => this.#drawn.tap(at, reach),
      rest: () => this.#reportShown(),
    });
    this.#sizes.observe(host);
  }

  show(subject: ChartSubject): void {
    this.#subject = subject;
    this.#open();
  }

  reload(): void {
    if (this.#subject !== undefined) this.#open();
  }

  pause(): void {
    this.#left ??= this.#view.read();
    this.#stream?.pause();
  }

  resume(): void {
    this.#stream?.resume();
    this.#restore();
  }

  /**
   * Restores the visible range, which the library loses while the hidden chart has no size. Waits if the element has no
   * size yet.
   */
  #restore(): void {
    const left = this.#left;
    if (left === undefined || this.#host.clientWidth === 0) return;
    this.#left = undefined;
    this.#chart.resize();
    // `resize` measures only after the current task.
    queueMicrotask(() => {
      if (this.#chart.getDataList().length > 0) this.#view.set(left);
    });
  }

  setLines(lines: readonly PriceLine[]): void {
    const before = this.#pricesInView();
    this.#lines = lines;
    // An override makes the library recompute its price axis.
    if (before.join() !== this.#pricesInView().join()) this.#chart.overrideYAxis({ paneId: CANDLE_PANE });
    this.#priceLines.draw(lines, this.#theme);
    this.#figures.refresh();
  }

  setLook(look: ChartLook): void {
    this.#look = look;
    if (this.#room === undefined || this.#host.clientHeight > 0) this.#room = roomOf(this.#chart, look.indicators);
    this.#chart.setStyles(klineStyles(this.#theme, look.style, this.#room.legends));
    applyIndicators(this.#chart, look.indicators, this.#room, this.#theme, this.#words);
  }

  /** Fits the panes to the chart's height. A hidden chart has no height and keeps its panes. */
  #fit(): void {
    if (this.#host.clientHeight === 0) return;
    const room = roomOf(this.#chart, this.#look.indicators);
    if (room.panes !== this.#room?.panes || room.legends !== this.#room.legends) this.setLook(this.#look);
    else fitPanes(this.#chart, this.#look.indicators, room);
  }

  setDrawings(drawings: readonly Drawing[], picked: string | undefined): void {
    this.#drawings = drawings;
    this.#picked = picked;
    this.#drawn.draw(drawings, picked, this.#theme, this.#words);
  }

  setTool(tool: DrawingTool | undefined): void {
    this.#tool = tool;
    this.#drawn.setTool(tool);
  }

  setTheme(theme: ChartTheme): void {
    this.#theme = theme;
    this.setLook(this.#look);
    this.#priceLines.draw(this.#lines, theme);
    this.#drawn.draw(this.#drawings, this.#picked, theme, this.#words);
  }

  setWords(words: ChartWords): void {
    this.#words = words;
    this.setLook(this.#look);
    this.#drawn.draw(this.#drawings, this.#picked, this.#theme, words);
    // An empty override makes the library rebuild its time axis.
    this.#chart.overrideXAxis({});
  }

  toNow(): void {
    this.#view.toNow(!matchMedia('(prefers-reduced-motion: reduce)').matches, () => this.#reportShown());
  }

  dispose(): void {
    this.#gestures.dispose();
    this.#view.dispose();
    this.#sizes.disconnect();
    this.#stream?.close();
    this.#stream = undefined;
    dispose(this.#host);
  }

  #isDaily(): boolean {
    return this.#subject !== undefined && PERIOD_MS[this.#subject.period] >= PERIOD_MS['1day'];
  }

  #pricesInView(): number[] {
    return this.#lines.filter((line) => line.inView === true).map((line) => line.price);
  }

  /** The bar between the fingers stays between them. */
  #pinch(middle: number): (ratio: number, middle: { readonly x: number }) => void {
    const { space } = this.#view.read();
    const held = this.#view.fromEnd(middle);
    return (ratio, { x }) => this.#view.place(held, x, space * ratio);
  }

  #reportShown(): void {
    const { from, to } = this.#chart.getVisibleRange();
    this.#events.onShown({ count: this.#chart.getDataList().length, from, to });
  }

  /**
   * The library reloads whenever the symbol, the period or the loader is set. A silent loader stays in place until all
   * are set, so that only one page is read and no answer for a former subject is drawn.
   */
  #open(): void {
    const subject = this.#subject;
    if (subject === undefined) return;
    this.#stream?.close();
    this.#put = undefined;
    this.#crosshair.point(undefined);
    const chart = this.#chart;
    drawBeginning(chart, undefined, this.#theme, this.#words);
    chart.setDataLoader(SILENT_LOADER);
    chart.setSymbol({ ticker: subject.key, pricePrecision: subject.pricePrecision, volumePrecision: 0 });
    // Daily bars start at midnight UTC; in local time they would have the wrong date west of Greenwich.
    chart.setTimezone(this.#isDaily() ? 'UTC' : localTimeZone());
    chart.setPeriod(KLINE_PERIODS[subject.period]);
    chart.setDataLoader(this.#loaderOf(subject));
    this.setLook(this.#look);
  }

  #loaderOf(subject: ChartSubject): DataLoader {
    return {
      getBars: ({ type, timestamp, callback }) => {
        if (type === 'init') this.#start(subject, callback);
        else if (type === 'forward' && timestamp !== null) void this.#older(timestamp, callback);
        else callback([], false);
      },
      subscribeBar: ({ callback }) => {
        this.#put = callback;
      },
    };
  }

  #start(subject: ChartSubject, replace: (data: KLineData[], more: { forward: boolean }) => void): void {
    this.#stream?.close();
    const stream = new BarStream(subject, {
      replace: (bars, mayHaveOlder) => {
        replace(bars.map(toKline), { forward: mayHaveOlder });
        this.#reportShown();
      },
      put: (bar) => {
        this.#put?.(toKline(bar));
        this.#figures.refresh();
        this.#crosshair.refresh();
      },
      state: this.#events.onState,
    });
    this.#stream = stream;
    void stream.open();
  }

  async #older(time: number, append: (data: KLineData[], more: { forward: boolean }) => void): Promise<void> {
    const stream = this.#stream;
    if (stream === undefined) return;
    const page = await stream.older(time);
    if (this.#stream !== stream) return;
    append(page.bars.map(toKline), { forward: page.more });
    this.#reportShown();
    if (!page.more) drawBeginning(this.#chart, this.#chart.getDataList()[0]?.timestamp, this.#theme, this.#words);
  }
}

const SILENT_LOADER: DataLoader = { getBars: () => undefined };
