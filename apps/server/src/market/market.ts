import type { Candle, InstrumentId, Period, Quote, SessionCalendar } from '@fairlot/domain';
import { type Job, every } from '../platform/jobs.ts';
import type { BarStore } from './bar-store.ts';
import { type CalendarEnd, calendarEnds } from './calendars/ending.ts';
import type { Feed } from './feeds/feed.ts';
import { LiveBars } from './live-bars.ts';
import { type CleanTick, Normaliser } from './normalise.ts';
import type {
  Category,
  DayFigures,
  ListedInstrument,
  Listing,
  MarketAdmin,
  MarketFigures,
  MarketSource,
} from './port.ts';
import { QuoteBook } from './quote-book.ts';
import { SessionTracker } from './session-tracker.ts';

/** Period of writing forming minutes. A kill loses at most this much of a bar. */
const FLUSH_MS = 1_000;
/** Period of checking for session changes when no quote advances the time. */
const SESSION_BEAT_MS = 250;

export interface MarketDeps {
  readonly listing: Listing;
  readonly feed: Feed;
  readonly store: BarStore;
  readonly calendarOf: (instrument: ListedInstrument) => SessionCalendar;
  /** Number of this start; see QuoteBook. */
  readonly epoch: number;
  /** Called when bars could not be written. They stay queued. */
  readonly onWriteFailure: (error: unknown) => void;
}

/** The market in this process: feed → normaliser → bars → quote book → listeners. */
export class Market implements MarketAdmin {
  readonly source: MarketSource;
  readonly #deps: MarketDeps;
  #listing: Listing;
  #byId: ReadonlyMap<InstrumentId, ListedInstrument>;
  readonly #bars: LiveBars;
  readonly #normaliser: Normaliser;
  readonly #book: QuoteBook;
  readonly #sessions: SessionTracker;
  readonly #jobs: readonly Job[];
  #quotes = 0;
  #lagMs = 0;

  constructor(deps: MarketDeps) {
    this.#deps = deps;
    this.source = deps.feed.source;
    this.#listing = deps.listing;
    const { instruments } = deps.listing;
    this.#byId = new Map(instruments.map((instrument) => [instrument.id, instrument]));
    this.#bars = new LiveBars(
      instruments.map(({ id }) => id),
      deps.store,
      () => this.now(),
    );
    this.#normaliser = new Normaliser(instruments);
    this.#book = new QuoteBook(deps.epoch);
    this.#sessions = new SessionTracker(instruments, deps.calendarOf);
    this.#sessions.begin(deps.feed.now());
    this.#jobs = [
      every(SESSION_BEAT_MS, () => this.#sessions.advance(deps.feed.now())),
      every(FLUSH_MS, () => this.save(), deps.onWriteFailure),
    ];
  }

  now(): number {
    return this.#deps.feed.now();
  }

  instruments(): readonly ListedInstrument[] {
    return this.#listing.instruments;
  }

  categories(): readonly Category[] {
    return this.#listing.categories;
  }

  instrument(id: InstrumentId): ListedInstrument | undefined {
    return this.#byId.get(id);
  }

  quote(id: InstrumentId): Quote | undefined {
    return this.#book.get(id);
  }

  day(id: InstrumentId): DayFigures | undefined {
    return this.#bars.day(id);
  }

  isOpen(id: InstrumentId): boolean {
    return this.#sessions.isOpen(id);
  }

  nextSessionChange(id: InstrumentId): number | undefined {
    return this.#sessions.nextChange(id);
  }

  forming(id: InstrumentId): Readonly<Record<Period, Candle>> | undefined {
    return this.#bars.forming(id);
  }

  candles(
    id: InstrumentId,
    period: Period,
    limit: number,
    before = Number.POSITIVE_INFINITY,
  ): Promise<readonly Candle[]> {
    return this.#bars.candles(id, period, limit, before);
  }

  onQuote(listener: (quote: Quote) => void): () => void {
    return this.#book.onQuote(listener);
  }

  onSession(listener: (instrument: InstrumentId, open: boolean) => void): () => void {
    return this.#sessions.onSession(listener);
  }

  relist(listing: Listing): void {
    const known = listing.instruments.every(
      ({ id, pricePrecision, priceScale }) =>
        this.#byId.get(id)?.pricePrecision === pricePrecision && this.#byId.get(id)?.priceScale === priceScale,
    );
    if (!known || listing.instruments.length !== this.#byId.size)
      throw new Error('market: relisting must not change instruments or the precision and scale of their prices');
    this.#listing = listing;
    this.#byId = new Map(listing.instruments.map((instrument) => [instrument.id, instrument]));
    this.#sessions.arrange(listing.instruments, this.#deps.calendarOf, this.now());
  }

  rejected(): Readonly<Record<string, number>> {
    return this.#normaliser.rejected();
  }

  figures(): MarketFigures {
    const { waiting, givenUp } = this.#bars.figures();
    return { quotes: this.#quotes, lagMs: this.#lagMs, barsWaiting: waiting, barsGivenUp: givenUp };
  }

  calendarEnds(): readonly CalendarEnd[] {
    return calendarEnds(this.#listing.instruments.map(this.#deps.calendarOf), this.now());
  }

  async start(): Promise<void> {
    const { feed } = this.#deps;
    // A recording restarts each time: its bars are rebuilt and replace the stored ones.
    if (feed.source !== 'replay') {
      await this.#bars.restore(feed.backfill?.bind(feed));
      this.#bars.putForming();
      for (const { id, code } of this.#deps.listing.instruments)
        this.#normaliser.begin(code, this.#bars.minute(id)?.time ?? 0);
    }
    await feed.start({
      tick: (tick) => {
        const now = feed.now();
        this.#sessions.advance(now);
        this.#normaliser.take(tick, now, (clean) => this.#take(clean, now));
      },
      malformed: () => this.#normaliser.reject('malformed'),
      ended: () => this.#sessions.close(),
    });
    this.#restoreQuotes();
    for (const job of this.#jobs) job.start();
  }

  async stop(): Promise<void> {
    const stopped = this.#jobs.map((job) => job.stop());
    await this.#deps.feed.stop();
    await Promise.all(stopped);
    this.#bars.putForming();
    // The first flush may only join a write in progress. A failed write must not prevent the stop.
    for (let turn = 0; turn < 2; turn += 1) await this.#bars.flush().catch(this.#deps.onWriteFailure);
  }

  /** Writes the bars that changed since the last call. */
  save(): Promise<void> {
    return this.#bars.save();
  }

  /** Restores the last prices of closed markets, because open positions in them must be valued after a restart. */
  #restoreQuotes(): void {
    for (const [id, bar] of this.#bars.latest()) {
      if (this.#sessions.isOpen(id) || this.#book.get(id) !== undefined) continue;
      this.#book.accept({ instrument: id, time: bar.time, bid: bar.bid.close, ask: bar.ask.close });
    }
  }

  #take(tick: CleanTick, now: number): void {
    this.#bars.take(tick);
    this.#quotes += 1;
    this.#lagMs = now - tick.time;
    this.#book.accept(tick);
  }
}
