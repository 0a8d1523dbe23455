import { type DealingProblem, type QuoteSource, dealingProblem } from '@fairlot/domain';
import type { DoubtReason, ListedInstrument } from '../model/instrument.ts';
import { quoteUpdateFrom } from '../model/quote.ts';
import type { QuoteUpdate } from '../model/quote.ts';
import type { Clock } from '../platform/clock.ts';
import { createStore } from '../platform/store.ts';
import type { Readable, Writable } from '../platform/store.ts';
import type { Realtime } from '../realtime/realtime.ts';
import type { MarketClock } from './market-clock.ts';

/** Interval for checking the age of quotes while the store runs. */
const AGE_CHECK_MS = 1_000;

/**
 * `current`: may be shown as the current price. `stale`: the last known price, too old or without a connection.
 * `closed`: the market is closed. `doubt`: nothing is dealt on the price at the moment; `QuoteView.doubt` has the reason.
 */
export type Freshness = 'current' | 'stale' | 'closed' | 'doubt';

/** One instrument's prices for display, as decimal texts. Figures of the day are absent until the server sends them. */
export interface QuoteView {
  readonly id: number;
  readonly seq: number;
  /** Market time of the quote in epoch milliseconds. */
  readonly time: number;
  readonly bid: string;
  readonly ask: string;
  readonly open?: string | undefined;
  readonly high?: string | undefined;
  readonly low?: string | undefined;
  /** Signed percentage. */
  readonly change?: string | undefined;
  readonly volume?: number | undefined;
  readonly freshness: Freshness;
  readonly doubt?: DoubtReason | undefined;
  /** The origin of the price; undefined when there is none. */
  readonly source?: QuoteSource | undefined;
  /** Direction of the bid's last change, for the flash. */
  readonly direction: 'up' | 'down' | 'none';
}

export interface QuoteStoreSettings {
  readonly realtime: Pick<Realtime, 'subscribe'>;
  readonly clock: Clock;
  readonly marketClock: MarketClock;
  /**
   * Schedules the notification of listeners: `(flush) => clock.after(250, flush)` limits rows to four updates a second.
   */
  schedule(flush: () => void): void;
}

/** The part of a listed instrument that concerns its quote. */
type Seed = Pick<ListedInstrument, 'id' | 'isOpen' | 'doubt' | 'source' | 'staleAfterMs' | 'quotation'>;

/** Prices of all instruments. */
export interface QuoteStore {
  /**
   * Takes the list of instruments: their initial prices and states, and the age at which their quotes become stale. A
   * connection's prices and states are younger than a list whose answer was late.
   */
  seed(instruments: readonly Seed[]): void;
  /** One instrument's prices; returns the same object for the same number, so it suits a hook. */
  quote(id: number): Readable<QuoteView | undefined>;
  /** Subscribes to DAY_MARKET. Returns a function that unsubscribes. */
  start(): () => void;
}

interface Known {
  readonly store: Writable<QuoteView | undefined>;
  view: QuoteView | undefined;
  open: boolean;
  doubt: DoubtReason | undefined;
  source: QuoteSource | undefined;
  staleAfter: number;
}

const DEFAULT_STALE_AFTER_MS = 10_000;

const FRESHNESS: Readonly<Record<DealingProblem | 'none', Freshness>> = {
  none: 'current',
  market_closed: 'closed',
  market_data_stale: 'stale',
  price_in_doubt: 'doubt',
  // The list of instruments tells of a halt, not the quote.
  instrument_halted: 'doubt',
};

/** Creates the store. No quote in it is current before a snapshot arrives on the present connection. */
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

  seed(instruments: readonly Seed[]): void {
    for (const listed of instruments) {
      const known = this.#find(listed.id);
      known.staleAfter = listed.staleAfterMs;
      if (!this.#connected || known.view === undefined) {
        known.open = listed.isOpen;
        known.doubt = listed.doubt ?? undefined;
        known.source = listed.source ?? undefined;
      }
      if (listed.quotation === null) continue;
      this.#settings.marketClock.reached(listed.quotation.time);
      const unchanged = { isOpen: undefined, doubt: undefined, source: undefined };
      this.#take({ id: listed.id, ...unchanged, ...listed.quotation }, false);
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
      else this.#takeAll(event.data.map(quoteUpdateFrom), event.kind === 'snapshot');
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
      doubt: undefined,
      source: undefined,
      staleAfter: DEFAULT_STALE_AFTER_MS,
    };
    this.#known.set(id, made);
    return made;
  }

  #freshness(known: Known, time: number): Freshness {
    if (!this.#connected) return 'stale';
    const now = this.#settings.marketClock.now();
    const { open, doubt, staleAfter: staleAfterMs } = known;
    // A price without a source soon is old as well; the source is the reason.
    if (open && doubt === 'source') return 'doubt';
    const facts = { open, doubt: doubt !== undefined, quoteTime: time, staleAfterMs };
    return FRESHNESS[dealingProblem(facts, now ?? Number.POSITIVE_INFINITY) ?? 'none'];
  }

  #takeAll(entries: readonly QuoteUpdate[], snapshot: boolean): void {
    if (snapshot) this.#connected = true;
    for (const entry of entries) this.#settings.marketClock.reached(entry.time);
    for (const entry of entries) this.#take(entry, snapshot);
    // After an interruption, quotes that the snapshot left out need a new freshness too.
    if (snapshot) this.#review();
  }

  #take(entry: QuoteUpdate, snapshot: boolean): void {
    const known = this.#find(entry.id);
    if (entry.isOpen !== undefined) known.open = entry.isOpen;
    if (entry.doubt !== undefined) known.doubt = entry.doubt ?? undefined;
    if (entry.source !== undefined) known.source = entry.source ?? undefined;
    const before = known.view;
    if (before !== undefined && !snapshot && entry.seq < before.seq) return;
    this.#put(known, merge(before, entry, this.#freshness(known, entry.time), known));
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

  /** Updates the freshness of all quotes, which depends on their age and the connection, not only on updates. */
  #review(): void {
    for (const known of this.#known.values()) {
      const { view } = known;
      if (view === undefined) continue;
      const freshness = this.#freshness(known, view.time);
      if (freshness !== view.freshness) this.#put(known, { ...view, freshness, direction: 'none' });
    }
  }

  /** Marks quotes as stale at once, without waiting for the next flush. */
  #disconnect(): void {
    this.#connected = false;
    this.#review();
    this.#flush();
  }
}

/** Applies an update to a view; fields that the update leaves out stay as they were. */
function merge(
  before: QuoteView | undefined,
  entry: QuoteUpdate,
  freshness: Freshness,
  { doubt, source }: Pick<Known, 'doubt' | 'source'>,
): QuoteView {
  return {
    id: entry.id,
    seq: entry.seq,
    time: entry.time,
    bid: entry.bid,
    ask: entry.ask,
    open: entry.open ?? before?.open,
    high: entry.high ?? before?.high,
    low: entry.low ?? before?.low,
    change: entry.change ?? before?.change,
    volume: entry.volume ?? before?.volume,
    freshness,
    doubt,
    source,
    direction: directionOf(before?.bid, entry.bid),
  };
}

/** Compares two prices for the flash only, so floats suffice. */
function directionOf(before: string | undefined, now: string): QuoteView['direction'] {
  if (before === undefined || before === now) return 'none';
  return Number(now) > Number(before) ? 'up' : 'down';
}
