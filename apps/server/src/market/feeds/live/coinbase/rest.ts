import { type Period, PERIOD_MS } from '@fairlot/domain';
import { barsOfPage } from '../connection/bar-page.ts';
import { decimalOf, listOf, recordOf, textOf, type Json } from '../connection/json.ts';
import type { FindKnown } from '../connection/known-symbols.ts';
import type { RestClient } from '../connection/rest.ts';
import type { BarsAsked, SourceBar, SourceHistory } from '../source.ts';

/** Bars of a page. */
const PAGE = 350;
const GRANULARITIES: Readonly<Record<Period, string>> = {
  '1min': 'ONE_MINUTE',
  '5min': 'FIVE_MINUTE',
  '15min': 'FIFTEEN_MINUTE',
  '30min': 'THIRTY_MINUTE',
  '60min': 'ONE_HOUR',
  '1day': 'ONE_DAY',
};

/** The products that the exchange has. The answer leaves out the others. */
export function findKnown(rest: RestClient, restUrl: string): FindKnown {
  return async (symbols, signal) => {
    const query = new URLSearchParams(symbols.map((symbol): [string, string] => ['product_ids', symbol]));
    const answer = recordOf(await rest.get(`${restUrl}/api/v3/brokerage/market/products?${query.toString()}`, signal));
    const names = new Set(listOf(answer?.['products']).map((product) => textOf(recordOf(product)?.['product_id'])));
    return new Set(symbols.filter((symbol) => names.has(symbol)));
  };
}

/** Bars built from trades: pages of 350, which the source sends from the newest to the oldest. */
export function coinbaseHistory(rest: RestClient, restUrl: string, now: () => number): SourceHistory {
  return {
    basis: 'trades',
    async *bars(asked, signal) {
      const step = PERIOD_MS[asked.period];
      for (let start = asked.from; start < asked.to; start += PAGE * step) {
        const end = Math.min(asked.to, start + PAGE * step);
        const answer = recordOf(await rest.get(candlesUrl(restUrl, { ...asked, from: start, to: end }), signal));
        const page = { ...asked, from: start, to: end };
        for (const bar of barsOfPage(answer?.['candles'], (entry) => barOf(recordOf(entry) ?? {}), page))
          // The last bar may still be forming.
          if (bar.time + step <= now()) yield bar;
      }
    },
  };
}

/** Both limits are inclusive, in seconds. */
function candlesUrl(restUrl: string, { symbol, period, from, to }: BarsAsked): string {
  const query = new URLSearchParams({
    start: String(Math.floor(from / 1000)),
    end: String(Math.floor((to - 1) / 1000)),
    granularity: GRANULARITIES[period],
    limit: String(PAGE),
  });
  return `${restUrl}/api/v3/brokerage/market/products/${encodeURIComponent(symbol)}/candles?${query.toString()}`;
}

/** The source tells no number of trades. */
function barOf(candle: Readonly<Record<string, Json>>): SourceBar | undefined {
  const time = Number(textOf(candle['start']) ?? 'none') * 1000;
  const open = decimalOf(candle['open']);
  const high = decimalOf(candle['high']);
  const low = decimalOf(candle['low']);
  const close = decimalOf(candle['close']);
  if (open === undefined || high === undefined || low === undefined || close === undefined) return undefined;
  if (!Number.isSafeInteger(time)) return undefined;
  const prices = { open, high, low, close };
  return { time, bid: prices, ask: prices, count: 0 };
}
