import { decimalOf, listOf, recordOf, textOf, type Json } from '../connection/json.ts';
import { RestError, type RestClient } from '../connection/rest.ts';
import type { SourceBar, SourceHistory } from '../source.ts';
import { faultOfWords } from './words.ts';

const MINUTE_MS = 60_000;

/** Bars of one minute, built from trades. The source keeps the last 720 and answers with one page. */
export function krakenHistory(rest: RestClient, restUrl: string): SourceHistory {
  return {
    basis: 'trades',
    async *minutes(symbol, from, to, signal) {
      const answer = recordOf(await rest.get(ohlcUrl(restUrl, symbol, from), signal));
      const errors = listOf(answer?.['error']).map((error) => textOf(error) ?? '');
      if (errors.length > 0) throw new RestError(faultOfWords(errors.join(', ')), 200);
      // The result has the bars under the source's own name of the pair, and the number `last`.
      const page = Object.values(recordOf(answer?.['result']) ?? {}).find((value) => Array.isArray(value));
      // The last bar is still forming.
      const bars = listOf(page).slice(0, -1);
      let last = -1;
      for (const entry of bars) {
        const bar = barOf(listOf(entry));
        if (bar === undefined || bar.time <= last || bar.time < from || bar.time >= to) continue;
        last = bar.time;
        yield bar;
      }
    },
  };
}

function ohlcUrl(restUrl: string, symbol: string, from: number): string {
  // `since` is exclusive.
  const since = Math.floor(from / 1000) - 1;
  const query = new URLSearchParams({ pair: symbol, interval: '1', since: String(Math.max(0, since)) });
  return `${restUrl}/0/public/OHLC?${query.toString()}`;
}

/** A bar of [time, open, high, low, close, vwap, volume, count]; time in seconds. */
function barOf(entry: readonly Json[]): SourceBar | undefined {
  const seconds = Number(textOf(entry[0]) ?? 'none');
  const count = Number(textOf(entry[7]) ?? '0');
  const [open, high, low, close] = entry.slice(1, 5).map(decimalOf);
  if (open === undefined || high === undefined || low === undefined || close === undefined) return undefined;
  const time = seconds * 1000;
  if (!Number.isSafeInteger(time) || time % MINUTE_MS !== 0) return undefined;
  const prices = { open, high, low, close };
  return { time, bid: prices, ask: prices, count: Number.isSafeInteger(count) ? count : 0 };
}
