import type { Chart } from 'klinecharts';

/** The library's name of the candle pane. */
export const CANDLE_PANE = 'candle_pane';

/** Width of one bar including its gap, in px. */
export const BAR_SPACE = { least: 2, first: 8, most: 40 } as const;

/** Duration of the scroll to the newest bar. */
const RETURN_MS = 200;

/** The visible part of the series: width per bar in px, and the bar at the right edge, counted in bars from the end. */
export interface View {
  readonly space: number;
  readonly right: number;
}

/**
 * Reads and sets the view of a chart as a whole. The library zooms in relative steps, so a pinch that returns to its
 * start would drift. Positions are counted in bars from the end, because older pages shift every index.
 */
export class ChartView {
  readonly #chart: Chart;
  readonly #host: Pick<HTMLElement, 'clientWidth'>;
  #returning: ReturnType<typeof setTimeout> | undefined;
  /** The view when the chart was hidden. */
  #left: View | undefined;

  constructor(chart: Chart, host: Pick<HTMLElement, 'clientWidth'>) {
    this.#chart = chart;
    this.#host = host;
  }

  /** Width of the candle area in px. */
  get width(): number {
    return this.#chart.getSize(CANDLE_PANE, 'main')?.width ?? 0;
  }

  read(): View {
    return { space: this.#chart.getBarSpace().bar, right: this.fromEnd(this.width) };
  }

  /** Sets a view. Beyond the ends of the series the library applies its own limits. */
  set({ space, right }: View): void {
    this.place(right, this.width, space);
  }

  /** Number of bars between a position and the end; negative to the right of the newest bar. */
  fromEnd(x: number): number {
    const { bar } = this.#chart.getBarSpace();
    return (this.#endAt() - x) / bar;
  }

  /** Moves the position `fromEnd` bars before the end to `x`, at a width of `space` per bar. */
  place(fromEnd: number, x: number, space: number): void {
    this.#chart.setBarSpace(Math.min(BAR_SPACE.most, Math.max(BAR_SPACE.least, space)));
    this.scroll(x - (this.#endAt() - fromEnd * this.#chart.getBarSpace().bar));
  }

  /** Starts a pinch at a position. The bar between the fingers stays between them. */
  pinch(middle: number): (ratio: number, middle: { readonly x: number }) => void {
    const { space } = this.read();
    const held = this.fromEnd(middle);
    return (ratio, { x }) => this.place(held, x, space * ratio);
  }

  /** Keeps the view of a chart that is being hidden. */
  leave(): void {
    this.#left ??= this.read();
  }

  /**
   * Restores the view, which the library loses while the hidden chart has no size. Waits if the element has no size yet.
   */
  restore(): void {
    const left = this.#left;
    if (left === undefined || this.#host.clientWidth === 0) return;
    this.#left = undefined;
    this.#chart.resize();
    // `resize` measures only after the current task.
    queueMicrotask(() => {
      if (this.#chart.getDataList().length > 0) this.set(left);
    });
  }

  /** Scrolls by a distance in px; a positive one shows older bars. */
  scroll(distance: number): void {
    if (distance !== 0) this.#chart.scrollByDistance(distance);
  }

  /** Scrolls to the newest bar and calls back when scrolling has ended. */
  toNow(animated: boolean, rested: () => void): void {
    this.#chart.scrollToRealTime(animated ? RETURN_MS : 0);
    clearTimeout(this.#returning);
    this.#returning = setTimeout(rested, RETURN_MS * 2);
  }

  /** Cancels the pending callback: the disposed chart must not be read. */
  dispose(): void {
    clearTimeout(this.#returning);
  }

  /** Right edge of the newest bar, in px. */
  #endAt(): number {
    const at = this.#chart.convertToPixel({ dataIndex: this.#chart.getDataList().length - 1 });
    return (Array.isArray(at) ? 0 : (at.x ?? 0)) + this.#chart.getBarSpace().bar / 2;
  }
}
