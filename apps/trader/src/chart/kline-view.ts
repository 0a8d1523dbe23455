import type { Chart } from 'klinecharts';

/** The library's own name of the pane with the candles. */
export const CANDLE_PANE = 'candle_pane';

/** Narrowest and widest room of one bar, in px. */
export const BAR_SPACE = { least: 2, first: 8, most: 40 } as const;

/** How long the way back to the newest bar takes to look at. */
const RETURN_MS = 200;

/** Which part of the series is in view: room per bar in px, and what stands at the right edge, in bars before the end. */
export interface View {
  readonly space: number;
  readonly right: number;
}

/**
 * Reads and sets the view of a chart as a whole, so that two fingers that come back to where they began leave the view
 * as it was: the library itself zooms in steps, each from the one before, and drifts.
 * Positions are counted in bars from the end, since older pages shift every index.
 */
export class ChartView {
  private readonly chart: Chart;
  private returning: ReturnType<typeof setTimeout> | undefined;

  constructor(chart: Chart) {
    this.chart = chart;
  }

  /** Width of the candles' area in px. */
  get width(): number {
    return this.chart.getSize(CANDLE_PANE, 'main')?.width ?? 0;
  }

  read(): View {
    return { space: this.chart.getBarSpace().bar, right: this.fromEnd(this.width) };
  }

  /** Sets a view. Beyond the series' ends the library keeps its own bounds. */
  set({ space, right }: View): void {
    this.place(right, this.width, space);
  }

  /** How many bars before the end a place on the screen stands; negative in the room after the newest bar. */
  fromEnd(x: number): number {
    const { bar } = this.chart.getBarSpace();
    return (this.endAt() - x) / bar;
  }

  /** Puts the place that is `fromEnd` bars before the end at `x`, with room `space` for each bar. */
  place(fromEnd: number, x: number, space: number): void {
    this.chart.setBarSpace(Math.min(BAR_SPACE.most, Math.max(BAR_SPACE.least, space)));
    this.scroll(x - (this.endAt() - fromEnd * this.chart.getBarSpace().bar));
  }

  /** Moves the picture by a distance in px; a positive one shows older bars. */
  scroll(distance: number): void {
    if (distance !== 0) this.chart.scrollByDistance(distance);
  }

  /** Brings the newest bar back into view, and calls back when the picture has come to rest. */
  toNow(animated: boolean, rested: () => void): void {
    this.chart.scrollToRealTime(animated ? RETURN_MS : 0);
    clearTimeout(this.returning);
    this.returning = setTimeout(rested, RETURN_MS * 2);
  }

  /** Nobody may ask the chart any more. */
  dispose(): void {
    clearTimeout(this.returning);
  }

  /** Where the newest bar ends, in px. */
  private endAt(): number {
    const at = this.chart.convertToPixel({ dataIndex: this.chart.getDataList().length - 1 });
    return (Array.isArray(at) ? 0 : (at.x ?? 0)) + this.chart.getBarSpace().bar / 2;
  }
}
