import type { Candle, InstrumentId, Period } from '@fairlot/domain';

/** Bars kept of one chart: what a chart asks for when it opens. */
export const RECENT_LIMIT = 1_000;
/** Charts kept; the one that was asked for longest ago goes first. */
const CHARTS_LIMIT = 100;

interface Chart {
  /** Complete bars in time order; undefined while they are being read. */
  bars: Candle[] | undefined;
  /** Bars that were completed while the others were being read. */
  readonly meanwhile: Candle[];
}

/** The latest complete bars of the charts that people look at, so that opening one costs no query. */
export class RecentBars {
  private readonly charts = new Map<string, Chart>();

  /**
   * The latest complete bars of a chart, at most RECENT_LIMIT, read once with `read` and kept up by `completed` from then on.
   * The answer must not be changed.
   */
  async get(
    instrument: InstrumentId,
    period: Period,
    read: () => Promise<readonly Candle[]>,
  ): Promise<readonly Candle[]> {
    const name = nameOf(instrument, period);
    const known = this.charts.get(name);
    if (known?.bars !== undefined) {
      // Moved to the end: the first in the map is the one to go.
      this.charts.delete(name);
      this.charts.set(name, known);
      return known.bars;
    }
    const chart: Chart = { bars: undefined, meanwhile: [] };
    this.charts.set(name, chart);
    try {
      const bars = [...(await read())];
      for (const bar of chart.meanwhile) append(bars, bar);
      chart.bars = bars;
      return bars;
    } catch (error) {
      if (this.charts.get(name) === chart) this.charts.delete(name);
      throw error;
    } finally {
      this.evict();
    }
  }

  /** Takes a bar that has just been completed. */
  completed(instrument: InstrumentId, period: Period, bar: Candle): void {
    const chart = this.charts.get(nameOf(instrument, period));
    if (chart === undefined) return;
    // A list that was handed out stays as it was.
    if (chart.bars === undefined) chart.meanwhile.push(bar);
    else append((chart.bars = chart.bars.slice(-RECENT_LIMIT)), bar);
  }

  private evict(): void {
    for (const name of this.charts.keys()) {
      if (this.charts.size <= CHARTS_LIMIT) return;
      this.charts.delete(name);
    }
  }
}

function append(bars: Candle[], bar: Candle): void {
  while ((bars.at(-1)?.time ?? -1) >= bar.time) bars.pop();
  bars.push(bar);
  if (bars.length > RECENT_LIMIT) bars.shift();
}

function nameOf(instrument: InstrumentId, period: Period): string {
  return `${instrument} ${period}`;
}
