import { barStart } from '@fairlot/domain';
import type { ChartPeriod } from '@fairlot/domain';
import { registerOverlay } from 'klinecharts';
import type { Chart, Coordinate, OverlayFigure } from 'klinecharts';
import type { ChartTheme } from './chart-port.ts';
import type { Spot } from './gestures.ts';
import { CANDLE_PANE } from './kline-view.ts';
import { isInView, markAt } from './trade-marks.ts';
import type { Fill, PlacedMark, TradeMark } from './trade-marks.ts';

const NAME = 'fairlot-trade-marks';
const ID = 'trade-marks';
/** Half the width of a mark, in px. */
const SIZE = 5;
const PICKED_SIZE = 8;

interface Drawn {
  readonly marks: readonly TradeMark[];
  readonly picked: number | undefined;
  readonly theme: ChartTheme;
  /** Start of the first bar; fills before it have no place. */
  readonly first: () => number;
}

/** Registers the overlay of closed trades. */
export function registerMarks(): void {
  // A function, because the library copies plain data of an overlay.
  registerOverlay<() => Drawn>({
    name: NAME,
    totalStep: 2,
    lock: true,
    needDefaultPointFigure: false,
    needDefaultXAxisFigure: false,
    needDefaultYAxisFigure: false,
    createPointFigures: ({ coordinates, bounding, overlay }) =>
      figuresOf(overlay.extendData(), coordinates, bounding.width),
  });
}

/** The closed trades on one chart, drawn as a single overlay: two points per trade, entry first. */
export class TradeMarks {
  readonly #chart: Chart;
  readonly #report: (id: number | undefined) => void;
  #marks: readonly TradeMark[] = [];
  #picked: number | undefined;
  #period: ChartPeriod | undefined;

  constructor(chart: Chart, report: (id: number | undefined) => void) {
    this.#chart = chart;
    this.#report = report;
  }

  draw(
    marks: readonly TradeMark[],
    picked: number | undefined,
    period: ChartPeriod | undefined,
    theme: ChartTheme,
  ): void {
    this.#marks = period === undefined ? [] : marks;
    this.#picked = picked;
    this.#period = period;
    if (this.#marks.length === 0) {
      this.#chart.removeOverlay({ id: ID });
      return;
    }
    const drawn: Drawn = { marks, picked, theme, first: () => this.#first() };
    const overlay = { name: NAME, id: ID, points: this.#points(), extendData: () => drawn };
    if (this.#chart.getOverlays({ id: ID }).length > 0) this.#chart.overrideOverlay(overlay);
    else this.#chart.createOverlay(overlay);
  }

  /** Selects the trade with a mark at a position, or clears the selection. Returns true if one was selected. */
  tap(at: Spot, reach: number): boolean {
    if (this.#marks.length === 0) return false;
    const found = this.#chart.convertToPixel(this.#points(), { paneId: CANDLE_PANE });
    const id = markAt(placed(this.#marks, Array.isArray(found) ? found : [found], this.#first()), at, reach);
    if (id !== this.#picked) this.#report(id);
    return id !== undefined;
  }

  /** A fill stands at the bar in which it happened. */
  #points(): { readonly timestamp: number; readonly value: number }[] {
    const at = ({ time, price }: Fill): { readonly timestamp: number; readonly value: number } => ({
      timestamp: barStart(this.#period ?? '1min', time),
      value: price,
    });
    return this.#marks.flatMap(({ entry, exit }) => [at(entry), at(exit)]);
  }

  #first(): number {
    return this.#chart.getDataList()[0]?.timestamp ?? Number.POSITIVE_INFINITY;
  }
}

function placed(
  marks: readonly TradeMark[],
  spots: readonly Partial<Coordinate>[],
  first: number,
): (PlacedMark & { readonly mark: TradeMark })[] {
  const spot = ({ time }: Fill, at: number): Spot | undefined => {
    const { x, y } = spots[at] ?? {};
    return time < first || x === undefined || y === undefined ? undefined : { x, y };
  };
  return marks.map((mark, at) => ({
    id: mark.id,
    mark,
    entry: spot(mark.entry, at * 2),
    exit: spot(mark.exit, at * 2 + 1),
  }));
}

function figuresOf(
  { marks, picked, theme, first }: Drawn,
  spots: readonly Coordinate[],
  width: number,
): OverlayFigure[] {
  const seen = placed(marks, spots, first()).filter((one) => isInView(one, width));
  return [
    ...seen.flatMap(({ mark, entry, exit }) =>
      entry === undefined || exit === undefined ? [] : [lineFigure(mark, [entry, exit], theme, mark.id === picked)],
    ),
    ...seen.flatMap(({ mark, entry, exit }) => [
      ...(entry === undefined ? [] : [arrow(mark, entry, theme, mark.id === picked)]),
      ...(exit === undefined ? [] : [ring(mark, exit, theme, mark.id === picked)]),
    ]),
  ];
}

function resultColor({ sign }: TradeMark, theme: ChartTheme): string {
  return sign === 0 ? theme.muted : sign > 0 ? theme.up : theme.down;
}

function lineFigure(
  mark: TradeMark,
  coordinates: readonly Spot[],
  theme: ChartTheme,
  isPicked: boolean,
): OverlayFigure {
  return {
    type: 'line',
    ignoreEvent: true,
    attrs: { coordinates },
    styles: { style: 'dashed', dashedValue: [3, 3], size: isPicked ? 2 : 1, color: resultColor(mark, theme) },
  };
}

/** The entry: an arrow up for a buy, below its price, and down for a sell, above it. */
function arrow({ side }: TradeMark, { x, y }: Spot, theme: ChartTheme, isPicked: boolean): OverlayFigure {
  const size = isPicked ? PICKED_SIZE : SIZE;
  const down = side === 'buy' ? 1 : -1;
  return {
    type: 'polygon',
    ignoreEvent: true,
    attrs: {
      coordinates: [
        { x, y },
        { x: x - size, y: y + down * size * 1.8 },
        { x: x + size, y: y + down * size * 1.8 },
      ],
    },
    styles: {
      style: 'stroke_fill',
      color: side === 'buy' ? theme.up : theme.down,
      borderColor: theme.surface,
      borderSize: 1,
    },
  };
}

/** The exit: a ring in the colour of the result. */
function ring(mark: TradeMark, { x, y }: Spot, theme: ChartTheme, isPicked: boolean): OverlayFigure {
  return {
    type: 'circle',
    ignoreEvent: true,
    attrs: { x, y, r: isPicked ? PICKED_SIZE - 2 : SIZE - 1 },
    styles: { style: 'stroke_fill', color: theme.surface, borderColor: resultColor(mark, theme), borderSize: 2 },
  };
}
