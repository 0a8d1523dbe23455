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
import type { Drawing, DrawingTool } from './drawings.ts';
import { Crosshair } from './kline-crosshair.ts';
import { KLINE_PERIODS, localTimeZone, toKline } from './kline-data.ts';
import { Drawings } from './kline-drawings.ts';
import { applyIndicators, fitPanes, roomOf } from './kline-indicators.ts';
import { PriceLines } from './kline-lines.ts';
import { openToPage, stretched } from './kline-manners.ts';
import { klineStyles } from './kline-styles.ts';
import { BAR_SPACE, CANDLE_PANE, ChartView } from './kline-view.ts';
import type { View } from './kline-view.ts';
import { PLAIN_LOOK } from './look.ts';
import type { ChartLook } from './look.ts';
import type { PaneRoom } from './pane-room.ts';

const RIGHT_GAP_PX = 48;
/** How far the picture can be dragged past either end: enough to read that there is nothing more. */
const BEYOND_PX = 150;
/** The library would write 0.00004 as 0.0{4}4, which traders do not read. */
const WITHOUT_FOLDS = 100;

/** Draws with klinecharts. Only the files that begin with `kline-` know the library. */
export const createKlineChart: CreateChart = (host, theme, words, events) => new KlineChart(host, theme, words, events);

class KlineChart implements PriceChart {
  private readonly chart: Chart;
  private readonly host: HTMLElement;
  private readonly events: ChartEvents;
  private readonly view: ChartView;
  private readonly priceLines: PriceLines;
  private readonly figures: PriceFigures;
  private readonly drawn: Drawings;
  private readonly crosshair: Crosshair;
  private readonly gestures: Gestures;
  private readonly sizes = new ResizeObserver(() => {
    this.restore();
    this.fit();
  });
  private theme: ChartTheme;
  private words: ChartWords;
  private look: ChartLook = PLAIN_LOOK;
  private room: PaneRoom | undefined;
  private lines: readonly PriceLine[] = [];
  private drawings: readonly Drawing[] = [];
  private picked: string | undefined;
  private tool: DrawingTool | undefined;
  private subject: ChartSubject | undefined;
  private stream: BarStream | undefined;
  private put: ((data: KLineData) => void) | undefined;
  /** What was in view when the chart was paused. */
  private left: View | undefined;

  constructor(host: HTMLElement, theme: ChartTheme, words: ChartWords, events: ChartEvents) {
    this.host = host;
    this.theme = theme;
    this.words = words;
    this.events = events;
    const chart = init(host, {
      styles: klineStyles(theme, this.look.style, true),
      zoomAnchor: { main: 'cursor', xAxis: 'last_bar' },
      hotkey: { enabled: false },
      decimalFold: { threshold: WITHOUT_FOLDS },
      layout: { barSpaceLimit: { min: BAR_SPACE.least, max: BAR_SPACE.most } },
      formatter: {
        formatDate: ({ dateTimeFormat, timestamp, template, type }) =>
          type === 'crosshair'
            ? this.words.time(timestamp, this.isDaily())
            : utils.formatDate(dateTimeFormat, timestamp, template),
      },
    });
    if (chart === null) throw new Error('the chart could not be created in its element');
    this.chart = chart;
    this.view = new ChartView(chart);
    this.priceLines = new PriceLines(chart, events.onLine);
    this.drawn = new Drawings(chart, events.onDrawing);
    this.crosshair = new Crosshair(chart, events.onPoint);
    chart.overrideYAxis({
      paneId: CANDLE_PANE,
      createRange: ({ defaultRange }) => stretched(defaultRange, this.pricesInView()),
    });
    markTimes(chart, () => ({ period: this.subject?.period, words: this.words, fontFamily: this.theme.fontFamily }));
    this.figures = new PriceFigures(chart, () => this.priceLines.axisHeights());
    chart.setBarSpace(BAR_SPACE.first);
    chart.setMaxOffsetLeftDistance(BEYOND_PX);
    chart.setMaxOffsetRightDistance(BEYOND_PX);
    chart.setOffsetRightDistance(RIGHT_GAP_PX);
    chart.subscribeAction('onVisibleRangeChange', () =>
      events.onAway(chart.getVisibleRange().realTo < chart.getDataList().length),
    );
    openToPage(host);
    this.gestures = new Gestures(host, {
      grip: (at, reach) =>
        (this.tool === undefined ? this.priceLines.gripAt(at, reach) : undefined) ?? this.drawn.gripAt(at, reach),
      pinch: (middle) => this.pinch(middle.x),
      scroll: (distance) => this.view.scroll(distance),
      point: (at) => this.crosshair.point(at),
      tap: (at, reach) => this.drawn.tap(at, reach),
      rest: () => this.reportShown(),
    });
    this.sizes.observe(host);
  }

  show(subject: ChartSubject): void {
    this.subject = subject;
    this.open();
  }

  reload(): void {
    if (this.subject !== undefined) this.open();
  }

  pause(): void {
    this.left ??= this.view.read();
    this.stream?.pause();
  }

  resume(): void {
    this.stream?.resume();
    this.restore();
  }

  /** Hidden, the chart shrank to nothing and forgot where it was. It may be told to go on before its element has its size back. */
  private restore(): void {
    const { left } = this;
    if (left === undefined || this.host.clientWidth === 0) return;
    this.left = undefined;
    this.chart.resize();
    // The library only notes that it must measure, and does so when the present task is done.
    queueMicrotask(() => {
      if (this.chart.getDataList().length > 0) this.view.set(left);
    });
  }

  setLines(lines: readonly PriceLine[]): void {
    const before = this.pricesInView();
    this.lines = lines;
    // An override is what makes the library compute its price axis anew.
    if (before.join() !== this.pricesInView().join()) this.chart.overrideYAxis({ paneId: CANDLE_PANE });
    this.priceLines.draw(lines, this.theme);
    this.figures.refresh();
  }

  setLook(look: ChartLook): void {
    this.look = look;
    if (this.room === undefined || this.host.clientHeight > 0) this.room = roomOf(this.chart, look.indicators);
    this.chart.setStyles(klineStyles(this.theme, look.style, this.room.legends));
    applyIndicators(this.chart, look.indicators, this.room, this.theme, this.words);
  }

  /** The panes follow the height of the chart; hidden, it has none, and they stay. */
  private fit(): void {
    if (this.host.clientHeight === 0) return;
    const room = roomOf(this.chart, this.look.indicators);
    if (room.panes !== this.room?.panes || room.legends !== this.room.legends) this.setLook(this.look);
    else fitPanes(this.chart, this.look.indicators, room);
  }

  setDrawings(drawings: readonly Drawing[], picked: string | undefined): void {
    this.drawings = drawings;
    this.picked = picked;
    this.drawn.draw(drawings, picked, this.theme, this.words);
  }

  setTool(tool: DrawingTool | undefined): void {
    this.tool = tool;
    this.drawn.setTool(tool);
  }

  setTheme(theme: ChartTheme): void {
    this.theme = theme;
    this.setLook(this.look);
    this.priceLines.draw(this.lines, theme);
    this.drawn.draw(this.drawings, this.picked, theme, this.words);
  }

  setWords(words: ChartWords): void {
    this.words = words;
    this.setLook(this.look);
    this.drawn.draw(this.drawings, this.picked, this.theme, words);
    // An override is what makes the library mark its time axis anew.
    this.chart.overrideXAxis({});
  }

  toNow(): void {
    this.view.toNow(!matchMedia('(prefers-reduced-motion: reduce)').matches, () => this.reportShown());
  }

  dispose(): void {
    this.gestures.dispose();
    this.view.dispose();
    this.sizes.disconnect();
    this.stream?.close();
    this.stream = undefined;
    dispose(this.host);
  }

  private isDaily(): boolean {
    return this.subject !== undefined && PERIOD_MS[this.subject.period] >= PERIOD_MS['1day'];
  }

  private pricesInView(): number[] {
    return this.lines.filter((line) => line.inView === true).map((line) => line.price);
  }

  /** Two fingers hold the bar between them, wherever they go. */
  private pinch(middle: number): (ratio: number, middle: { readonly x: number }) => void {
    const { space } = this.view.read();
    const held = this.view.fromEnd(middle);
    return (ratio, { x }) => this.view.place(held, x, space * ratio);
  }

  private reportShown(): void {
    const { from, to } = this.chart.getVisibleRange();
    this.events.onShown({ count: this.chart.getDataList().length, from, to });
  }

  /**
   * The library loads again whenever the symbol, the period or the loader is set. The loader stays silent until all
   * three are, so that one page is read and no answer for an earlier subject is drawn.
   */
  private open(): void {
    const subject = this.subject;
    if (subject === undefined) return;
    this.stream?.close();
    this.put = undefined;
    this.crosshair.point(undefined);
    const { chart } = this;
    drawBeginning(chart, undefined, this.theme, this.words);
    chart.setDataLoader(SILENT);
    chart.setSymbol({ ticker: subject.key, pricePrecision: subject.pricePrecision, volumePrecision: 0 });
    // Daily bars begin at midnight UTC; shown in local time they would carry the wrong date west of Greenwich.
    chart.setTimezone(this.isDaily() ? 'UTC' : localTimeZone());
    chart.setPeriod(KLINE_PERIODS[subject.period]);
    chart.setDataLoader(this.loaderOf(subject));
    this.setLook(this.look);
  }

  private loaderOf(subject: ChartSubject): DataLoader {
    return {
      getBars: ({ type, timestamp, callback }) => {
        if (type === 'init') this.start(subject, callback);
        else if (type === 'forward' && timestamp !== null) void this.older(timestamp, callback);
        else callback([], false);
      },
      subscribeBar: ({ callback }) => {
        this.put = callback;
      },
    };
  }

  private start(subject: ChartSubject, replace: (data: KLineData[], more: { forward: boolean }) => void): void {
    this.stream?.close();
    const stream = new BarStream(subject, {
      replace: (bars, mayHaveOlder) => {
        replace(bars.map(toKline), { forward: mayHaveOlder });
        this.reportShown();
      },
      put: (bar) => {
        this.put?.(toKline(bar));
        this.figures.refresh();
        this.crosshair.refresh();
      },
      state: this.events.onState,
    });
    this.stream = stream;
    void stream.open();
  }

  private async older(time: number, append: (data: KLineData[], more: { forward: boolean }) => void): Promise<void> {
    const { stream } = this;
    if (stream === undefined) return;
    const page = await stream.older(time);
    if (this.stream !== stream) return;
    append(page.bars.map(toKline), { forward: page.more });
    this.reportShown();
    if (!page.more) drawBeginning(this.chart, this.chart.getDataList()[0]?.timestamp, this.theme, this.words);
  }
}

const SILENT: DataLoader = { getBars: () => undefined };
