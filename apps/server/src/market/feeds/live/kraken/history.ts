import { MINUTE_MS, PERIOD_MS } from '@fairlot/domain';
import { barsOfPage } from '../connection/bar-page.ts';
import { decimalOf, listOf, recordOf, textOf, type Json } from '../connection/json.ts';
import { RestError, type RestClient } from '../connection/rest.ts';
import type { BarsAsked, SourceBar, SourceHistory } from '../source.ts';
import { faultOfWords } from './words.ts';

/** The source answers with one page of 720 bars; the last one is still forming. */
const KEPT = 719;

/** Bars built from trades. */
export function krakenHistory(rest: RestClient, restUrl: string): SourceHistory {
  return {
    basis: 'trades',
    keeps: KEPT,
    async *bars(asked, signal) {
      const answer = recordOf(await rest.get(ohlcUrl(restUrl, asked), signal));
      const errors = listOf(answer?.['error']).map((error) => textOf(error) ?? '');
      if (errors.length > 0) throw new RestError(faultOfWords(errors.join(', ')), isUnknownPair(errors) ? 404 : 200);
      // The result has the bars under the source's own name of the pair, and the number `last`.
      const page = Object.values(recordOf(answer?.['result']) ?? {}).find((value) => Array.isArray(value));
      // The last bar is still forming.
      yield* barsOfPage(Array.isArray(page) ? page.slice(0, -1) : undefined, (entry) => barOf(listOf(entry)), asked);
    },
  };
}

/** The exchange refuses an unknown pair with the status 200. */
function isUnknownPair(errors: readonly string[]): boolean {
  return errors.some((error) => error.startsWith('EQuery:Unknown asset pair'));
}

function ohlcUrl(restUrl: string, { symbol, period, from }: BarsAsked): string {
  // `since` is exclusive.
  const since = Math.floor(from / 1000) - 1;
  const query = new URLSearchParams({
    pair: symbol,
    interval: String(PERIOD_MS[period] / MINUTE_MS),
    since: String(Math.max(0, since)),
  });
  return `${restUrl}/0/public/OHLC?${query.toString()}`;
}

/** A bar of [time, open, high, low, close, vwap, volume, count]; time in seconds. */
function barOf(entry: readonly Json[]): SourceBar | undefined {
  const seconds = Number(textOf(entry[0]) ?? 'none');
  const count = Number(textOf(entry[7]) ?? '0');
  const [open, high, low, close] = entry.slice(1, 5).map(decimalOf);
  if (open === undefined || high === undefined || low === undefined || close === undefined) return undefined;
  const time = seconds * 1000;
  if (!Number.isSafeInteger(time)) return undefined;
  const prices = { open, high, low, close };
  return { time, bid: prices, ask: prices, count: Number.isSafeInteger(count) ? count : 0 };
}
