import type { Chart, Crosshair as LibraryCrosshair, KLineData } from 'klinecharts';
import type { Bar } from './bar.ts';
import type { ChartEvents } from './chart-port.ts';
import type { Spot } from './gestures.ts';
import { CANDLE_PANE } from './kline-view.ts';

/** The library accepts null for "no crosshair", which its types omit. */
const NONE = null as unknown as LibraryCrosshair;

/** Moves the crosshair and reports the bar under it. */
export class Crosshair {
  readonly #chart: Chart;
  readonly #report: ChartEvents['onPoint'];
  #at: Spot | undefined;
  #told: Bar | undefined;

  constructor(chart: Chart, report: ChartEvents['onPoint']) {
    this.#chart = chart;
    this.#report = report;
  }

  /** Moves the crosshair to a position; undefined, or a position on an axis, removes it. */
  point(at: Spot | undefined): void {
    const size = this.#chart.getSize(CANDLE_PANE, 'main');
    this.#at = at !== undefined && size !== null && at.x >= 0 && at.x <= size.width ? at : undefined;
    this.#chart.executeAction('onCrosshairChange', this.#at === undefined ? NONE : this.#crosshairAt(this.#at));
    this.refresh();
  }

  /** Reports the bar again if it has changed under a still crosshair. */
  refresh(): void {
    const index = this.#at === undefined ? undefined : this.#indexAt(this.#at.x);
    const bars = this.#chart.getDataList();
    const bar = index === undefined ? undefined : barOf(bars[index]);
    if (same(bar, this.#told)) return;
    this.#told = bar;
    this.#report(bar === undefined || index === undefined ? undefined : { bar, before: barOf(bars[index - 1]) });
  }

  /** Index of the bar at a position; beyond either end the nearest one. */
  #indexAt(x: number): number | undefined {
    const last = this.#chart.getDataList().length - 1;
    const found = this.#chart.convertFromPixel([{ x }], { paneId: CANDLE_PANE });
    const index = Array.isArray(found) ? found[0]?.dataIndex : found.dataIndex;
    return index === undefined || last < 0 ? undefined : Math.min(last, Math.max(0, index));
  }

  #crosshairAt({ x, y }: Spot): LibraryCrosshair {
    const panes = this.#chart.getPaneOptions();
    for (const { id } of Array.isArray(panes) ? panes : []) {
      const size = this.#chart.getSize(id, 'main');
      if (size !== null && y >= size.top && y < size.top + size.height) return { x, y: y - size.top, paneId: id };
    }
    return { x, y, paneId: CANDLE_PANE };
  }
}

function barOf(data: KLineData | undefined): Bar | undefined {
  if (data === undefined) return undefined;
  return {
    time: data.timestamp,
    open: data.open,
    high: data.high,
    low: data.low,
    close: data.close,
    volume: data.volume ?? 0,
  };
}

function same(a: Bar | undefined, b: Bar | undefined): boolean {
  return (
    a === b ||
    (a !== undefined &&
      b !== undefined &&
      a.time === b.time &&
      a.close === b.close &&
      a.high === b.high &&
      a.low === b.low)
  );
}
