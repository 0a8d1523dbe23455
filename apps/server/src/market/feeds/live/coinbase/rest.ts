import { decimalOf, listOf, recordOf, textOf, type Json } from '../connection/json.ts';
import type { FindKnown } from '../connection/known-symbols.ts';
import type { RestClient } from '../connection/rest.ts';
import type { SourceBar, SourceHistory } from '../source.ts';

const MINUTE_MS = 60_000;
/** Bars of a page. */
const PAGE = 350;

/** The products that the exchange has. The answer leaves out the others. */
export function findKnown(rest: RestClient, restUrl: string): FindKnown {
  return async (symbols, signal) => {
    const query = new URLSearchParams(symbols.map((symbol): [string, string] => ['product_ids', symbol]));
    const answer = recordOf(await rest.get(`${restUrl}/api/v3/brokerage/market/products?${query.toString()}`, signal));
    const names = new Set(listOf(answer?.['products']).map((product) => textOf(recordOf(product)?.['product_id'])));
    return new Set(symbols.filter((symbol) => names.has(symbol)));
  };
}

/** Bars of one minute, built from trades: pages of 350, which the source sends from the newest to the oldest. */
export function coinbaseHistory(rest: RestClient, restUrl: string, now: () => number): SourceHistory {
  return {
    basis: 'trades',
    async *minutes(symbol, from, to, signal) {
      for (let start = from; start < to; start += PAGE * MINUTE_MS) {
        const end = Math.min(to, start + PAGE * MINUTE_MS);
        const answer = recordOf(await rest.get(candlesUrl(restUrl, symbol, start, end), signal));
        const bars = new Map<number, SourceBar>();
        for (const entry of listOf(answer?.['candles'])) {
          const bar = barOf(recordOf(entry) ?? {});
          if (bar !== undefined && bar.time >= start && bar.time < end) bars.set(bar.time, bar);
        }
        for (const bar of [...bars.values()].toSorted((one, other) => one.time - other.time))
          // The last bar may still be forming.
          if (bar.time + MINUTE_MS <= now()) yield bar;
      }
    },
  };
}

/** Both limits are inclusive, in seconds. */
function candlesUrl(restUrl: string, symbol: string, start: number, end: number): string {
  const query = new URLSearchParams({
    start: String(Math.floor(start / 1000)),
    end: String(Math.floor((end - 1) / 1000)),
    granularity: 'ONE_MINUTE',
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
  if (!Number.isSafeInteger(time) || time % MINUTE_MS !== 0) return undefined;
  const prices = { open, high, low, close };
  return { time, bid: prices, ask: prices, count: 0 };
}
