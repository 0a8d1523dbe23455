import { registerOverlay } from 'klinecharts';
import type { Chart } from 'klinecharts';
import type { ChartTheme, LineTouch, PriceLine } from './chart-port.ts';
import type { Grip, Spot } from './gestures.ts';
import { AXIS_TAG_GAP, axisTags, isTagged, measured, overlayFigures } from './kline-line-figures.ts';
import type { Drawn } from './kline-line-figures.ts';
import { CANDLE_PANE } from './kline-view.ts';
import { TAG_HEIGHT, standApart, tagHeight, tagStarts } from './tags.ts';

const NAME = 'fairlot-price-lines';
const ID = 'price-lines';
const ABOVE_DRAWINGS = 10;
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

/** The price lines of one chart, drawn as a single overlay, so that their tags can avoid each other. */
export class PriceLines {
  readonly #chart: Chart;
  readonly #report: (touch: LineTouch) => void;
  #lines: readonly PriceLine[] = [];
  #drawn: Drawn;

  constructor(chart: Chart, theme: ChartTheme, report: (touch: LineTouch) => void) {
    this.#chart = chart;
    this.#drawn = { lines: [], theme, precision: 0, legends: 0 };
    this.#report = report;
  }

  draw(lines: readonly PriceLine[], theme: ChartTheme): void {
    this.#lines = lines;
    const precision = this.#chart.getSymbol()?.pricePrecision ?? 0;
    const { legends } = this.#drawn;
    const drawn = { lines: lines.map((line) => measured(line, theme)), theme, precision, legends };
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

  /** Keeps the tags below legends of this height, in px. */
  clearOf(legends: number): void {
    if (legends === this.#drawn.legends) return;
    this.#drawn = { ...this.#drawn, legends };
    this.draw(this.#lines, this.#drawn.theme);
  }

  /** The nearest movable tag within reach. */
  gripAt(at: Spot, reach: number): Grip | undefined {
    const heights = this.#lines.map(({ price }) => tagHeight(this.#heightOf(price), this.#drawn.legends));
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

/** Distance of a position from a tag, in px; 0 on the tag. */
function offTag(at: Spot, tag: { readonly x: number; readonly y: number; readonly width: number }): number {
  const across = Math.max(tag.x - at.x, at.x - (tag.x + tag.width), 0);
  const down = Math.max(Math.abs(at.y - tag.y) - TAG_HEIGHT / 2, 0);
  return Math.hypot(across, down);
}
