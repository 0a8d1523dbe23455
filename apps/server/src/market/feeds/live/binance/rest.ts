import { type Period, PERIOD_MS } from '@fairlot/domain';
import { barsOfPage } from '../connection/bar-page.ts';
import { decimalOf, listOf, recordOf, textOf, type Json } from '../connection/json.ts';
import type { FindKnown } from '../connection/known-symbols.ts';
import { RestError, type RestClient } from '../connection/rest.ts';
import type { BarsAsked, SourceBar, SourceHistory } from '../source.ts';

const PAGE = 1_000;
const INTERVALS: Readonly<Record<Period, string>> = {
  '1min': '1m',
  '5min': '5m',
  '15min': '15m',
  '30min': '30m',
  '60min': '1h',
  '1day': '1d',
};
/**
 * The symbols that the exchange has. One unknown symbol refuses the whole list, so the list is halved until the unknown
 * ones are alone: a call for each symbol would take longer than a connection may.
 */
export function findKnown(rest: RestClient, restUrl: string): FindKnown {
  const info = async (symbols: readonly string[], signal: AbortSignal): Promise<readonly string[]> => {
    const names = JSON.stringify(symbols.map((symbol) => symbol.toUpperCase()));
    const query = new URLSearchParams({ symbols: names, showPermissionSets: 'false' });
    const answer = recordOf(await rest.get(`${restUrl}/api/v3/exchangeInfo?${query.toString()}`, signal));
    return listOf(answer?.['symbols']).map((entry) => textOf(recordOf(entry)?.['symbol']) ?? '');
  };
  const namesOf = async (symbols: readonly string[], signal: AbortSignal): Promise<readonly string[]> => {
    try {
      return await info(symbols, signal);
    } catch (error) {
      if (!isUnknownSymbol(error)) throw error;
      if (symbols.length === 1) return [];
      const half = Math.ceil(symbols.length / 2);
      return [...(await namesOf(symbols.slice(0, half), signal)), ...(await namesOf(symbols.slice(half), signal))];
    }
  };
  return async (symbols, signal) => {
    const names = new Set(await namesOf(symbols, signal));
    return new Set(symbols.filter((symbol) => names.has(symbol.toUpperCase())));
  };
}

function isUnknownSymbol(error: unknown): boolean {
  return error instanceof RestError && error.status === 400;
}

/** Bars built from trades: pages of 1000. */
export function binanceHistory(rest: RestClient, restUrl: string, now: () => number): SourceHistory {
  return {
    basis: 'trades',
    async *bars(asked, signal) {
      const step = PERIOD_MS[asked.period];
      for (let next = asked.from; next < asked.to;) {
        const page = await rest.get(klinesUrl(restUrl, { ...asked, from: next }), signal);
        const bars = barsOfPage(page, (entry) => barOf(listOf(entry)), { ...asked, from: next });
        // The last bar may still be forming.
        yield* bars.filter(({ time }) => time + step <= now());
        const last = bars.at(-1);
        if (last === undefined || listOf(page).length < PAGE) return;
        next = last.time + step;
      }
    },
  };
}

function klinesUrl(restUrl: string, { symbol, period, from, to }: BarsAsked): string {
  const query = new URLSearchParams({
    symbol: symbol.toUpperCase(),
    interval: INTERVALS[period],
    startTime: String(from),
    endTime: String(to - 1),
    limit: String(PAGE),
  });
  return `${restUrl}/api/v3/klines?${query.toString()}`;
}

/** A bar of [open time, open, high, low, close, volume, close time, quote volume, trades, …]; times in milliseconds. */
function barOf(entry: readonly Json[]): SourceBar | undefined {
  const time = Number(textOf(entry[0]) ?? 'none');
  const count = Number(textOf(entry[8]) ?? '0');
  const [open, high, low, close] = entry.slice(1, 5).map(decimalOf);
  if (open === undefined || high === undefined || low === undefined || close === undefined) return undefined;
  if (!Number.isSafeInteger(time)) return undefined;
  const prices = { open, high, low, close };
  return { time, bid: prices, ask: prices, count: Number.isSafeInteger(count) ? count : 0 };
}
