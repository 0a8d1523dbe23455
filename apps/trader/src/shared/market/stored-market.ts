import { createTimeFormat, keptMarketFrom, keptMarketRecord, withQuote } from '@fairlot/client';
import type { Category, ListedInstrument } from '@fairlot/client';
import { MINUTE_MS } from '@fairlot/domain';
import { languageOf } from '@fairlot/i18n';
import { readStored, writeStored } from '@fairlot/web';
import { currentLanguage } from '../language/language.ts';
import { quotes, realtime } from '../services/services.ts';
import { useOldMarket } from './old-market.ts';

const KEY = 'fairlot.market';
/** Interval of the writes; hiding the page writes too. */
const EVERY_MS = MINUTE_MS;

/** The last live market that this device saw: public prices only, no user data. */
export interface SeenMarket {
  /** Formatted time of its prices. */
  readonly seen: string;
  readonly instruments: readonly ListedInstrument[];
  readonly categories: readonly Category[];
}

/** The loaded market lists; undefined until they arrive. */
export interface MarketNow {
  readonly instruments: readonly ListedInstrument[] | undefined;
  readonly categories: readonly Category[] | undefined;
}

/** Reads the stored market of an earlier visit; undefined if there is none. */
export function readStoredMarket(): SeenMarket | undefined {
  const kept = keptMarketFrom(readStored(KEY));
  return kept && { ...kept, seen: createTimeFormat(languageOf(currentLanguage()).tag).short(kept.at) };
}

/** Stores the market every minute and when the page is hidden, for offline starts. */
export function storeMarket(now: () => MarketNow): void {
  const write = (): void => storeLiveMarket(now());
  setInterval(write, EVERY_MS);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') write();
  });
  addEventListener('pagehide', write);
  write();
}

/** Writes only a live market: storing old prices again would give them a newer time. */
function storeLiveMarket({ instruments, categories }: MarketNow): void {
  const isLive = realtime.state.getSnapshot() === 'live' && useOldMarket.getState().seen === null;
  if (!isLive || instruments === undefined || categories === undefined) return;
  const seen = instruments.map((each) => withQuote(each, quotes.quote(each.id).getSnapshot()));
  writeStored(KEY, keptMarketRecord({ at: Date.now(), instruments: seen, categories }));
}
