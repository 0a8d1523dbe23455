import {
  type Candle,
  DAY_MS,
  type InstrumentId,
  MINUTE_MS,
  type SessionCalendar,
  barStart,
  dayStart,
} from '@fairlot/domain';
import { type Job, every } from '../../platform/jobs.ts';
import type { ListedInstrument } from '../port.ts';
import { SessionTracker } from '../session-tracker.ts';
import type { Feed, FeedSink, PastBars, RawTick } from './feed.ts';
import { type Dealer, makeDealers } from './simulation/dealer.ts';
import { HistoryGenerator, HISTORY_DAYS } from './simulation/history-generator.ts';
import { Random } from './simulation/random.ts';
import { SeriesValues } from './simulation/series-values.ts';

const BEAT_MS = 100;
/** Longest simulated step. After a longer pause (a suspended machine) prices continue from where they were. */
const LONGEST_STEP_MS = 2_000;
/** Maximum time between two quotes of an open market. */
const SILENCE_LIMIT_MS = 2_500;

export interface SimulatedFeedOptions {
  readonly instruments: readonly ListedInstrument[];
  readonly calendarOf: (instrument: ListedInstrument) => SessionCalendar;
  /** The same seed, clock and stored bars give the same prices. */
  readonly seed: number;
  /** Market time in epoch milliseconds: a wall clock that does not jump. */
  readonly clock: () => number;
  /** Longest past that a start generates. Default: all of a new market, or all since the last stored bar. */
  readonly longestPastMs?: number | undefined;
}

interface QuotedInstrument {
  readonly dealer: Dealer;
  lastQuote: number;
}

/** A simulated market, generated as time passes. The next start generates the time for which the server was down. */
export class SimulatedFeed implements Feed {
  readonly source = 'simulated';
  readonly isFromStart = false;
  readonly #options: SimulatedFeedOptions;
  #random: Random;
  #values: SeriesValues;
  #quoted: readonly QuotedInstrument[];
  readonly #sessions: SessionTracker;
  #instruments: readonly ListedInstrument[];
  #sink: FeedSink | undefined;
  #job: Job | undefined;

  constructor(options: SimulatedFeedOptions) {
    this.#options = options;
    this.#instruments = options.instruments;
    this.#sessions = new SessionTracker(options.instruments, options.calendarOf);
    this.#sessions.begin(this.now());
    this.#random = new Random(options.seed);
    this.#values = new SeriesValues(this.#random);
    this.#quoted = this.#makeQuoted();
  }

  now(): number {
    return this.#options.clock();
  }

  async backfill(stored: ReadonlyMap<InstrumentId, Candle>, past: PastBars): Promise<void> {
    const lastStored = [...stored.values()].reduce((latest, { time }) => Math.max(latest, time), 0);
    const now = this.now();
    // The seed includes the last stored time, so that a restart does not repeat earlier prices.
    this.#random = new Random(this.#options.seed, lastStored / MINUTE_MS, Math.floor(lastStored / DAY_MS));
    this.#values = new SeriesValues(this.#random);
    this.#quoted = this.#makeQuoted();
    for (const { dealer } of this.#quoted) {
      const bar = stored.get(dealer.id);
      if (bar !== undefined) dealer.resume(bar.bid.close, bar.ask.close);
    }
    const begin = stored.size === 0 ? dayStart(now) - HISTORY_DAYS * DAY_MS : lastStored + MINUTE_MS;
    const { longestPastMs } = this.#options;
    const from = longestPastMs === undefined ? begin : Math.max(begin, barStart('1min', now - longestPastMs));
    const dealers = this.#quoted.map(({ dealer }) => dealer);
    const sessions = new SessionTracker(this.#options.instruments, this.#options.calendarOf);
    await new HistoryGenerator(this.#values, this.#random, dealers, sessions).generate(from, now, past);
  }

  /** Simulates added instruments whose series it knows, from now on. Others have no source. */
  relist(instruments: readonly ListedInstrument[]): void {
    const before = new Set(this.#instruments.map(({ id }) => id));
    const listed = new Set(instruments.map(({ id }) => id));
    const added = instruments.filter(({ id }) => !before.has(id));
    this.#instruments = instruments;
    this.#sessions.arrange(instruments, this.#options.calendarOf, this.now());
    const quoted = this.#makeQuoted(added);
    this.#quoted = [...this.#quoted.filter(({ dealer }) => listed.has(dealer.id)), ...quoted];
    this.#tellSources(added);
    if (this.#sink !== undefined) this.#quoteAll(quoted, this.now(), this.#sink);
  }

  start(sink: FeedSink): Promise<void> {
    this.#sink = sink;
    this.#tellSources(this.#instruments);
    const begin = this.now();
    this.#sessions.advance(begin);
    this.#quoteAll(this.#quoted, begin, sink);
    let last = begin;
    this.#job = every(BEAT_MS, () => {
      const now = this.now();
      if (now > last) this.beat(last, now, sink);
      last = now;
    });
    this.#job.start();
    return Promise.resolve();
  }

  async stop(): Promise<void> {
    await this.#job?.stop();
  }

  /** Advances the market from one moment to another and delivers the quotes in between. */
  beat(last: number, now: number, sink: FeedSink): void {
    const span = Math.min(now - last, LONGEST_STEP_MS);
    this.#sessions.advance(now);
    this.#values.step(now, span);
    const ticks: RawTick[] = [];
    for (const quoted of this.#quoted) {
      const { dealer } = quoted;
      const open = this.#sessions.isOpen(dealer.id);
      if (dealer.ownSeries !== undefined) this.#values.setQuiet(dealer.ownSeries, !open);
      if (!open) continue;
      const due = this.#random.next() < dealer.expectedQuotes(now, span) || now - quoted.lastQuote >= SILENCE_LIMIT_MS;
      if (!due) continue;
      const time = now - Math.floor(this.#random.next() * span);
      ticks.push(this.#quote(quoted, time));
    }
    ticks.sort((a, b) => a.time - b.time);
    for (const tick of ticks) sink.tick(tick);
  }

  /** Quotes open markets once, so that no client waits for the first quote. */
  #quoteAll(instruments: readonly QuotedInstrument[], now: number, sink: FeedSink): void {
    for (const quoted of instruments) if (this.#sessions.isOpen(quoted.dealer.id)) sink.tick(this.#quote(quoted, now));
  }

  #quote(quoted: QuotedInstrument, time: number): RawTick {
    const { dealer } = quoted;
    quoted.lastQuote = time;
    const { bid, ask } = dealer.quote(time);
    return { code: dealer.code, time, bid: dealer.price(bid), ask: dealer.price(ask) };
  }

  /** Tells which instruments it can't simulate. */
  #tellSources(instruments: readonly ListedInstrument[]): void {
    const known = new Set(this.#quoted.map(({ dealer }) => dealer.id));
    for (const { id, code } of instruments) this.#sink?.source?.(code, known.has(id) ? 'simulated' : undefined);
  }

  #makeQuoted(instruments = this.#instruments): readonly QuotedInstrument[] {
    return makeDealers(instruments, this.#values, this.#random).map((dealer) => ({ dealer, lastQuote: 0 }));
  }
}
