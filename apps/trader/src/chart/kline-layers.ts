import type { ChartPeriod } from '@fairlot/domain';
import type { Chart } from 'klinecharts';
import type { ChartEvents, ChartSubject, ChartTheme, ChartWords, ComparedSubject, PriceLine } from './chart-port.ts';
import type { Grip, Spot } from './gestures.ts';
import { drawBeginning } from './kline-beginning.ts';
import type { ComparedLine } from './kline-compared.ts';
import { Drawings } from './kline-drawings.ts';
import { drawEvents } from './kline-events.ts';
import { PriceLines } from './kline-lines.ts';
import { TradeMarks } from './kline-marks.ts';
import type { TradeMark } from './trade-marks.ts';

/** Parts of the chart that the layers ask or tell. */
export interface LayerHost {
  readonly theme: ChartTheme;
  readonly words: ChartWords;
  readonly subject: () => ChartSubject | undefined;
  readonly events: ChartEvents;
  /** The prices that must be in view have changed. */
  readonly pricesChanged: () => void;
}

/** The layers over the bars of one chart: order lines, drawings, closed trades, calendar entries, the compared line. */
export class ChartLayers {
  readonly #chart: Chart;
  readonly #host: LayerHost;
  readonly priceLines: PriceLines;
  readonly drawings: Drawings;
  /** The compared line; its code is loaded when one is first shown. */
  #compared: ComparedLine | undefined;
  #comparedWith: ComparedSubject | undefined;
  readonly #trades: TradeMarks;
  #theme: ChartTheme;
  #words: ChartWords;
  #lines: readonly PriceLine[] = [];
  #marks: readonly TradeMark[] = [];
  #mark: number | undefined;
  #eventTimes: readonly number[] = [];
  #isDrawing = false;

  constructor(chart: Chart, host: LayerHost) {
    const { theme, words, events } = host;
    this.#chart = chart;
    this.#host = host;
    this.#theme = theme;
    this.#words = words;
    this.priceLines = new PriceLines(chart, theme, events.onLine);
    this.drawings = new Drawings(chart, { theme, words }, () => this.#period, events.onDrawing);
    this.#trades = new TradeMarks(chart, events.onMark);
  }

  get #period(): ChartPeriod | undefined {
    return this.#host.subject()?.period;
  }

  setLines(lines: readonly PriceLine[]): void {
    const before = this.pricesInView();
    this.#lines = lines;
    if (before.join() !== this.pricesInView().join()) this.#host.pricesChanged();
    this.priceLines.draw(lines, this.#theme);
  }

  setMarks(marks: readonly TradeMark[], picked: number | undefined): void {
    this.#marks = marks;
    this.#mark = picked;
    this.#drawMarks();
  }

  setEvents(times: readonly number[]): void {
    this.#eventTimes = times;
    this.#drawEvents();
  }

  setCompared(compared: ComparedSubject | undefined): void {
    this.#comparedWith = compared;
    if (this.#compared !== undefined) this.#showCompared();
    else if (compared !== undefined)
      this.#loadCompared().catch(() => this.#host.events.onCompared({ state: 'failed' }));
  }

  get compared(): ComparedLine | undefined {
    return this.#compared;
  }

  async #loadCompared(): Promise<void> {
    const module = await import('./kline-compared.ts');
    if (this.#comparedWith === undefined) return;
    if (this.#compared === undefined) {
      module.registerCompared();
      this.#compared = new module.ComparedLine(this.#chart, this.#theme, this.#words, {
        shown: this.#host.events.onCompared,
        prices: this.#host.pricesChanged,
      });
    }
    this.#showCompared();
  }

  #showCompared(): void {
    this.#compared?.show(this.#comparedWith?.subject, this.#comparedWith?.scale ?? 'own');
  }

  /** While a tool is selected every touch belongs to the new drawing, also one on the tag of an order. */
  setDrawing(isDrawing: boolean): void {
    this.#isDrawing = isDrawing;
  }

  gripAt(at: Spot, reach: number): Grip | undefined {
    const line = this.#isDrawing ? undefined : this.priceLines.gripAt(at, reach);
    return line ?? this.drawings.gripAt(at, reach);
  }

  tap(at: Spot, reach: number): boolean {
    return this.#trades.tap(at, reach) || this.drawings.tap(at, reach);
  }

  /** Call after a page of bars was added. */
  reachBack(): void {
    this.#compared?.reachBack();
    this.#drawEvents();
  }

  #drawEvents(): void {
    drawEvents(this.#chart, this.#eventTimes, this.#period, this.#theme);
  }

  /** Marks the first bar as the beginning of the recorded history, or removes the mark. */
  drawBeginning(isReached: boolean): void {
    const first = isReached ? this.#chart.getDataList()[0]?.timestamp : undefined;
    drawBeginning(this.#chart, first, this.#theme, this.#words);
  }

  /** Draws what depends on the subject's period. */
  refreshSubject(): void {
    this.#drawMarks();
  }

  /** Draws all layers in a theme and a language. */
  style(theme: ChartTheme, words: ChartWords): void {
    this.#theme = theme;
    this.#words = words;
    this.#drawMarks();
    this.#drawEvents();
    this.priceLines.draw(this.#lines, theme);
    this.#compared?.style(theme, words);
    this.drawings.style(theme, words);
  }

  /** Prices that the axis must show. */
  pricesInView(): number[] {
    return this.#lines.filter((line) => line.inView === true).map((line) => line.price);
  }

  #drawMarks(): void {
    this.#trades.draw(this.#marks, this.#mark, this.#period, this.#theme);
  }
}
