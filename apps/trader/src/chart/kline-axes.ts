import { utils } from 'klinecharts';
import type { AxisTick, Chart } from 'klinecharts';
import { PERIOD_MS } from '@fairlot/domain';
import type { Period } from '@fairlot/domain';
import type { ChartWords } from './chart-port.ts';
import { FIGURE_SIZE } from './kline-styles.ts';
import { CANDLE_PANE } from './kline-view.ts';
import { TAG_HEIGHT } from './tags.ts';
import { timeMarks } from './time-marks.ts';
import type { MarkRank } from './time-marks.ts';

/** Room between the words of two marks, in px. */
const GAP = 20;
/** And between words and the chart's edge. */
const EDGE = 4;

/** A figure of the price axis that is nearer than this to a tag would show in part, in px. */
const CLEAR = (TAG_HEIGHT + FIGURE_SIZE) / 2;

/** What the axes need to know of the chart around them. */
export interface AxisScene {
  readonly period: Period | undefined;
  readonly words: ChartWords;
  readonly fontFamily: string;
}

/** Marks the time axis at round moments in the user's words. The library would mark every so many bars, and cut the first mark off. */
export function markTimes(chart: Chart, sceneOf: () => AxisScene): void {
  chart.overrideXAxis({ createTicks: ({ bounding }) => ticksOf(chart, bounding.width, sceneOf()) });
}

function ticksOf(chart: Chart, width: number, { period, words, fontFamily }: AxisScene): AxisTick[] {
  const bars = chart.getDataList();
  if (period === undefined || bars.length === 0) return [];
  const periodMs = PERIOD_MS[period];
  const daily = periodMs >= PERIOD_MS['1day'];
  const textOf = (index: number, rank: MarkRank): string => words.mark(timeOf(index), rank, daily);
  const timeOf = (index: number): number => bars[index]?.timestamp ?? 0;
  const room = (text: string): number => utils.calcTextWidth(text, FIGURE_SIZE, 'normal', fontFamily);
  const { from, to } = chart.getVisibleRange();
  const marks = timeMarks({
    timeOf,
    from,
    to: Math.min(to, bars.length),
    periodMs,
    apart: Math.max(1, Math.ceil((room(textOf(from, 'day')) + GAP) / chart.getBarSpace().bar)),
    // Daily bars begin at midnight UTC; the others are read by the clock of the device.
    offsetAt: (time) => (daily ? 0 : -new Date(time).getTimezoneOffset() * PERIOD_MS['1min']),
  });
  return marks.flatMap(({ index, rank }) => {
    const at = chart.convertToPixel({ dataIndex: index });
    const coord = Array.isArray(at) ? undefined : at.x;
    const text = textOf(index, rank);
    const half = room(text) / 2 + EDGE;
    return coord === undefined || coord < half || coord + half > width ? [] : [{ coord, value: timeOf(index), text }];
  });
}

/** The price axis without the figures that would look out from behind the prices of lines and of the market. */
export class PriceFigures {
  private readonly chart: Chart;
  private readonly tags: () => readonly number[];
  private ticks: readonly AxisTick[] = [];
  private hidden = '';

  /** `tags` gives the heights of the lines' prices on the axis. */
  constructor(chart: Chart, tags: () => readonly number[]) {
    this.chart = chart;
    this.tags = tags;
    chart.overrideYAxis({
      paneId: CANDLE_PANE,
      createTicks: ({ defaultTicks }) => {
        this.ticks = defaultTicks;
        const hidden = this.hiddenNow();
        this.hidden = hidden.join();
        return defaultTicks.map((tick, at) => (hidden.includes(at) ? { ...tick, text: '' } : tick));
      },
    });
  }

  /** Told when a tag has moved. An override is what makes the library write its axis anew. */
  refresh(): void {
    if (this.hiddenNow().join() !== this.hidden) this.chart.overrideYAxis({ paneId: CANDLE_PANE });
  }

  private hiddenNow(): number[] {
    const heights = [...this.tags(), this.lastPrice()];
    return this.ticks.flatMap(({ coord }, at) =>
      heights.some((height) => Math.abs(height - coord) < CLEAR) ? [at] : [],
    );
  }

  /** The height of the market's last price, which has a tag of its own. */
  private lastPrice(): number {
    const at = this.chart.convertToPixel(
      { value: this.chart.getDataList().at(-1)?.close ?? Number.NaN },
      { paneId: CANDLE_PANE },
    );
    return Array.isArray(at) ? Number.NaN : (at.y ?? Number.NaN);
  }
}
