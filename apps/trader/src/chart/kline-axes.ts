import { utils } from 'klinecharts';
import type { AxisTick, Chart } from 'klinecharts';
import { PERIOD_MS } from '@fairlot/domain';
import type { ChartPeriod } from '@fairlot/domain';
import type { ChartWords } from './chart-port.ts';
import { FIGURE_SIZE } from './kline-styles.ts';
import { CANDLE_PANE } from './kline-view.ts';
import { TAG_HEIGHT } from './tags.ts';
import { timeMarks } from './time-marks.ts';
import type { MarkRank } from './time-marks.ts';

/** Least gap between two labels, in px. */
const GAP = 20;
/** Least gap between a label and the chart's edge, in px. */
const EDGE = 4;

/** A label of the price axis nearer than this to a tag would be partly covered, in px. */
const TAG_CLEARANCE = (TAG_HEIGHT + FIGURE_SIZE) / 2;

/** State of the chart that the axes depend on. */
export interface AxisContext {
  readonly period: ChartPeriod | undefined;
  readonly words: ChartWords;
  readonly fontFamily: string;
}

/**
 * Labels the time axis at round times in the user's language. The library would label every n-th bar and cut off the
 * first label.
 */
export function markTimes(chart: Chart, contextOf: () => AxisContext): void {
  chart.overrideXAxis({ createTicks: ({ bounding }) => ticksOf(chart, bounding.width, contextOf()) });
}

function ticksOf(chart: Chart, width: number, { period, words, fontFamily }: AxisContext): AxisTick[] {
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
    // Daily bars start at midnight UTC; the others are shown in the device's time zone.
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

/** Hides labels of the price axis that the tags of lines and of the last price would partly cover. */
export class PriceFigures {
  readonly #chart: Chart;
  readonly #tags: () => readonly number[];
  #ticks: readonly AxisTick[] = [];
  #hidden = '';

  /** `tags` returns the vertical positions of the lines' tags. */
  constructor(chart: Chart, tags: () => readonly number[]) {
    this.#chart = chart;
    this.#tags = tags;
    this.attach();
  }

  /** Sets the labels on the axis; again when the library has replaced it. */
  attach(): void {
    this.#chart.overrideYAxis({
      paneId: CANDLE_PANE,
      createTicks: ({ defaultTicks }) => {
        this.#ticks = defaultTicks;
        const hidden = this.#hiddenNow();
        this.#hidden = hidden.join();
        return defaultTicks.map((tick, at) => (hidden.includes(at) ? { ...tick, text: '' } : tick));
      },
    });
  }

  /** Call after a tag has moved. An empty override makes the library rebuild the axis. */
  refresh(): void {
    if (this.#hiddenNow().join() !== this.#hidden) this.#chart.overrideYAxis({ paneId: CANDLE_PANE });
  }

  #hiddenNow(): number[] {
    const heights = [...this.#tags(), this.#lastPrice()];
    return this.#ticks.flatMap(({ coord }, at) =>
      heights.some((height) => Math.abs(height - coord) < TAG_CLEARANCE) ? [at] : [],
    );
  }

  /** Vertical position of the last price's tag. */
  #lastPrice(): number {
    const at = this.#chart.convertToPixel(
      { value: this.#chart.getDataList().at(-1)?.close ?? Number.NaN },
      { paneId: CANDLE_PANE },
    );
    return Array.isArray(at) ? Number.NaN : (at.y ?? Number.NaN);
  }
}
