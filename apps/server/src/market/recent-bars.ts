import { type Candle, type InstrumentId, PERIODS, type Period } from '@fairlot/domain';

/** Maximum cached bars per chart: what a chart requests when it opens. */
export const RECENT_LIMIT = 1_000;
/** Maximum cached charts. The least recently used is evicted first. */
const CHARTS_LIMIT = 100;

interface Chart {
  /** Complete bars in time order; undefined while they are being read. */
  bars: Candle[] | undefined;
  /** Bars completed while the others were being read. */
  readonly meanwhile: Candle[];
}

/** An LRU cache of the latest complete bars per chart, so that opening a chart usually costs no query. */
export class RecentBars {
  readonly #charts = new Map<string, Chart>();

  /**
   * The latest complete bars of a chart, at most RECENT_LIMIT: read once with `read`, then updated by `completed`.
   * Callers must not change the returned array.
   */
  async get(
    instrument: InstrumentId,
    period: Period,
    read: () => Promise<readonly Candle[]>,
  ): Promise<readonly Candle[]> {
    const name = nameOf(instrument, period);
    const known = this.#charts.get(name);
    if (known?.bars !== undefined) {
      // Moves the chart to the end. The first one in the map is evicted first.
      this.#charts.delete(name);
      this.#charts.set(name, known);
      return known.bars;
    }
    const chart: Chart = { bars: undefined, meanwhile: [] };
    this.#charts.set(name, chart);
    try {
      const bars = [...(await read())];
      for (const bar of chart.meanwhile) append(bars, bar);
      chart.bars = bars;
      return bars;
    } catch (error) {
      if (this.#charts.get(name) === chart) this.#charts.delete(name);
      throw error;
    } finally {
      this.#evict();
    }
  }

  /** Appends a bar that was just completed. */
  completed(instrument: InstrumentId, period: Period, bar: Candle): void {
    const chart = this.#charts.get(nameOf(instrument, period));
    if (chart === undefined) return;
    // Copies the list, because callers may hold the old one.
    if (chart.bars === undefined) chart.meanwhile.push(bar);
    else append((chart.bars = chart.bars.slice(-RECENT_LIMIT)), bar);
  }

  /** Drops the charts of an instrument whose past has changed. A read in progress keeps its bars to itself. */
  forget(instrument: InstrumentId): void {
    for (const period of PERIODS) this.#charts.delete(nameOf(instrument, period));
  }

  #evict(): void {
    for (const name of this.#charts.keys()) {
      if (this.#charts.size <= CHARTS_LIMIT) return;
      this.#charts.delete(name);
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
