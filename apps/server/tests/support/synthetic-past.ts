import { type Candle, MINUTE_MS, PERIOD_MS, type Period, type Price, asPrice, barStart, rollUp } from '@fairlot/domain';
import type { BarBasis, BarsAsked, SourceBar, SourceHistory } from '../../src/market/feeds/live/source.ts';

/** The price at a minute, in hundredths: any minute has another one. */
const cents = (minute: number): number => 6_000_000 + ((minute * 7_919) % 100_000);
const text = (value: number): string => `${Math.floor(value / 100)}.${String(value % 100).padStart(2, '0')}`;

/** The past of a market whose price is a function of the minute, so that every bar of it is known. */
export function syntheticBar(period: Period, time: number): SourceBar {
  const first = time / MINUTE_MS;
  const count = PERIOD_MS[period] / MINUTE_MS;
  let [low, high] = [Number.MAX_SAFE_INTEGER, 0];
  for (let minute = first; minute < first + count; minute += 1) {
    low = Math.min(low, cents(minute) - 5, cents(minute + 1) - 5);
    high = Math.max(high, cents(minute) + 5, cents(minute + 1) + 5);
  }
  const prices = { open: text(cents(first)), high: text(high), low: text(low), close: text(cents(first + count)) };
  return { time, bid: prices, ask: prices, count: 3 * count };
}

/** The same past as candles with `from` ≤ time < `to`; the last one is not complete when `to` is inside of it. */
export function syntheticCandles(period: Period, from: number, to: number): Candle[] {
  const candles: Candle[] = [];
  const step = PERIOD_MS[period];
  for (let time = from; time + step <= to; time += step) candles.push(toCandle(syntheticBar(period, time)));
  const minutes: Candle[] = [];
  for (let time = barStart(period, to); time < to; time += MINUTE_MS)
    minutes.push(toCandle(syntheticBar('1min', time)));
  return [...candles, ...rollUp(period, minutes)];
}

const read = (price: string): Price => asPrice(BigInt(price.replace('.', '')) * 1_000_000n);

function toCandle({ time, bid, count }: SourceBar): Candle {
  const prices = { open: read(bid.open), high: read(bid.high), low: read(bid.low), close: read(bid.close) };
  return { time, bid: prices, ask: prices, volume: count, basis: 'trades' };
}

/** A source with that past. `asked` gets every request; `until` is awaited after every thousand bars. */
export function syntheticHistory(
  asked: BarsAsked[],
  until: (signal: AbortSignal) => Promise<void> = () => Promise.resolve(),
  basis: BarBasis = 'trades',
): SourceHistory {
  return {
    basis,
    async *bars(request, signal) {
      asked.push(request);
      const step = PERIOD_MS[request.period];
      let count = 0;
      for (let time = Math.ceil(request.from / step) * step; time < request.to; time += step) {
        if ((count += 1) % 1_000 === 0) await until(signal);
        yield syntheticBar(request.period, time);
      }
    },
  };
}
