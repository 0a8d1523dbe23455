import type { Chart, Crosshair as LibraryCrosshair, KLineData } from 'klinecharts';
import type { Bar } from './bar.ts';
import type { ChartEvents } from './chart-port.ts';
import type { Spot } from './gestures.ts';
import { CANDLE_PANE } from './kline-view.ts';

/** The library takes nothing at all for "no crosshair", which its types do not say. */
const NONE = null as unknown as LibraryCrosshair;

/** The crosshair, and the news of the bar under it. */
export class Crosshair {
  private readonly chart: Chart;
  private readonly report: ChartEvents['onPoint'];
  private at: Spot | undefined;
  private told: Bar | undefined;

  constructor(chart: Chart, report: ChartEvents['onPoint']) {
    this.chart = chart;
    this.report = report;
  }

  /** Points at a place; undefined, or a place on an axis, takes the crosshair away. */
  point(at: Spot | undefined): void {
    const size = this.chart.getSize(CANDLE_PANE, 'main');
    this.at = at !== undefined && size !== null && at.x >= 0 && at.x <= size.width ? at : undefined;
    this.chart.executeAction('onCrosshairChange', this.at === undefined ? NONE : this.crosshairAt(this.at));
    this.refresh();
  }

  /** Tells of the bar again when it has changed under a crosshair that stays. */
  refresh(): void {
    const index = this.at === undefined ? undefined : this.indexAt(this.at.x);
    const bars = this.chart.getDataList();
    const bar = index === undefined ? undefined : barOf(bars[index]);
    if (same(bar, this.told)) return;
    this.told = bar;
    this.report(bar === undefined || index === undefined ? undefined : { bar, before: barOf(bars[index - 1]) });
  }

  /** Beside the bars the nearest one is meant. */
  private indexAt(x: number): number | undefined {
    const last = this.chart.getDataList().length - 1;
    const found = this.chart.convertFromPixel([{ x }], { paneId: CANDLE_PANE });
    const index = Array.isArray(found) ? found[0]?.dataIndex : found.dataIndex;
    return index === undefined || last < 0 ? undefined : Math.min(last, Math.max(0, index));
  }

  private crosshairAt({ x, y }: Spot): LibraryCrosshair {
    const panes = this.chart.getPaneOptions();
    for (const { id } of Array.isArray(panes) ? panes : []) {
      const size = this.chart.getSize(id, 'main');
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
