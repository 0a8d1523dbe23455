import { decimalOf, listOf, recordOf, textOf, timeOf, type Json } from '../connection/json.ts';
import type { RestClient } from '../connection/rest.ts';
import type { SourceBar, SourceHistory, SourceOhlc } from '../source.ts';

/** The source allows 5,000; a smaller page is parsed in a few milliseconds, so trading does not wait for it. */
const PAGE = 1_000;
const MINUTE_MS = 60_000;

/** Candles of one minute, bid and ask, of the prices that the source made. */
export function oandaHistory(rest: RestClient, restUrl: string): SourceHistory {
  return {
    basis: 'bidAsk',
    async *minutes(symbol, from, to, signal) {
      // `from` with `count` skips the hours without prices; `from` with `to` would fetch them as empty pages.
      for (let next = Math.ceil(from / MINUTE_MS) * MINUTE_MS; next < to;) {
        const answer = recordOf(await rest.get(candlesUrl(restUrl, symbol, next), signal));
        const candles = listOf(answer?.['candles']);
        let last = next - MINUTE_MS;
        for (const candle of candles) {
          const bar = barOf(candle);
          if (bar === undefined || bar.time <= last) continue;
          last = bar.time;
          if (bar.time >= to) return;
          yield bar;
        }
        if (candles.length < PAGE || last < next) return;
        next = last + MINUTE_MS;
      }
    },
  };
}

function candlesUrl(restUrl: string, symbol: string, from: number): string {
  const query = new URLSearchParams({
    price: 'BA',
    granularity: 'M1',
    count: String(PAGE),
    from: new Date(from).toISOString(),
  });
  return `${restUrl}/v3/instruments/${encodeURIComponent(symbol)}/candles?${query.toString()}`;
}

/** Undefined for a candle that is not complete or not readable. */
function barOf(json: Json): SourceBar | undefined {
  const candle = recordOf(json);
  const time = timeOf(candle?.['time']);
  const bid = ohlcOf(candle?.['bid']);
  const ask = ohlcOf(candle?.['ask']);
  const count = Number(textOf(candle?.['volume']) ?? '0');
  if (candle?.['complete'] !== true || time === undefined || bid === undefined || ask === undefined) return undefined;
  return { time, bid, ask, count: Number.isSafeInteger(count) ? count : 0 };
}

function ohlcOf(json: Json | undefined): SourceOhlc | undefined {
  const data = recordOf(json);
  const open = decimalOf(data?.['o']);
  const high = decimalOf(data?.['h']);
  const low = decimalOf(data?.['l']);
  const close = decimalOf(data?.['c']);
  return open === undefined || high === undefined || low === undefined || close === undefined
    ? undefined
    : { open, high, low, close };
}
