import { type Candle, type ChartPeriod, type Ohlc, type Price, barStart, price } from '@fairlot/domain';
import type { MarketData } from '../../src/market/port.ts';
import type { SeenQuote } from './naive-performance.ts';
import { INSTRUMENTS, NO_SPIKES } from './scripted-month.ts';

/** Market data of a script: bars of every period built from the quotes seen so far, and the last quotes. */
export function drawnMarket(
  quotes: readonly SeenQuote[],
  now: () => number,
): Pick<MarketData, 'instrument' | 'quote' | 'candles' | 'now'> {
  return {
    now,
    instrument: (id) => {
      const terms = INSTRUMENTS.get(id);
      if (terms === undefined) return undefined;
      return {
        ...terms,
        feeMode: 'perLot',
        displayCode: terms.code,
        baseCurrency: '',
        categoryId: 1,
        logo: '',
        calendar: '',
        spike: NO_SPIKES,
      };
    },
    quote: (id) => {
      const last = quotes.findLast(({ instrument }) => instrument === id);
      return last && { instrument: id, seq: 1, time: last.time, bid: exact(last.bid), ask: exact(last.ask) };
    },
    candles: (id, period, limit, before = Number.POSITIVE_INFINITY) =>
      Promise.resolve(
        barsOf(
          quotes.filter(({ instrument }) => instrument === id),
          period,
        )
          .filter(({ time }) => time < before)
          .slice(-limit),
      ),
  };
}

function barsOf(quotes: readonly SeenQuote[], period: ChartPeriod): Candle[] {
  const bars = new Map<number, Candle>();
  for (const { time, bid, ask } of quotes) {
    bars.set(barStart(period, time), {
      time: barStart(period, time),
      bid: flat(exact(bid)),
      ask: flat(exact(ask)),
      volume: 1,
    });
  }
  return [...bars.values()];
}

function flat(value: Price): Ohlc {
  return { open: value, high: value, low: value, close: value };
}

function exact(seen: number): Price {
  return price(seen.toFixed(6));
}
