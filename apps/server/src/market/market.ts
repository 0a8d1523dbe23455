import type { Candle, ChartPeriod, InstrumentId, OpenSpan, Quote, QuoteSource, SessionCalendar } from '@fairlot/domain';
import { type Job, every } from '../platform/jobs.ts';
import type { BarStore } from './bar-store.ts';
import type { CalendarBook, Calendars, ListedCalendar } from './calendars/calendar-book.ts';
import { type CalendarEnd, calendarEnds } from './calendars/ending.ts';
import { Doubts } from './doubts.ts';
import type { Feed } from './feeds/feed.ts';
import type { HistoryFill } from './history/history-fill.ts';
import { lastInSession } from './last-in-session.ts';
import { ListedInstruments } from './listed-instruments.ts';
import { LiveBars } from './live-bars.ts';
import type { Tracing } from '../platform/tracing.ts';
import type { CleanTick } from './clean-tick.ts';
import { BarRepair } from './followed-bars.ts';
import { Normaliser } from './normalise.ts';
import type {
  Category,
  DayFigures,
  DoubtReason,
  ListedInstrument,
  Listing,
  MarketAdmin,
  MarketFigures,
  MarketSource,
  MarketStatus,
  PastStatus,
  SourceLine,
  SourceStatus,
} from './port.ts';
import { QuoteBook } from './quote-book.ts';
import { SessionTracker } from './session-tracker.ts';

/** Period of writing forming minutes. A kill loses at most this much of a bar. */
const FLUSH_MS = 1_000;
/** Period of checking for session changes and held ticks when no quote advances the time. */
const BEAT_MS = 250;

export interface MarketDeps {
  readonly listing: Listing;
  readonly feed: Feed;
  readonly store: BarStore;
  readonly calendars: CalendarBook;
  /** Number of this start; see QuoteBook. */
  readonly epoch: number;
  /** Called when bars could not be written. They stay queued. */
  readonly onWriteFailure: (error: unknown) => void;
  readonly tracing?: Tracing | undefined;
  /** Absent: this process runs the market. Present: it follows the one of another process, whose state this tells. */
  readonly followed?: (() => MarketStatus | undefined) | undefined;
  /** Told when this process has changed the listing or a calendar. */
  readonly onArranged?: ((what: 'listing' | 'calendars') => void) | undefined;
  /** Makes what fills the bars of a live market's past. */
  readonly past?: ((market: Market, bars: LiveBars) => HistoryFill) | undefined;
}

/** The market in this process: feed → normaliser → bars → quote book → listeners. */
export class Market implements MarketAdmin {
  readonly source: MarketSource;
  readonly #deps: MarketDeps;
  readonly #listed: ListedInstruments;
  readonly #bars: LiveBars;
  readonly #normaliser: Normaliser;
  readonly #book: QuoteBook;
  readonly #doubts: Doubts;
  readonly #sessions: SessionTracker;
  readonly #jobs: readonly Job[];
  readonly #past: HistoryFill | undefined;
  readonly #repair: BarRepair | undefined;
  readonly #calendarOf = (instrument: ListedInstrument): SessionCalendar => this.#deps.calendars.of(instrument);
  #quotes = 0;
  #takenAt = performance.now();
  #lagMs = 0;
  /** Market time at the last tick or beat. */
  #reached = Number.NEGATIVE_INFINITY;

  constructor(deps: MarketDeps) {
    this.#deps = deps;
    this.source = deps.feed.source;
    this.#listed = new ListedInstruments(deps.listing);
    const { instruments } = deps.listing;
    this.#bars = new LiveBars(
      instruments.map(({ id }) => id),
      deps.store,
      () => this.now(),
      deps.followed !== undefined,
    );
    this.#normaliser = new Normaliser(instruments, {
      accept: (tick) => this.#take(tick),
      doubt: (id, inDoubt) => this.#doubts.price(id, inDoubt),
    });
    this.#doubts = new Doubts(instruments.map(({ id }) => id));
    if (deps.feed.live !== undefined) for (const { id } of instruments) this.#doubts.source(id, true);
    this.#book = new QuoteBook(deps.epoch);
    this.#sessions = new SessionTracker(instruments, this.#calendarOf);
    this.#sessions.begin(deps.feed.now());
    this.#past = deps.past?.(this, this.#bars);
    this.#repair =
      deps.followed === undefined
        ? undefined
        : new BarRepair(
            () => this.now(),
            () => this.#rejoin(),
            deps.onWriteFailure,
          );
    this.#jobs = [
      every(BEAT_MS, () => this.#normaliser.advance(this.#advance())),
      every(FLUSH_MS, () => this.save(), deps.onWriteFailure),
    ];
  }

  now(): number {
    return this.#deps.feed.now();
  }

  get listing(): Listing {
    return this.#listed.listing;
  }

  instruments(): readonly ListedInstrument[] {
    return this.#listed.listing.instruments;
  }

  categories(): readonly Category[] {
    return this.#listed.listing.categories;
  }

  instrument(id: InstrumentId): ListedInstrument | undefined {
    return this.#listed.known(id);
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

  doubt(id: InstrumentId): DoubtReason | undefined {
    return this.#doubts.of(id);
  }

  sourceOf(id: InstrumentId): QuoteSource | undefined {
    const { live, source } = this.#deps.feed;
    if (live !== undefined) return live.sourceOf(id);
    return source === 'live' || this.#doubts.of(id) === 'source' ? undefined : source;
  }

  lineOf(id: InstrumentId): SourceLine | undefined {
    return this.#deps.feed.live?.lineOf(id);
  }

  sources(): readonly SourceStatus[] {
    return this.#deps.feed.live?.sources() ?? [];
  }

  openSpans(id: InstrumentId, from: number, to: number): readonly OpenSpan[] {
    return this.#sessions.openSpans(id, from, to);
  }

  nextSessionChange(id: InstrumentId): number | undefined {
    return this.#sessions.nextChange(id);
  }

  forming(id: InstrumentId): Readonly<Record<ChartPeriod, Candle>> | undefined {
    return this.#bars.forming(id);
  }

  candles(
    id: InstrumentId,
    period: ChartPeriod,
    limit: number,
    before = Number.POSITIVE_INFINITY,
  ): Promise<readonly Candle[]> {
    return this.#bars.candles(id, period, limit, before);
  }

  pastVersion(id: InstrumentId): number {
    return this.#bars.version(id);
  }

  onQuote(listener: (quote: Quote) => void): () => void {
    return this.#book.onQuote(listener);
  }

  onSession(listener: (instrument: InstrumentId, open: boolean) => void): () => void {
    return this.#sessions.onSession(listener);
  }

  onDoubt(listener: (instrument: InstrumentId, reason: DoubtReason | undefined) => void): () => void {
    return this.#doubts.onDoubt(listener);
  }

  doubtClock(inDoubt: boolean): void {
    this.#doubts.clock(inDoubt);
  }

  relist(listing: Listing): void {
    const { instruments } = listing;
    const { removed, added } = this.#listed.replace(listing);
    for (const id of removed) this.#remove(id);
    for (const id of added) this.#add(id);
    this.#normaliser.relist(instruments);
    // Before the feed, which may quote an added instrument at once.
    this.#sessions.arrange(instruments, this.#calendarOf, this.now());
    this.#deps.feed.relist?.(instruments);
    this.#deps.onArranged?.('listing');
  }

  get calendars(): Calendars {
    return this.#deps.calendars;
  }

  setCalendar(calendar: ListedCalendar): void {
    this.#deps.calendars.set(calendar);
    const { instruments } = this.#listed.listing;
    this.#sessions.arrange(instruments, this.#calendarOf, this.now());
    this.#deps.feed.relist?.(instruments);
    this.#deps.onArranged?.('calendars');
  }

  rejected(): Readonly<Record<string, number>> {
    return this.#deps.followed?.()?.rejected ?? this.#normaliser.rejected();
  }

  figures(): MarketFigures {
    const followed = this.#deps.followed?.()?.figures;
    if (followed !== undefined) return followed;
    const { waiting, givenUp } = this.#bars.figures();
    return {
      quotes: this.#quotes,
      silentMs: Math.round(performance.now() - this.#takenAt),
      lagMs: this.#lagMs,
      barsWaiting: waiting,
      barsGivenUp: givenUp,
    };
  }

  past(): PastStatus | undefined {
    return this.#deps.followed === undefined ? this.#past?.status() : this.#deps.followed()?.past;
  }

  calendarEnds(): readonly CalendarEnd[] {
    return calendarEnds(this.#listed.listing.instruments.map(this.#calendarOf), this.now());
  }

  async start(): Promise<void> {
    const { feed } = this.#deps;
    if (!feed.isFromStart) {
      await this.#bars.restore(feed.backfill?.bind(feed));
      this.#bars.putForming();
      for (const [id, { time, bid, ask }] of this.#bars.latest())
        this.#normaliser.begin(this.#listed.get(id)?.code ?? '', {
          // Bars of a run whose clock was ahead must not keep the ticks of the present out.
          time: Math.min(time, feed.now()),
          bid: bid.close,
          ask: ask.close,
        });
    }
    await feed.start({
      tick: (tick) => {
        this.#normaliser.take(tick, this.#advance());
      },
      malformed: () => this.#normaliser.reject('malformed'),
      ended: () => this.#sessions.close(),
      source: (code, name) => {
        const id = this.#listed.idOf(code);
        if (id !== undefined) this.#doubts.source(id, name === undefined);
      },
      quote: (quote) => this.#follow(quote),
      doubt: (id, reason) => {
        if (this.#listed.has(id)) this.#doubts.tell(id, reason);
      },
      gap: () => this.#repair?.note(this.now()),
    });
    await this.#restoreQuotes();
    for (const job of this.#jobs) job.start();
    this.#repair?.start();
    this.#past?.start();
  }

  async stop(): Promise<void> {
    const parts = [...this.#jobs, this.#past, this.#repair].filter((part) => part !== undefined);
    const stopped = parts.map((part) => part.stop());
    await this.#deps.feed.stop();
    // Another process writes the bars, so there is nothing to wait for.
    if (this.#deps.followed !== undefined) return;
    await Promise.all(stopped);
    this.#bars.putForming();
    // The first flush may only join a write in progress. A failed write must not prevent the stop.
    for (let turn = 0; turn < 2; turn += 1) await this.#bars.flush().catch(this.#deps.onWriteFailure);
  }

  /** Writes the bars that changed since the last call. */
  save(): Promise<void> {
    return this.#bars.save();
  }

  /**
   * Restores the last prices of markets that are closed or have no source, because open positions in them must be valued
   * after a restart.
   */
  async #restoreQuotes(): Promise<void> {
    for (const [id, latest] of this.#bars.latest()) {
      const instrument = this.#listed.get(id);
      if (instrument === undefined || (this.#sessions.isOpen(id) && this.#doubts.of(id) !== 'source')) continue;
      const bar = (await lastInSession(this.#bars, id, this.#calendarOf(instrument))) ?? latest;
      if (this.#book.get(id) !== undefined) continue;
      this.#book.accept({ instrument: id, time: bar.time, bid: bar.bid.close, ask: bar.ask.close });
    }
  }

  /** Adds an instrument. It has no source before the feed tells one. */
  #add(id: InstrumentId): void {
    this.#bars.add(id);
    this.#doubts.add(id, true);
  }

  #remove(id: InstrumentId): void {
    this.#bars.remove(id);
    this.#book.remove(id);
    this.#doubts.remove(id);
  }

  /** Advances the sessions to market time and returns it. */
  #advance(): number {
    const now = this.#deps.feed.now();
    this.#reached = now;
    this.#sessions.advance(now);
    return now;
  }

  /** Takes a quote that another process has checked and numbered. */
  #follow(quote: Quote): void {
    if (!this.#listed.has(quote.instrument) || quote.seq <= (this.#book.get(quote.instrument)?.seq ?? 0)) return;
    this.#lagMs = this.#advance() - quote.time;
    this.#takenAt = performance.now();
    this.#bars.take(quote);
    this.#book.put(quote);
  }

  async #rejoin(): Promise<void> {
    for (const { id } of this.#listed.listing.instruments) await this.#bars.rejoin(id, () => Promise.resolve());
  }

  #take(tick: CleanTick): void {
    this.#quotes += 1;
    this.#takenAt = performance.now();
    this.#lagMs = this.#reached - tick.time;
    const { tracing } = this.#deps;
    const span = tracing?.begin('tick', { 'fairlot.instrument': tick.instrument, 'fairlot.lag_ms': this.#lagMs });
    this.#bars.take(tick);
    if (tracing === undefined || span === undefined) return this.#book.accept(tick);
    const book = span.child('book');
    tracing.within(book, () => this.#book.accept(tick));
    book.end();
    return span.end();
  }
}
