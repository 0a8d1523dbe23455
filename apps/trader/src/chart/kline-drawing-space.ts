import type { ChartPeriod } from '@fairlot/domain';
import { PERIOD_MS } from '@fairlot/domain';
import type { Chart } from 'klinecharts';
import { magnetic } from './drawing-magnet.ts';
import type { Area } from './drawing-shape.ts';
import { indexOfTime, timeAtIndex } from './drawing-time.ts';
import type { TimeAxis } from './drawing-time.ts';
import type { DrawingPoint, DrawingTool } from './drawings.ts';
import type { Spot } from './gestures.ts';
import { CANDLE_PANE } from './kline-view.ts';

/**
 * Converts between positions on a chart and points of drawings. Points stand on whole bars, except those of a brush,
 * whose stroke would otherwise have steps.
 */
export class DrawingSpace {
  readonly #chart: Chart;
  readonly #period: () => ChartPeriod | undefined;

  constructor(chart: Chart, period: () => ChartPeriod | undefined) {
    this.#chart = chart;
    this.#period = period;
  }

  area(): Area {
    const size = this.#chart.getSize(CANDLE_PANE, 'main');
    return { width: size?.width ?? 0, height: size?.height ?? 0 };
  }

  /** Decimals of the instrument's prices. */
  get precision(): number {
    return this.#chart.getSymbol()?.pricePrecision ?? 0;
  }

  spotsOf(tool: DrawingTool, points: readonly DrawingPoint[]): Spot[] {
    return points.map(({ time, price }) => {
      const index = this.indexOf(time);
      const at = this.#chart.convertToPixel(
        { dataIndex: tool === 'brush' ? index : Math.floor(index), value: price },
        { paneId: CANDLE_PANE },
      );
      return Array.isArray(at) ? { x: 0, y: 0 } : { x: at.x ?? 0, y: at.y ?? 0 };
    });
  }

  /** The point at a position; with the magnet, at a price of its bar if one is near. */
  pointAt(tool: DrawingTool, { x, y }: Spot, magnet: boolean): DrawingPoint {
    const exact = this.#indexAt(x);
    const index = tool === 'brush' ? exact : Math.round(exact);
    const pulled = magnet && tool !== 'brush' && tool !== 'text' ? this.#pulled(index, y) : undefined;
    return { time: timeAtIndex(this.#axis(), index), price: pulled ?? this.#priceAt(y) };
  }

  /** Place of a time, counted in bars from the first loaded one. */
  indexOf(time: number): number {
    return indexOfTime(this.#axis(), time);
  }

  #axis(): TimeAxis {
    return { bars: this.#chart.getDataList(), periodMs: PERIOD_MS[this.#period() ?? '1min'] };
  }

  #indexAt(x: number): number {
    const first = this.#chart.convertToPixel({ dataIndex: 0 }, { paneId: CANDLE_PANE });
    return (x - (Array.isArray(first) ? 0 : (first.x ?? 0))) / this.#chart.getBarSpace().bar;
  }

  /** The price at a height, rounded to the instrument's decimals. */
  #priceAt(y: number): number {
    const found = this.#chart.convertFromPixel([{ y }], { paneId: CANDLE_PANE });
    const price = (Array.isArray(found) ? found[0]?.value : found.value) ?? 0;
    return Number(price.toFixed(this.precision));
  }

  #pulled(index: number, y: number): number | undefined {
    const bar = this.#chart.getDataList()[index];
    if (bar === undefined) return undefined;
    const pulls = [bar.open, bar.high, bar.low, bar.close].map((price) => {
      const at = this.#chart.convertToPixel({ value: price }, { paneId: CANDLE_PANE });
      return { price, y: Array.isArray(at) ? Number.NaN : (at.y ?? Number.NaN) };
    });
    return magnetic(pulls, y);
  }
}
