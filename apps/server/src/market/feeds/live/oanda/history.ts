import { type Period, PERIOD_MS } from '@fairlot/domain';
import { barsOfPage } from '../connection/bar-page.ts';
import { decimalOf, listOf, recordOf, textOf, timeOf, type Json } from '../connection/json.ts';
import type { RestClient } from '../connection/rest.ts';
import type { BarsAsked, SourceBar, SourceHistory, SourceOhlc } from '../source.ts';

/** The source allows 5,000; a smaller page is parsed in a few milliseconds, so trading does not wait for it. */
const PAGE = 1_000;
const GRANULARITIES: Readonly<Record<Period, string>> = {
  '1min': 'M1',
  '5min': 'M5',
  '15min': 'M15',
  '30min': 'M30',
  '60min': 'H1',
  '1day': 'D',
};

/** Candles, bid and ask, of the prices that the source made. */
export function oandaHistory(rest: RestClient, restUrl: string): SourceHistory {
  return {
    basis: 'bidAsk',
    async *bars(asked, signal) {
      const step = PERIOD_MS[asked.period];
      // `from` with `count` skips the hours without prices; `from` with `to` would fetch them as empty pages.
      for (let next = Math.ceil(asked.from / step) * step; next < asked.to;) {
        const answer = recordOf(await rest.get(candlesUrl(restUrl, asked, next), signal));
        const candles = answer?.['candles'];
        const bars = barsOfPage(candles, barOf, { ...asked, from: next, to: Number.MAX_SAFE_INTEGER });
        yield* bars.filter(({ time }) => time < asked.to);
        const last = bars.at(-1);
        if (last === undefined || listOf(candles).length < PAGE) return;
        next = last.time + step;
      }
    },
  };
}

function candlesUrl(restUrl: string, { symbol, period }: BarsAsked, from: number): string {
  const query = new URLSearchParams({
    price: 'BA',
    granularity: GRANULARITIES[period],
    count: String(PAGE),
    from: new Date(from).toISOString(),
    // Days begin at 17:00 in New York unless told otherwise.
    ...(period === '1day' && { dailyAlignment: '0', alignmentTimezone: 'UTC' }),
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
