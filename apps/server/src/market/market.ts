import { PERIODS } from '@fairlot/domain';
import type { Candle, InstrumentId, Period, Quote, SessionCalendar } from '@fairlot/domain';
import { BarBuilder } from './bars.ts';
import type { BarStore } from './bar-store.ts';
import { BarWriter } from './bar-writer.ts';
import type { Feed } from './feeds/feed.ts';
import { Normaliser } from './normalise.ts';
import type { CleanTick } from './normalise.ts';
import type {
  Category,
  DayFigures,
  ListedInstrument,
  Listing,
  MarketDesk,
  MarketFigures,
  MarketSource,
} from './port.ts';
import { QuoteBook } from './quote-book.ts';
import { RECENT_LIMIT, RecentBars } from './recent-bars.ts';
import { SessionBoard } from './session-board.ts';

/** How often forming minutes go to the database; what a kill can cost of a bar. */
const FLUSH_MS = 1_000;
/** How often session changes are looked for where no quote brings the time. */
const SESSION_BEAT_MS = 250;

export interface MarketParts {
  readonly listing: Listing;
  readonly feed: Feed;
  readonly store: BarStore;
  readonly calendarOf: (instrument: ListedInstrument) => SessionCalendar;
  /** Counts this start; see QuoteBook. */
  readonly epoch: number;
  /** Told when bars could not be written; they are kept and written later. */
  readonly onWriteFailure: (error: unknown) => void;
}

/** The market in this process: feed → normaliser → bars → quote book → listeners. */
export class Market implements MarketDesk {
  readonly source: MarketSource;
  private readonly parts: MarketParts;
  private listing: Listing;
  private byId: ReadonlyMap<InstrumentId, ListedInstrument>;
  private readonly builders: ReadonlyMap<InstrumentId, BarBuilder>;
  private readonly normaliser: Normaliser;
  private readonly book: QuoteBook;
  private readonly board: SessionBoard;
  private readonly writer: BarWriter;
  private readonly recent = new RecentBars();
  private readonly dirty = new Set<InstrumentId>();
  private readonly timers: ReturnType<typeof setInterval>[] = [];
  private quotes = 0;
  private lagMs = 0;

  constructor(parts: MarketParts) {
    this.parts = parts;
    this.source = parts.feed.source;
    this.listing = parts.listing;
    const { instruments } = parts.listing;
    this.byId = new Map(instruments.map((instrument) => [instrument.id, instrument]));
    this.writer = new BarWriter(parts.store);
    this.builders = new Map(
      instruments.map(({ id }) => [id, new BarBuilder((period, bar) => this.complete(id, period, bar))]),
    );
    this.normaliser = new Normaliser(instruments);
    this.book = new QuoteBook(parts.epoch);
    this.board = new SessionBoard(instruments, parts.calendarOf);
    this.board.begin(parts.feed.now());
  }

  now(): number {
    return this.parts.feed.now();
  }

  instruments(): readonly ListedInstrument[] {
    return this.listing.instruments;
  }

  categories(): readonly Category[] {
    return this.listing.categories;
  }

  instrument(id: InstrumentId): ListedInstrument | undefined {
    return this.byId.get(id);
  }

  quote(id: InstrumentId): Quote | undefined {
    return this.book.get(id);
  }

  day(id: InstrumentId): DayFigures | undefined {
    return this.builders.get(id)?.day();
  }

  isOpen(id: InstrumentId): boolean {
    return this.board.isOpen(id);
  }

  nextSessionChange(id: InstrumentId): number | undefined {
    return this.board.nextChange(id);
  }

  forming(id: InstrumentId): Readonly<Record<Period, Candle>> | undefined {
    return this.builders.get(id)?.forming();
  }

  async candles(
    id: InstrumentId,
    period: Period,
    limit: number,
    before = Number.POSITIVE_INFINITY,
  ): Promise<readonly Candle[]> {
    const end = Math.min(before, this.now() + 1);
    const complete =
      end > this.now() && limit <= RECENT_LIMIT
        ? await this.recent.get(id, period, () => this.read(id, period, RECENT_LIMIT, end))
        : await this.read(id, period, limit, end);
    const forming = this.builders.get(id)?.bar(period);
    if (forming === undefined || forming.time >= end) return complete.slice(-limit);
    return [...complete.slice(-limit).filter(({ time }) => time < forming.time), forming].slice(-limit);
  }

  onQuote(listener: (quote: Quote) => void): () => void {
    return this.book.onQuote(listener);
  }

  onSession(listener: (instrument: InstrumentId, open: boolean) => void): () => void {
    return this.board.onSession(listener);
  }

  relist(listing: Listing): void {
    const known = listing.instruments.every(
      ({ id, pricePrecision }) => this.byId.get(id)?.pricePrecision === pricePrecision,
    );
    if (!known || listing.instruments.length !== this.byId.size)
      throw new Error('market: an instrument is another one than it was');
    this.listing = listing;
    this.byId = new Map(listing.instruments.map((instrument) => [instrument.id, instrument]));
    this.board.arrange(listing.instruments, this.parts.calendarOf, this.now());
  }

  rejected(): Readonly<Record<string, number>> {
    return this.normaliser.rejected();
  }

  figures(): MarketFigures {
    const { waiting, givenUp } = this.writer.figures();
    return { quotes: this.quotes, lagMs: this.lagMs, barsWaiting: waiting, barsGivenUp: givenUp };
  }

  async start(): Promise<void> {
    const { feed } = this.parts;
    // A recording begins anew each time: its bars are built again, over the stored ones.
    if (feed.source !== 'replay') {
      await this.recall();
      this.putForming();
      for (const { id, code } of this.parts.listing.instruments)
        this.normaliser.begin(code, this.builders.get(id)?.minute()?.time ?? 0);
    }
    await feed.start({
      tick: (tick) => {
        const now = feed.now();
        this.board.advance(now);
        this.normaliser.take(tick, now, (clean) => this.take(clean, now));
      },
      malformed: () => this.normaliser.reject('malformed'),
      ended: () => this.board.close(),
    });
    this.recallQuotes();
    this.timers.push(
      setInterval(() => this.board.advance(feed.now()), SESSION_BEAT_MS),
      setInterval(() => this.save().catch(this.parts.onWriteFailure), FLUSH_MS),
    );
  }

  async stop(): Promise<void> {
    for (const timer of this.timers) clearInterval(timer);
    await this.parts.feed.stop();
    this.putForming();
    // The first may only join a write that is under way. Bars that cannot be written are no reason not to stop.
    for (let turn = 0; turn < 2; turn += 1) await this.writer.flush().catch(this.parts.onWriteFailure);
  }

  /** Writes the bars that have changed since the last time. */
  async save(): Promise<void> {
    for (const id of this.dirty) {
      const minute = this.builders.get(id)?.minute();
      if (minute !== undefined) this.writer.put(id, '1min', minute);
    }
    this.dirty.clear();
    await this.writer.flush();
  }

  private complete(id: InstrumentId, period: Period, bar: Candle): void {
    this.writer.put(id, period, bar);
    this.recent.completed(id, period, bar);
  }

  /** Puts the forming bars of all periods in line. While the market runs only minutes are: the others are made of them again. */
  private putForming(): void {
    for (const [id, builder] of this.builders) {
      for (const period of PERIODS) {
        const bar = builder.bar(period);
        if (bar !== undefined) this.writer.put(id, period, bar);
      }
    }
  }

  /** A market that is closed shows its last prices: what is open in it has to be valued, also after a restart. */
  private recallQuotes(): void {
    for (const [id, builder] of this.builders) {
      const bar = builder.bar('1min') ?? builder.bar('1day');
      if (bar === undefined || this.board.isOpen(id) || this.book.get(id) !== undefined) continue;
      this.book.accept({ instrument: id, time: bar.time, bid: bar.bid.close, ask: bar.ask.close });
    }
  }

  /** Takes up the forming bars where the last run left them, and what happened since where the feed knows it. */
  private async recall(): Promise<void> {
    const { feed, store } = this.parts;
    const last = new Map<InstrumentId, Candle>();
    for (const [id, minutes] of await store.lastDays()) {
      for (const minute of minutes) this.builders.get(id)?.include('1min', minute);
      const end = minutes.at(-1);
      if (end !== undefined) last.set(id, end);
    }
    await feed.backfill?.(last, (id, period, bar) => {
      this.builders.get(id)?.include(period, bar);
    });
  }

  /** Complete bars that start before `end`: those in the database and those on their way there. */
  private async read(id: InstrumentId, period: Period, limit: number, end: number): Promise<readonly Candle[]> {
    const formingTime = (): number => this.builders.get(id)?.bar(period)?.time ?? Number.POSITIVE_INFINITY;
    for (;;) {
      const before = Math.min(end, formingTime());
      // What is not written yet is noted before the database is asked: a bar that is committed in between is then seen twice, not lost.
      const unwritten = this.writer.unwritten(id, period);
      const bars = new Map<number, Candle>();
      for (const bar of await this.parts.store.read(id, period, before, limit)) bars.set(bar.time, bar);
      for (const bar of unwritten) if (bar.time < before) bars.set(bar.time, bar);
      // Where a bar was completed meanwhile, it is in none of these: once a minute it takes a second look.
      if (Math.min(end, formingTime()) === before)
        return [...bars.values()].sort((a, b) => a.time - b.time).slice(-limit);
    }
  }

  private take(tick: CleanTick, now: number): void {
    this.builders.get(tick.instrument)?.quote(tick.time, tick.bid, tick.ask);
    this.dirty.add(tick.instrument);
    this.quotes += 1;
    this.lagMs = now - tick.time;
    this.book.accept(tick);
  }
}
