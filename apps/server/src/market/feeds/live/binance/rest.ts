import { decimalOf, listOf, recordOf, textOf, type Json } from '../connection/json.ts';
import type { FindKnown } from '../connection/known-symbols.ts';
import { RestError, type RestClient } from '../connection/rest.ts';
import type { SourceBar, SourceHistory } from '../source.ts';

const MINUTE_MS = 60_000;
const PAGE = 1_000;
/** The source's names of symbols; anything else would change the request. */
const SYMBOL = /^[A-Za-z0-9]{1,30}$/;

/** The symbols that the exchange has. One unknown symbol refuses the whole list, so then each is asked for alone. */
export function findKnown(rest: RestClient, restUrl: string): FindKnown {
  const info = async (symbols: readonly string[], signal: AbortSignal): Promise<readonly string[]> => {
    const names = JSON.stringify(symbols.map((symbol) => symbol.toUpperCase()));
    const query = new URLSearchParams({ symbols: names, showPermissionSets: 'false' });
    const answer = recordOf(await rest.get(`${restUrl}/api/v3/exchangeInfo?${query.toString()}`, signal));
    return listOf(answer?.['symbols']).map((entry) => textOf(recordOf(entry)?.['symbol']) ?? '');
  };
  return async (symbols, signal) => {
    const possible = symbols.filter((symbol) => SYMBOL.test(symbol));
    const names: string[] = [];
    try {
      if (possible.length > 0) names.push(...(await info(possible, signal)));
    } catch (error) {
      if (!isUnknownSymbol(error)) throw error;
      for (const symbol of possible) names.push(...(await info([symbol], signal).catch(none)));
    }
    return new Set(possible.filter((symbol) => names.includes(symbol.toUpperCase())));
  };
}

function isUnknownSymbol(error: unknown): boolean {
  return error instanceof RestError && error.status === 400;
}

function none(error: unknown): readonly string[] {
  if (isUnknownSymbol(error)) return [];
  throw error;
}

/** Bars of one minute, built from trades: pages of 1000. */
export function binanceHistory(rest: RestClient, restUrl: string, now: () => number): SourceHistory {
  return {
    basis: 'trades',
    async *minutes(symbol, from, to, signal) {
      let next = from;
      while (next < to) {
        const page = listOf(await rest.get(klinesUrl(restUrl, symbol, next, to), signal));
        let last = next - 1;
        for (const entry of page) {
          const bar = barOf(listOf(entry));
          if (bar === undefined || bar.time <= last || bar.time >= to) continue;
          last = bar.time;
          // The last bar may still be forming.
          if (bar.time + MINUTE_MS <= now()) yield bar;
        }
        if (page.length < PAGE || last < next) return;
        next = last + MINUTE_MS;
      }
    },
  };
}

function klinesUrl(restUrl: string, symbol: string, from: number, to: number): string {
  const query = new URLSearchParams({
    symbol: symbol.toUpperCase(),
    interval: '1m',
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
  if (!Number.isSafeInteger(time) || time % MINUTE_MS !== 0) return undefined;
  const prices = { open, high, low, close };
  return { time, bid: prices, ask: prices, count: Number.isSafeInteger(count) ? count : 0 };
}
