import { type Candle, type ChartPeriod, type PriceTerms, formatPrice } from '@fairlot/domain';
import { PreparedJson } from '../../http/answer.ts';
import type { ListedInstrument, MarketData } from '../../market/port.ts';
import type { ReadQueue } from '../../platform/read-queue.ts';
import { candleText } from '../../market/presenter.ts';

/** The number of newest bars that charts usually request. Their text is cached until a bar closes. */
const NEWEST_LIMIT = 1000;
const OPEN_LIST = Buffer.from('[');
const CLOSE_LIST = Buffer.from(']');

export interface BarsWanted {
  readonly period: ChartPeriod;
  readonly limit: number;
  readonly before?: number | undefined;
}

interface ClosedBars {
  /** Start of the bar that was forming when the closed ones were read. */
  readonly formingTime: number;
  /** The version of the past that was read. */
  readonly version: number;
  readonly count: number;
  readonly text: Buffer;
}

/**
 * Serializes bars as JSON. The newest thousand closed bars are serialized once per bar period, the forming bar for each
 * answer.
 */
export class BarTexts {
  readonly #newest = new Map<string, Promise<ClosedBars>>();
  readonly #market: MarketData;
  readonly #history: ReadQueue;

  constructor(market: MarketData, history: ReadQueue) {
    this.#market = market;
    this.#history = history;
  }

  /** Up to `limit` bars that start before `before` (default: all), in time order. `network`: the caller's. */
  async read(
    instrument: ListedInstrument,
    { period, limit, before }: BarsWanted,
    network: string,
  ): Promise<PreparedJson> {
    const forming = this.#market.forming(instrument.id)?.[period];
    if (before !== undefined || limit !== NEWEST_LIMIT || forming === undefined) {
      const bars = await this.#history.run(network, () => this.#market.candles(instrument.id, period, limit, before));
      return new PreparedJson([OPEN_LIST, closedText(bars, instrument), CLOSE_LIST]);
    }
    const closed = await this.#closedBefore(instrument, period, forming.time);
    const last = (closed.count > 0 ? ',' : '') + candleText(forming, instrument);
    return new PreparedJson([OPEN_LIST, closed.text, Buffer.from(last), CLOSE_LIST]);
  }

  /** Many requests arrive when a bar closes: the first one reads and the others share its promise. */
  async #closedBefore(instrument: ListedInstrument, period: ChartPeriod, formingTime: number): Promise<ClosedBars> {
    const key = `${instrument.id} ${period}`;
    const cached = this.#newest.get(key);
    const version = this.#market.pastVersion(instrument.id);
    if (cached !== undefined) {
      const closed = await cached;
      if (closed.formingTime === formingTime && closed.version === version) return closed;
    }
    // Another caller may have started the read in the meantime.
    const current = this.#newest.get(key);
    if (current !== undefined && current !== cached) return current;
    const reading = this.#readClosed(instrument, period, formingTime);
    this.#newest.set(key, reading);
    reading.catch(() => this.#newest.delete(key));
    return reading;
  }

  async #readClosed(instrument: ListedInstrument, period: ChartPeriod, formingTime: number): Promise<ClosedBars> {
    const version = this.#market.pastVersion(instrument.id);
    const bars = await this.#history.run(chartName(instrument, period), () =>
      this.#market.candles(instrument.id, period, NEWEST_LIMIT - 1, formingTime),
    );
    return { formingTime, version, count: bars.length, text: closedText(bars, instrument) };
  }
}

function closedText(bars: readonly Candle[], terms: PriceTerms): Buffer {
  return Buffer.from(bars.map((bar) => candleText(bar, terms)).join(','));
}

/** The caller of reads that many share. */
function chartName({ id }: ListedInstrument, period: ChartPeriod): string {
  return `chart ${id} ${period}`;
}

const SMALL_CHART_BARS = 60;
const SMALL_CHART_LIFE_MS = 1000;

/** The small charts of list rows: closing prices only, cached for a second. */
export class SmallCharts {
  readonly #cached = new Map<string, { readonly at: number; readonly text: Promise<PreparedJson> }>();
  readonly #market: MarketData;
  readonly #history: ReadQueue;

  constructor(market: MarketData, history: ReadQueue) {
    this.#market = market;
    this.#history = history;
  }

  read(instrument: ListedInstrument, period: ChartPeriod, now: number): Promise<PreparedJson> {
    const key = `${instrument.id} ${period}`;
    const cached = this.#cached.get(key);
    if (cached !== undefined && Math.abs(now - cached.at) < SMALL_CHART_LIFE_MS) return cached.text;
    const text = this.#write(instrument, period);
    this.#cached.set(key, { at: now, text });
    text.catch(() => this.#cached.delete(key));
    return text;
  }

  async #write(instrument: ListedInstrument, period: ChartPeriod): Promise<PreparedJson> {
    const bars = await this.#history.run(chartName(instrument, period), () =>
      this.#market.candles(instrument.id, period, SMALL_CHART_BARS),
    );
    return new PreparedJson([
      Buffer.from(
        JSON.stringify(bars.map((bar) => ({ Time: bar.time, Close: formatPrice(bar.bid.close, instrument) }))),
      ),
    ]);
  }
}
