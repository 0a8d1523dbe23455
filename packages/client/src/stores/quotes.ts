import type { dayMarketEntry, instrument } from '@fairlot/contract';
import type { z } from 'zod/mini';
import type { Clock } from '../platform/clock.ts';
import { createStore } from '../platform/store.ts';
import type { Readable, Writable } from '../platform/store.ts';
import type { Realtime } from '../realtime/realtime.ts';
import type { MarketClock } from './market-clock.ts';

type Entry = z.output<typeof dayMarketEntry>;
type ListedInstrument = z.output<typeof instrument>;

/** Ages are looked at this often while somebody watches. */
const AGE_CHECK_MS = 1_000;

/**
 * `current`: may be shown as the price of now. `stale`: the last known one; its age or the connection forbids more.
 * `closed`: the market is closed.
 */
export type Freshness = 'current' | 'stale' | 'closed';

/** One instrument's prices as a screen shows them. Decimal strings. Day figures are absent until the server gave them. */
export interface QuoteView {
  readonly id: number;
  readonly seq: number;
  /** Market time of the quote. */
  readonly time: number;
  readonly bid: string;
  readonly ask: string;
  readonly open?: string | undefined;
  readonly high?: string | undefined;
  readonly low?: string | undefined;
  /** In per cent, signed. */
  readonly change?: string | undefined;
  readonly volume?: number | undefined;
  readonly freshness: Freshness;
  /** Where the bid went with the last change: for the flash. */
  readonly direction: 'up' | 'down' | 'none';
}

export interface QuoteStoreSettings {
  readonly realtime: Pick<Realtime, 'subscribe'>;
  readonly clock: Clock;
  readonly marketClock: MarketClock;
  /** When to tell the screen of changes: `(flush) => clock.after(250, flush)` keeps rows to four updates a second. */
  schedule(flush: () => void): void;
}

/** Prices of all instruments. */
export interface QuoteStore {
  /** What trade_list said: prices for the first picture, and after which age a quote is stale. */
  seed(instruments: readonly ListedInstrument[]): void;
  /** One instrument's prices; the same object for the same number, so it suits a hook. */
  quote(id: number): Readable<QuoteView | undefined>;
  /** Subscribes to DAY_MARKET. Returns how to stop. */
  start(): () => void;
}

interface Known {
  readonly store: Writable<QuoteView | undefined>;
  view: QuoteView | undefined;
  open: boolean;
  staleAfter: number;
}

const DEFAULT_STALE_AFTER_MS = 10_000;

/** Makes the store. Until a snapshot arrived on the present connection, nothing in it is current. */
export function createQuoteStore(settings: QuoteStoreSettings): QuoteStore {
  return new Quotes(settings);
}

class Quotes implements QuoteStore {
  readonly #settings: QuoteStoreSettings;
  readonly #known = new Map<number, Known>();
  readonly #changed = new Set<Known>();
  #connected = false;
  #flushing = false;

  constructor(settings: QuoteStoreSettings) {
    this.#settings = settings;
  }

  quote(id: number): Readable<QuoteView | undefined> {
    return this.#find(id).store;
  }

  seed(instruments: readonly ListedInstrument[]): void {
    for (const listed of instruments) {
      const known = this.#find(listed.Id);
      known.staleAfter = listed.StaleAfter;
      known.open = listed.MarketStatus === 1;
      const quotation = listed.ForexQuotations;
      if (quotation === null) continue;
      this.#settings.marketClock.reached(quotation.Time);
      this.#take({ Id: listed.Id, ...quotation }, false);
    }
    this.#flush();
  }

  start(): () => void {
    const { clock, realtime } = this.#settings;
    const check = (): void => {
      this.#review();
      cancelCheck = clock.after(AGE_CHECK_MS, check);
    };
    let cancelCheck = clock.after(AGE_CHECK_MS, check);
    const leave = realtime.subscribe('DAY_MARKET', (event) => {
      if (event.kind === 'stale') this.#disconnect();
      else this.#takeAll(event.data, event.kind === 'snapshot');
    });
    return () => {
      cancelCheck();
      leave();
      this.#disconnect();
    };
  }

  #find(id: number): Known {
    const there = this.#known.get(id);
    if (there !== undefined) return there;
    const made: Known = {
      store: createStore<QuoteView | undefined>(undefined),
      view: undefined,
      open: false,
      staleAfter: DEFAULT_STALE_AFTER_MS,
    };
    this.#known.set(id, made);
    return made;
  }

  #freshness(known: Known, time: number): Freshness {
    if (!this.#connected) return 'stale';
    if (!known.open) return 'closed';
    const now = this.#settings.marketClock.now();
    return now === undefined || now - time > known.staleAfter ? 'stale' : 'current';
  }

  #takeAll(entries: readonly Entry[], snapshot: boolean): void {
    if (snapshot) this.#connected = true;
    for (const entry of entries) this.#settings.marketClock.reached(entry.Time);
    for (const entry of entries) this.#take(entry, snapshot);
    // After an interruption, what the snapshot left out is judged anew too.
    if (snapshot) this.#review();
  }

  #take(entry: Entry, snapshot: boolean): void {
    const known = this.#find(entry.Id);
    if (entry.MarketStatus !== undefined) known.open = entry.MarketStatus === 1;
    const before = known.view;
    if (before !== undefined && !snapshot && entry.Seq < before.seq) return;
    this.#put(known, merge(before, entry, this.#freshness(known, entry.Time)));
  }

  #put(known: Known, view: QuoteView): void {
    known.view = view;
    this.#changed.add(known);
    if (this.#flushing) return;
    this.#flushing = true;
    this.#settings.schedule(() => this.#flush());
  }

  #flush(): void {
    this.#flushing = false;
    const changed = [...this.#changed];
    this.#changed.clear();
    for (const known of changed) known.store.set(known.view);
  }

  /** Ages and the connection may change what may be shown without any news of the instrument itself. */
  #review(): void {
    for (const known of this.#known.values()) {
      const { view } = known;
      if (view === undefined) continue;
      const freshness = this.#freshness(known, view.time);
      if (freshness !== view.freshness) this.#put(known, { ...view, freshness, direction: 'none' });
    }
  }

  /** What is not current any more is not left on the screen until the next flush. */
  #disconnect(): void {
    this.#connected = false;
    this.#review();
    this.#flush();
  }
}

/** The view after an entry; fields that it leaves out stay as they were. */
function merge(before: QuoteView | undefined, entry: Entry, freshness: Freshness): QuoteView {
  return {
    id: entry.Id,
    seq: entry.Seq,
    time: entry.Time,
    bid: entry.Bid,
    ask: entry.Ask,
    open: entry.Open ?? before?.open,
    high: entry.High ?? before?.high,
    low: entry.Low ?? before?.low,
    change: entry.Change ?? before?.change,
    volume: entry.Volume ?? before?.volume,
    freshness,
    direction: directionOf(before?.bid, entry.Bid),
  };
}

/** Compares two prices for the flash alone; nothing is settled by it, so floats will do. */
function directionOf(before: string | undefined, now: string): QuoteView['direction'] {
  if (before === undefined || before === now) return 'none';
  return Number(now) > Number(before) ? 'up' : 'down';
}
