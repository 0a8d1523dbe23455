import { formatPrice } from '@fairlot/domain';
import type { Candle, InstrumentId, Period } from '@fairlot/domain';
import type { ListedInstrument, MarketData } from '../../market/port.ts';
import { PreparedJson } from '../../platform/answer.ts';
import { candleText } from '../../platform/wire-market.ts';

/** The newest bars, which is what charts mostly ask for, are kept as text until a bar closes. */
const NEWEST_LIMIT = 1000;
const OPEN_LIST = Buffer.from('[');
const CLOSE_LIST = Buffer.from(']');

interface ClosedBars {
  /** Start of the bar that was forming when these were read. */
  readonly formingTime: number;
  readonly count: number;
  readonly text: Buffer;
}

/** Writes bars as JSON. Closed bars of the newest thousand are written once a bar, the forming one for every answer. */
export class BarTexts {
  private readonly newest = new Map<string, Promise<ClosedBars>>();
  private readonly market: MarketData;

  constructor(market: MarketData) {
    this.market = market;
  }

  /** Up to `limit` bars that start before `before` (default: all), in time order. */
  async read(instrument: ListedInstrument, period: Period, limit: number, before?: number): Promise<PreparedJson> {
    const forming = this.market.forming(instrument.id)?.[period];
    if (before !== undefined || limit !== NEWEST_LIMIT || forming === undefined) {
      const bars = await this.market.candles(instrument.id, period, limit, before);
      return new PreparedJson([OPEN_LIST, closedText(bars, instrument.pricePrecision), CLOSE_LIST]);
    }
    const closed = await this.closedBefore(instrument, period, forming.time);
    const last = (closed.count > 0 ? ',' : '') + candleText(forming, instrument.pricePrecision);
    return new PreparedJson([OPEN_LIST, closed.text, Buffer.from(last), CLOSE_LIST]);
  }

  /** Many ask at the moment when a bar closes; the first one reads and the others wait for it. */
  private async closedBefore(instrument: ListedInstrument, period: Period, formingTime: number): Promise<ClosedBars> {
    const key = `${instrument.id} ${period}`;
    const kept = this.newest.get(key);
    if (kept !== undefined) {
      const closed = await kept;
      if (closed.formingTime === formingTime) return closed;
    }
    // Another caller may have begun to read while this one waited.
    const current = this.newest.get(key);
    if (current !== undefined && current !== kept) return current;
    const reading = this.readClosed(instrument, period, formingTime);
    this.newest.set(key, reading);
    reading.catch(() => this.newest.delete(key));
    return reading;
  }

  private async readClosed(instrument: ListedInstrument, period: Period, formingTime: number): Promise<ClosedBars> {
    const bars = await this.market.candles(instrument.id, period, NEWEST_LIMIT - 1, formingTime);
    return { formingTime, count: bars.length, text: closedText(bars, instrument.pricePrecision) };
  }
}

function closedText(bars: readonly Candle[], precision: number): Buffer {
  return Buffer.from(bars.map((bar) => candleText(bar, precision)).join(','));
}

const SMALL_CHART_BARS = 60;
const SMALL_CHART_LIFE_MS = 1000;

/** The small charts of list rows: closes only, read again after a second at the earliest. */
export class SmallCharts {
  private readonly kept = new Map<string, { readonly at: number; readonly text: Promise<PreparedJson> }>();
  private readonly market: MarketData;

  constructor(market: MarketData) {
    this.market = market;
  }

  read(instrument: ListedInstrument, period: Period, now: number): Promise<PreparedJson> {
    const key = `${instrument.id} ${period}`;
    const kept = this.kept.get(key);
    if (kept !== undefined && Math.abs(now - kept.at) < SMALL_CHART_LIFE_MS) return kept.text;
    const text = this.write(instrument.id, period, instrument.pricePrecision);
    this.kept.set(key, { at: now, text });
    text.catch(() => this.kept.delete(key));
    return text;
  }

  private async write(id: InstrumentId, period: Period, precision: number): Promise<PreparedJson> {
    const bars = await this.market.candles(id, period, SMALL_CHART_BARS);
    return new PreparedJson([
      Buffer.from(
        JSON.stringify(bars.map((bar) => ({ Time: bar.time, Close: formatPrice(bar.bid.close, precision) }))),
      ),
    ]);
  }
}
