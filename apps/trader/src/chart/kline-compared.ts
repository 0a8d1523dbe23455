import { registerOverlay } from 'klinecharts';
import type { Chart, OverlayFigure, XAxis, YAxis } from 'klinecharts';
import type { ChartSubject, ChartTheme, ChartWords, ComparedShown } from './chart-port.ts';
import { ComparedBars } from './compared-bars.ts';
import { compareBars, percentRange, percentTicks } from './compared.ts';
import type { ComparedScale, Comparison } from './compared.ts';
import type { Spot } from './gestures.ts';
import { mixed } from './kline-styles.ts';

const NAME = 'fairlot-compared';
const ID = 'compared';
const LINE_WIDTH = 2;
const TEXT_SIZE = 10;
/** Shares of the chart's height that the own scale leaves free, as the candles do. */
const FREE = { top: 0.2, bottom: 0.12 } as const;
/** Height for each label of the own scale, in px. */
const LABEL_ROOM = 56;

interface Placing {
  readonly xAxis: XAxis;
  readonly yAxis: YAxis;
  readonly height: number;
}

type Figures = (placing: Placing) => OverlayFigure[];

/** Registers the overlay of the compared line. */
export function registerCompared(): void {
  // A function, because the library copies plain data of an overlay.
  registerOverlay<Figures>({
    name: NAME,
    totalStep: 2,
    lock: true,
    needDefaultPointFigure: false,
    needDefaultXAxisFigure: false,
    needDefaultYAxisFigure: false,
    createPointFigures: ({ xAxis, yAxis, bounding, overlay }) =>
      xAxis === null || yAxis === null ? [] : overlay.extendData({ xAxis, yAxis, height: bounding.height }),
  });
}

export interface ComparedEvents {
  readonly shown: (shown: ComparedShown) => void;
  /** The prices that must be in view have changed. */
  readonly prices: () => void;
}

/** The line of a second instrument over the candles. */
export class ComparedLine {
  readonly #chart: Chart;
  readonly #events: ComparedEvents;
  #bars: ComparedBars | undefined;
  #scale: ComparedScale = 'own';
  #theme: ChartTheme;
  #words: ChartWords;

  constructor(chart: Chart, theme: ChartTheme, words: ChartWords, events: ComparedEvents) {
    this.#chart = chart;
    this.#theme = theme;
    this.#words = words;
    this.#events = events;
  }

  /** Compares with a subject; undefined ends it. */
  show(subject: ChartSubject | undefined, scale: ComparedScale): void {
    this.close();
    this.#scale = scale;
    if (subject === undefined) return;
    this.#bars = new ComparedBars(
      subject,
      () => this.#chart.getDataList()[0]?.timestamp,
      () => this.refresh(),
    );
    this.#chart.createOverlay({
      name: NAME,
      id: ID,
      zLevel: -1,
      points: [{ dataIndex: 0, value: 0 }],
      extendData: (placing: Placing) => this.#figures(placing),
    });
    this.refresh();
  }

  style(theme: ChartTheme, words: ChartWords): void {
    this.#theme = theme;
    this.#words = words;
    this.refresh();
  }

  pause(): void {
    this.#bars?.pause();
  }

  resume(): void {
    this.#bars?.resume();
  }

  close(): void {
    this.#bars?.close();
    this.#bars = undefined;
    this.#chart.removeOverlay({ id: ID });
    if (this.#scale === 'same') this.#events.prices();
  }

  /** Call after a page of candles was added. */
  reachBack(): void {
    void this.#bars?.reachBack();
  }

  /** Draws and reports again, after a change of either series or of the visible range. */
  refresh(): void {
    const bars = this.#bars;
    if (bars === undefined) return;
    // An override without changes makes the library draw the overlay again.
    this.#chart.overrideOverlay({ id: ID });
    if (this.#scale === 'same') this.#events.prices();
    const comparison = this.#compare();
    this.#events.shown({
      state: bars.state,
      ...(comparison === undefined
        ? {}
        : { from: comparison.from, to: comparison.to, main: comparison.main, other: comparison.other }),
    });
  }

  /** Prices of the candles at the ends of the line, which the axis must show on the same scale. */
  prices(): number[] {
    const comparison = this.#scale === 'same' ? this.#compare() : undefined;
    if (comparison === undefined) return [];
    const { from, to } = percentRange(comparison.points);
    return [from, to].map((percent) => priceAt(comparison, percent));
  }

  #compare(): Comparison | undefined {
    const { from, to } = this.#chart.getVisibleRange();
    const main = this.#chart.getDataList();
    return this.#bars === undefined ? undefined : compareBars(main, this.#bars.bars, from, Math.min(to, main.length));
  }

  #figures({ xAxis, yAxis, height }: Placing): OverlayFigure[] {
    const comparison = this.#compare();
    if (comparison === undefined) return [];
    const { from, to } = percentRange(comparison.points);
    const [low, high] = [height * (1 - FREE.bottom), height * FREE.top];
    const own = (percent: number): number => low + ((percent - from) / (to - from)) * (high - low);
    const same = (percent: number): number => yAxis.convertToPixel(priceAt(comparison, percent));
    const spots = comparison.points.map(({ index, percent }) => ({
      index,
      x: xAxis.convertToPixel(index),
      y: (this.#scale === 'own' ? own : same)(percent),
    }));
    const labels =
      this.#scale === 'own'
        ? percentTicks(from, to, Math.max(2, Math.floor(height / LABEL_ROOM))).map((percent) =>
            this.#label(own(percent), percent),
          )
        : [];
    return [...lines(spots, this.#theme.ink), ...labels];
  }

  #label(y: number, percent: number): OverlayFigure {
    const { ink, surface, fontFamily } = this.#theme;
    return {
      type: 'text',
      ignoreEvent: true,
      attrs: { x: 2, y, align: 'left', baseline: 'middle', text: this.#words.percent(String(percent)) },
      styles: {
        color: ink,
        size: TEXT_SIZE,
        family: fontFamily,
        backgroundColor: mixed(surface, 70),
        borderSize: 0,
        borderRadius: 2,
        paddingLeft: 2,
        paddingRight: 2,
        paddingTop: 0,
        paddingBottom: 0,
      },
    };
  }
}

function priceAt({ base }: Comparison, percent: number): number {
  return base * (1 + percent / 100);
}

/** Solid where bar follows bar; dashed across candles for which the other instrument has no bar. */
function lines(spots: readonly (Spot & { readonly index: number })[], color: string): OverlayFigure[] {
  const runs: { readonly style: 'solid' | 'dashed'; readonly coordinates: Spot[] }[] = [];
  for (const [at, spot] of spots.entries()) {
    const before = spots[at - 1];
    if (before === undefined) continue;
    const style = spot.index - before.index === 1 ? 'solid' : 'dashed';
    const run = runs.at(-1);
    if (run?.style === style) run.coordinates.push(spot);
    else runs.push({ style, coordinates: [before, spot] });
  }
  return runs.map(({ style, coordinates }) => ({
    type: 'line',
    ignoreEvent: true,
    attrs: { coordinates },
    styles: { style, dashedValue: [2, 4], size: LINE_WIDTH, color },
  }));
}
