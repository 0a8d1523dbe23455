import { registerOverlay, utils } from 'klinecharts';
import type { Chart, Coordinate, OverlayFigure } from 'klinecharts';
import type { ChartTheme, LineRole, LineTouch, PriceLine } from './chart-port.ts';
import type { Grip, Spot } from './gestures.ts';
import { CANDLE_PANE } from './kline-view.ts';
import { TAG_HEIGHT, standApart, tagStarts } from './tags.ts';

const NAME = 'fairlot-price-lines';
const ID = 'price-lines';
const ABOVE_DRAWINGS = 10;
const TEXT_SIZE = 11;
const WEIGHT = 600;
const PADDING = 5;
/** Offset in px that centres digits optically: they sit above the middle of the font's line. */
const TEXT_DROP = 1;
/** Distance between two prices on the axis, in px. */
const AXIS_TAG_GAP = 17;
/** Width of the drag handle of a tag, in px. */
const HANDLE = 10;

/** A line with the measured width of its tag. */
interface DrawnLine {
  readonly line: PriceLine;
  readonly color: string;
  /** Colour of the profit or loss after the label. */
  readonly resultColor: string;
  readonly labelWidth: number;
  readonly width: number;
}

interface Drawn {
  readonly lines: readonly DrawnLine[];
  readonly theme: ChartTheme;
  readonly precision: number;
}

/** Registers the overlay of price lines. */
export function registerPriceLines(): void {
  // A function, because the library copies plain data of an overlay.
  registerOverlay<() => Drawn>({
    name: NAME,
    totalStep: 2,
    lock: true,
    needDefaultPointFigure: false,
    needDefaultXAxisFigure: false,
    needDefaultYAxisFigure: false,
    createPointFigures: ({ coordinates, bounding, overlay }) =>
      overlayFigures(overlay.extendData(), coordinates, bounding.width),
    createYAxisFigures: ({ coordinates, overlay }) => axisTags(overlay.extendData(), coordinates),
  });
}

/** Theme colour of each kind of line. */
const ROLE_COLOR: Readonly<Record<LineRole, 'up' | 'down' | 'accent'>> = {
  buy: 'up',
  takeProfit: 'up',
  sell: 'down',
  stopLoss: 'down',
  pending: 'accent',
  draft: 'accent',
};

/** The price lines of one chart, drawn as a single overlay, so that their tags can avoid each other. */
export class PriceLines {
  readonly #chart: Chart;
  readonly #report: (touch: LineTouch) => void;
  #lines: readonly PriceLine[] = [];
  #drawn: Drawn = { lines: [], theme: EMPTY_THEME, precision: 0 };

  constructor(chart: Chart, report: (touch: LineTouch) => void) {
    this.#chart = chart;
    this.#report = report;
  }

  draw(lines: readonly PriceLine[], theme: ChartTheme): void {
    this.#lines = lines;
    const precision = this.#chart.getSymbol()?.pricePrecision ?? 0;
    const drawn = { lines: lines.map((line) => measured(line, theme)), theme, precision };
    this.#drawn = drawn;
    if (lines.length === 0) {
      this.#chart.removeOverlay({ id: ID });
      return;
    }
    const overlay = {
      name: NAME,
      id: ID,
      zLevel: ABOVE_DRAWINGS,
      points: lines.map(({ price }) => ({ value: price })),
      extendData: () => drawn,
    };
    if (this.#chart.getOverlays({ id: ID }).length > 0) this.#chart.overrideOverlay(overlay);
    else this.#chart.createOverlay(overlay);
  }

  /** The nearest movable tag within reach. */
  gripAt(at: Spot, reach: number): Grip | undefined {
    const heights = this.#lines.map(({ price }) => this.#heightOf(price));
    const starts = tagStarts(this.#drawn.lines.map(({ width }, index) => ({ y: heights[index] ?? 0, width })));
    const found = this.#drawn.lines
      .map(({ line, width }, index) => ({
        line,
        away: offTag(at, { x: starts[index] ?? 0, y: heights[index] ?? 0, width }),
      }))
      .filter(({ line, away }) => line.movable === true && away <= Math.max(0, reach - TAG_HEIGHT / 2))
      .sort((a, b) => a.away - b.away)[0];
    return found === undefined ? undefined : this.#gripOf(found.line, at);
  }

  /** Vertical positions of the lines' prices on the axis. */
  axisHeights(): number[] {
    return standApart(
      this.#lines.filter(isTagged).map(({ price }) => this.#heightOf(price)),
      AXIS_TAG_GAP,
    );
  }

  /** Keeps the offset of the first touch, so that the tag does not jump under the finger. */
  #gripOf({ id, price }: PriceLine, taken: Spot): Grip {
    const offset = this.#heightOf(price) - taken.y;
    let now = price;
    const report = (phase: LineTouch['phase']): void => this.#report({ id, phase, price: now });
    return {
      move: (at) => {
        now = this.#priceAt(at.y + offset) ?? now;
        report('move');
      },
      drop: () => report('drop'),
      cancel: () => report('cancel'),
      tap: () => report('tap'),
    };
  }

  #heightOf(price: number): number {
    const at = this.#chart.convertToPixel({ value: price }, { paneId: CANDLE_PANE });
    return Array.isArray(at) ? 0 : (at.y ?? 0);
  }

  #priceAt(y: number): number | undefined {
    const height = this.#chart.getSize(CANDLE_PANE, 'main')?.height ?? 0;
    const at = this.#chart.convertFromPixel([{ y: Math.min(height, Math.max(0, y)) }], { paneId: CANDLE_PANE });
    return Array.isArray(at) ? at[0]?.value : at.value;
  }
}

const EMPTY_THEME: ChartTheme = {
  ink: '',
  muted: '',
  hairline: '',
  surface: '',
  up: '',
  down: '',
  accent: '',
  series: [],
  fontFamily: '',
};

/** Distance of a position from a tag, in px; 0 on the tag. */
function offTag(at: Spot, tag: { readonly x: number; readonly y: number; readonly width: number }): number {
  const across = Math.max(tag.x - at.x, at.x - (tag.x + tag.width), 0);
  const down = Math.max(Math.abs(at.y - tag.y) - TAG_HEIGHT / 2, 0);
  return Math.hypot(across, down);
}

function measured(line: PriceLine, theme: ChartTheme): DrawnLine {
  const width = (text: string): number =>
    Math.ceil(utils.calcTextWidth(text, TEXT_SIZE, WEIGHT, theme.fontFamily)) + 2 * PADDING;
  const labelWidth = width(line.label) + (line.movable === true ? HANDLE : 0);
  const sign = line.result?.sign ?? 0;
  return {
    line,
    labelWidth,
    color: theme[ROLE_COLOR[line.role]],
    resultColor: sign === 0 ? theme.ink : sign > 0 ? theme.up : theme.down,
    width: labelWidth + (line.result === undefined ? 0 : width(line.result.text)),
  };
}

function overlayFigures({ lines, theme }: Drawn, coordinates: readonly Coordinate[], width: number): OverlayFigure[] {
  const starts = tagStarts(lines.map((drawn, index) => ({ y: coordinates[index]?.y ?? 0, width: drawn.width })));
  const across = lines.map((drawn, index) => lineFigure(drawn, coordinates[index]?.y ?? 0, width));
  // Tags are drawn over all lines.
  return [
    ...across,
    ...lines.flatMap((drawn, index) => tagFigures(drawn, theme, starts[index] ?? 0, coordinates[index]?.y ?? 0)),
  ];
}

function lineFigure({ line, color }: DrawnLine, y: number, width: number): OverlayFigure {
  const solid = line.role === 'buy' || line.role === 'sell';
  return {
    type: 'line',
    ignoreEvent: true,
    attrs: {
      coordinates: [
        { x: 0, y },
        { x: width, y },
      ],
    },
    styles: { style: solid ? 'solid' : 'dashed', dashedValue: [4, 4], size: 1, color },
  };
}

function tagFigures(
  { line, color, resultColor, labelWidth, width }: DrawnLine,
  theme: ChartTheme,
  x: number,
  y: number,
): OverlayFigure[] {
  const top = y - TAG_HEIGHT / 2;
  const text = (words: string, at: number, ink: string): OverlayFigure => ({
    type: 'text',
    ignoreEvent: true,
    attrs: { x: at, y: y + TEXT_DROP, text: words, align: 'left', baseline: 'middle' },
    styles: {
      color: ink,
      size: TEXT_SIZE,
      weight: WEIGHT,
      family: theme.fontFamily,
      backgroundColor: 'transparent',
      borderSize: 0,
      paddingLeft: 0,
      paddingRight: 0,
      paddingTop: 0,
      paddingBottom: 0,
    },
  });
  const handle = line.movable === true ? HANDLE : 0;
  return [
    {
      type: 'rect',
      ignoreEvent: true,
      attrs: { x, y: top, width, height: TAG_HEIGHT },
      styles: { style: 'stroke_fill', color: theme.surface, borderColor: color, borderSize: 1, borderRadius: 4 },
    },
    {
      type: 'rect',
      ignoreEvent: true,
      attrs: { x, y: top, width: labelWidth, height: TAG_HEIGHT },
      styles: { style: 'fill', color, borderRadius: 4 },
    },
    ...(handle === 0
      ? []
      : [0, 1, 2].map((row): OverlayFigure => ({
          type: 'line',
          ignoreEvent: true,
          attrs: {
            coordinates: [
              { x: x + PADDING, y: y - 3 + row * 3 },
              { x: x + PADDING + 7, y: y - 3 + row * 3 },
            ],
          },
          styles: { style: 'solid', size: 1, color: theme.surface },
        }))),
    text(line.label, x + PADDING + handle, theme.surface),
    ...(line.result === undefined ? [] : [text(line.result.text, x + labelWidth + PADDING, resultColor)]),
  ];
}

/**
 * True if the line's price is shown on the axis. Prices of positions are not, because they would hide the last price
 * near them.
 */
function isTagged({ role }: PriceLine): boolean {
  return role !== 'buy' && role !== 'sell';
}

function axisTags({ lines, theme, precision }: Drawn, coordinates: readonly Coordinate[]): OverlayFigure[] {
  const tagged = lines
    .map((drawn, index) => ({ ...drawn, y: coordinates[index]?.y ?? 0 }))
    .filter(({ line }) => isTagged(line));
  const heights = standApart(
    tagged.map(({ y }) => y),
    AXIS_TAG_GAP,
  );
  return tagged.map(({ line, color, y }, index) => ({
    type: 'text',
    ignoreEvent: true,
    attrs: { x: 0, y: heights[index] ?? y, text: line.price.toFixed(precision), align: 'left', baseline: 'middle' },
    styles: {
      color,
      size: TEXT_SIZE,
      weight: WEIGHT,
      family: theme.fontFamily,
      backgroundColor: theme.surface,
      borderColor: color,
      borderSize: 1,
      borderRadius: 3,
      style: 'stroke_fill',
      paddingLeft: PADDING,
      paddingRight: PADDING,
      paddingTop: 2,
      paddingBottom: 2,
    },
  }));
}
