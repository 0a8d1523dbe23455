import { dispose } from 'klinecharts';
import type { Chart } from 'klinecharts';
import { PERIOD_MS } from '@fairlot/domain';
import type {
  ChartEvents,
  ChartSubject,
  ChartTheme,
  ChartWords,
  ComparedSubject,
  CreateChart,
  PriceChart,
  PriceLine,
} from './chart-port.ts';
import { Gestures } from './gestures.ts';
import type { GestureTarget } from './gestures.ts';
import { PriceFigures, markTimes } from './kline-axes.ts';
import { ChartAppearance } from './kline-appearance.ts';
import { KlineBars, SILENT_LOADER } from './kline-bars.ts';
import { registerFigures } from './kline-figures.ts';
import { createLibraryChart } from './kline-library.ts';
import type { Drawing, DrawingPen } from './drawings.ts';
import { Crosshair } from './kline-crosshair.ts';
import { KLINE_PERIODS, localTimeZone } from './kline-data.ts';
import { ChartLayers } from './kline-layers.ts';
import { undoPageEffects } from './kline-page.ts';
import { PriceAxis } from './kline-price-axis.ts';
import { klineStyles } from './kline-styles.ts';
import { ChartView } from './kline-view.ts';
import { PLAIN_LOOK } from './look.ts';
import type { ChartLook } from './look.ts';
import type { PriceScale } from './price-scale.ts';
import type { TradeMark } from './trade-marks.ts';

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
  readonly #appearance: ChartAppearance;
  readonly #layers: ChartLayers;
  readonly #axis: PriceAxis;
  readonly #figures: PriceFigures;
  readonly #crosshair: Crosshair;
  readonly #bars: KlineBars;
  readonly #gestures: Gestures;
  readonly #sizes = new ResizeObserver(() => {
    this.#view.restore();
    this.#appearance.fit();
  });
  #subject: ChartSubject | undefined;

  constructor(host: HTMLElement, theme: ChartTheme, words: ChartWords, events: ChartEvents) {
    this.#host = host;
    this.#events = events;
    const chart = createLibraryChart(
      host,
      klineStyles(theme, { bars: PLAIN_LOOK.style, legends: true, current: true }),
      (time) => this.#appearance.words.time(time, this.#isDaily()),
    );
    this.#chart = chart;
    this.#view = new ChartView(chart, host);
    this.#appearance = new ChartAppearance(chart, host, { theme, words }, (height) =>
      this.#layers.priceLines.clearOf(height),
    );
    this.#layers = new ChartLayers(chart, {
      theme,
      words,
      events,
      subject: () => this.#subject,
      pricesChanged: () => this.#axis.refresh(),
    });
    this.#crosshair = new Crosshair(chart, events.onPoint);
    this.#axis = new PriceAxis(
      chart,
      { lines: () => this.#layers.pricesInView(), compared: () => this.#layers.compared?.prices() ?? [] },
      () => this.#reportShown(),
    );
    markTimes(chart, () => ({
      period: this.#subject?.period,
      words: this.#appearance.words,
      fontFamily: this.#appearance.theme.fontFamily,
    }));
    this.#figures = new PriceFigures(chart, () => this.#layers.priceLines.axisHeights());
    this.#axis.figures = this.#figures;
    this.#bars = this.#createBars();
    chart.subscribeAction('onVisibleRangeChange', () =>
      events.onAway(chart.getVisibleRange().realTo < chart.getDataList().length),
    );
    undoPageEffects(host);
    this.#gestures = new Gestures(host, this.#gestureTarget());
    this.#sizes.observe(host);
  }

  #createBars(): KlineBars {
    return new KlineBars({
      state: this.#events.onState,
      loaded: () => {
        this.#layers.reachBack();
        this.#reportShown();
      },
      moved: () => {
        this.#figures.refresh();
        this.#crosshair.refresh();
        this.#layers.compared?.refresh();
      },
      ended: () => this.#layers.drawBeginning(true),
    });
  }

  #gestureTarget(): GestureTarget {
    return {
      grip: (at, reach) => this.#axis.gripAt(at) ?? this.#layers.gripAt(at, reach),
      pinch: (middle) => this.#view.pinch(middle.x),
      scroll: (distance) => this.#view.scroll(distance),
      canLift: () => this.#axis.isHeld,
      lift: (distance) => this.#axis.move(distance),
      wheel: (at, turned) => this.#axis.wheel(at, turned),
      point: (at) => {
        this.#crosshair.point(at);
        this.#layers.drawings.hover(at);
      },
      tap: (at, reach) => this.#layers.tap(at, reach),
      rest: () => this.#reportShown(),
    };
  }

  show(subject: ChartSubject): void {
    this.#subject = subject;
    this.#axis.reset();
    this.#open();
  }

  reload(): void {
    if (this.#subject !== undefined) this.#open();
  }

  pause(): void {
    this.#view.leave();
    this.#bars.pause();
    this.#layers.compared?.pause();
  }

  resume(): void {
    this.#bars.resume();
    this.#layers.compared?.resume();
    this.#view.restore();
  }

  setLines(lines: readonly PriceLine[]): void {
    this.#layers.setLines(lines);
    this.#figures.refresh();
  }

  setCurrent(current: boolean): void {
    this.#appearance.setCurrent(current);
  }

  setLook(look: ChartLook): void {
    this.#appearance.setLook(look);
  }

  setDrawings(drawings: readonly Drawing[], picked: string | undefined): void {
    this.#layers.drawings.draw(drawings, picked);
  }

  setPen(pen: DrawingPen | undefined): void {
    this.#layers.setDrawing(pen !== undefined);
    this.#layers.drawings.setPen(pen);
  }

  setMagnet(magnet: boolean): void {
    this.#layers.drawings.setMagnet(magnet);
  }

  moved(drawing: Drawing, across: number, down: number): Drawing {
    return this.#layers.drawings.moved(drawing, across, down);
  }

  setMarks(marks: readonly TradeMark[], picked: number | undefined): void {
    this.#layers.setMarks(marks, picked);
  }

  setCompared(compared: ComparedSubject | undefined): void {
    this.#layers.setCompared(compared);
  }

  setEvents(times: readonly number[]): void {
    this.#layers.setEvents(times);
  }

  setScale(scale: PriceScale): void {
    this.#axis.setScale(scale);
  }

  resetScale(): void {
    this.#axis.reset();
  }

  setTheme(theme: ChartTheme): void {
    this.#appearance.theme = theme;
    this.#restyle();
  }

  setWords(words: ChartWords): void {
    this.#appearance.words = words;
    this.#restyle();
    // An empty override makes the library rebuild its time axis.
    this.#chart.overrideXAxis({});
  }

  #restyle(): void {
    this.#appearance.apply();
    this.#layers.style(this.#appearance.theme, this.#appearance.words);
  }

  toNow(): void {
    this.#view.toNow(!matchMedia('(prefers-reduced-motion: reduce)').matches, () => this.#reportShown());
  }

  dispose(): void {
    this.#gestures.dispose();
    this.#view.dispose();
    this.#sizes.disconnect();
    this.#bars.close();
    this.#layers.setCompared(undefined);
    dispose(this.#host);
  }

  #isDaily(): boolean {
    return this.#subject !== undefined && PERIOD_MS[this.#subject.period] >= PERIOD_MS['1day'];
  }

  /** Reports after the library's layout, which it defers to the end of the task. */
  #reportShown(): void {
    queueMicrotask(() => {
      if (this.#bars.isOpen) this.#reportNow();
    });
  }

  #reportNow(): void {
    const { from, to } = this.#chart.getVisibleRange();
    const { isHeld } = this.#axis;
    this.#events.onShown({
      count: this.#chart.getDataList().length,
      from,
      to,
      prices: this.#axis.range(),
      isHeld,
    });
    this.#layers.compared?.refresh();
  }

  /**
   * The library reloads whenever the symbol, the period or the loader is set. A silent loader stays in place until all
   * are set, so that only one page is read and no answer for a former subject is drawn.
   */
  #open(): void {
    const subject = this.#subject;
    if (subject === undefined) return;
    this.#bars.close();
    this.#crosshair.point(undefined);
    const chart = this.#chart;
    this.#layers.drawBeginning(false);
    chart.setDataLoader(SILENT_LOADER);
    chart.setSymbol({ ticker: subject.key, pricePrecision: subject.pricePrecision, volumePrecision: 0 });
    // Daily bars start at midnight UTC; in local time they would have the wrong date west of Greenwich.
    chart.setTimezone(this.#isDaily() ? 'UTC' : localTimeZone());
    chart.setPeriod(KLINE_PERIODS[subject.period]);
    chart.setDataLoader(this.#bars.loaderOf(subject));
    this.#layers.refreshSubject();
    this.#appearance.apply();
  }
}
