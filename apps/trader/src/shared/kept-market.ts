import { createTimeFormat } from '@fairlot/client';
import { forexCalls } from '@fairlot/contract';
import { languageOf } from '@fairlot/i18n';
import { z } from 'zod/mini';
import { currentLanguage } from './language.ts';
import type { Category, Instrument } from './market.ts';
import { useOldMarket } from './old-market.ts';
import { readStored, writeStored } from './persisted.ts';
import { quotes, realtime } from './services.ts';

const KEY = 'fairlot.market';
/** Prices are written down this often at most, and when the page is left. */
const EVERY_MS = 60_000;

const stored = z.object({
  at: z.number(),
  list: forexCalls.tradeList.output,
  categories: forexCalls.categories.output,
});

/** What the market looked like when this device last saw it live. Prices of everybody, nothing of a user. */
export interface KeptMarket {
  /** Of when it is, in words. */
  readonly seen: string;
  readonly list: readonly Instrument[];
  readonly categories: readonly Category[];
}

/** The market as the page has it, as far as it has it. */
export interface MarketNow {
  readonly list: readonly Instrument[] | undefined;
  readonly categories: readonly Category[] | undefined;
}

/** The market of an earlier visit; undefined where this device has none. */
export function readKeptMarket(): KeptMarket | undefined {
  const parsed = stored.safeParse(readStored(KEY));
  if (!parsed.success) return undefined;
  const { at, list, categories } = parsed.data;
  return { seen: createTimeFormat(languageOf(currentLanguage()).tag).short(at), list, categories };
}

/** Keeps the market as it is seen, for a start without a network. */
export function keepMarket(now: () => MarketNow): void {
  const write = (): void => writeDown(now());
  setInterval(write, EVERY_MS);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') write();
  });
  addEventListener('pagehide', write);
  write();
}

/** Only what is current is worth keeping; what is old already would only get a younger date. */
function writeDown({ list, categories }: MarketNow): void {
  if (
    realtime.state.getSnapshot() !== 'live' ||
    list === undefined ||
    categories === undefined ||
    useOldMarket.getState().seen !== null
  )
    return;
  writeStored(KEY, { at: Date.now(), list: list.map(asSeen), categories });
}

function asSeen(instrument: Instrument): Instrument {
  const seen = quotes.quote(instrument.Id).getSnapshot();
  const before = instrument.ForexQuotations;
  if (seen === undefined || before === null || seen.seq <= before.Seq) return instrument;
  const {
    seq: Seq,
    time: Time,
    bid: Bid,
    ask: Ask,
    open = before.Open,
    high = before.High,
    low = before.Low,
    change = before.Change,
    volume = before.Volume,
  } = seen;
  return {
    ...instrument,
    ForexQuotations: {
      Seq,
      Time,
      Bid,
      Ask,
      Open: open,
      High: high,
      Low: low,
      Close: Bid,
      Change: change,
      Volume: volume,
    },
  };
}
