import { PERIOD_MS, dayStart } from '@fairlot/domain';
import type { Candle, InstrumentId, SessionCalendar } from '@fairlot/domain';
import type { ListedInstrument } from '../port.ts';
import { SessionBoard } from '../session-board.ts';
import type { Feed, FeedSink, PastBars, RawTick } from './feed.ts';
import { makeDealers } from './simulation/dealer.ts';
import type { Dealer } from './simulation/dealer.ts';
import { Historian, MEMORY_DAYS } from './simulation/history.ts';
import { Random } from './simulation/random.ts';
import { World } from './simulation/world.ts';

const BEAT_MS = 100;
/** A longer pause (a suspended machine) doesn't move the market as far as the time would: it goes on from where it was. */
const LONGEST_STEP_MS = 2_000;
/** An open market shows a quote at least this often. */
const SILENCE_LIMIT_MS = 2_500;
const MINUTE_MS = PERIOD_MS['1min'];
const DAY_MS = PERIOD_MS['1day'];

export interface SimulatedFeedOptions {
  readonly instruments: readonly ListedInstrument[];
  readonly calendarOf: (instrument: ListedInstrument) => SessionCalendar;
  /** The same seed, clock and stored bars give the same prices. */
  readonly seed: number;
  /** The wall clock in epoch milliseconds. */
  readonly clock: () => number;
}

interface Desk {
  readonly dealer: Dealer;
  lastQuote: number;
}

/** A market that is made up as time goes on; what it did while the server was away is made up at the next start. */
export class SimulatedFeed implements Feed {
  readonly source = 'simulated';
  private readonly options: SimulatedFeedOptions;
  private random: Random;
  private world: World;
  private desks: readonly Desk[];
  private readonly board: SessionBoard;
  private latest = 0;
  private timer: ReturnType<typeof setInterval> | undefined;

  constructor(options: SimulatedFeedOptions) {
    this.options = options;
    this.board = new SessionBoard(options.instruments, options.calendarOf);
    this.board.begin(this.now());
    this.random = new Random(options.seed);
    this.world = new World(this.random);
    this.desks = this.makeDesks();
  }

  now(): number {
    this.latest = Math.max(this.latest, this.options.clock());
    return this.latest;
  }

  async backfill(stored: ReadonlyMap<InstrumentId, Candle>, past: PastBars): Promise<void> {
    const lastStored = [...stored.values()].reduce((latest, { time }) => Math.max(latest, time), 0);
    // Where the wall clock was set back while the server was away, the market waits for it to pass what is stored.
    this.latest = Math.max(this.latest, lastStored);
    const now = this.now();
    // What comes after a restart must not repeat what came after the start before.
    this.random = new Random(this.options.seed, lastStored / MINUTE_MS, Math.floor(lastStored / DAY_MS));
    this.world = new World(this.random);
    this.desks = this.makeDesks();
    for (const { dealer } of this.desks) {
      const bar = stored.get(dealer.id);
      if (bar !== undefined) dealer.resume(bar.bid.close, bar.ask.close);
    }
    const from = stored.size === 0 ? dayStart(now) - MEMORY_DAYS * DAY_MS : lastStored + MINUTE_MS;
    const dealers = this.desks.map(({ dealer }) => dealer);
    const board = new SessionBoard(this.options.instruments, this.options.calendarOf);
    await new Historian(this.world, this.random, dealers, board).tell(from, now, past);
  }

  start(sink: FeedSink): Promise<void> {
    const begin = this.now();
    this.board.advance(begin);
    this.quoteAll(begin, sink);
    let last = begin;
    this.timer = setInterval(() => {
      const now = this.now();
      if (now > last) this.beat(last, now, sink);
      last = now;
    }, BEAT_MS);
    return Promise.resolve();
  }

  stop(): Promise<void> {
    clearInterval(this.timer);
    return Promise.resolve();
  }

  /** Moves the market from one moment to another and delivers what was quoted in between. */
  beat(last: number, now: number, sink: FeedSink): void {
    const span = Math.min(now - last, LONGEST_STEP_MS);
    this.board.advance(now);
    this.world.step(now, span);
    const ticks: RawTick[] = [];
    for (const desk of this.desks) {
      const { dealer } = desk;
      const open = this.board.isOpen(dealer.id);
      if (dealer.ownSeries !== undefined) this.world.setQuiet(dealer.ownSeries, !open);
      if (!open) continue;
      const due = this.random.next() < dealer.expectedQuotes(now, span) || now - desk.lastQuote >= SILENCE_LIMIT_MS;
      if (!due) continue;
      const time = now - Math.floor(this.random.next() * span);
      ticks.push(this.quote(desk, time));
    }
    ticks.sort((a, b) => a.time - b.time);
    for (const tick of ticks) sink.tick(tick);
  }

  /** One quote of every open market: nobody waits for the first. */
  private quoteAll(now: number, sink: FeedSink): void {
    for (const desk of this.desks) if (this.board.isOpen(desk.dealer.id)) sink.tick(this.quote(desk, now));
  }

  private quote(desk: Desk, time: number): RawTick {
    const { dealer } = desk;
    desk.lastQuote = time;
    const { bid, ask } = dealer.quote(time);
    return { code: dealer.code, time, bid: dealer.price(bid), ask: dealer.price(ask) };
  }

  private makeDesks(): readonly Desk[] {
    return makeDealers(this.options.instruments, this.world, this.random).map((dealer) => ({ dealer, lastQuote: 0 }));
  }
}
