import type { InstrumentId, Quote } from '@fairlot/domain';
import type { Command } from './command.ts';
import { invariant } from './core/invariant.ts';
import type { Rulebook } from './core/rulebook.ts';
import type { Account, InstrumentState, State } from './core/state.ts';
import { factsOf, standingOf } from './core/valuation.ts';
import { UNRECORDED } from './core/work.ts';
import { canActOn } from './decisions/stop-out.ts';
import type { Applied } from './outcome.ts';
import { StopOutBands } from './stop-out-bands.ts';
import { Backlog } from './bursts/backlog.ts';
import {
  type Pass,
  firesAt,
  hasRate,
  nextHits,
  passOf,
  reachedAccounts,
  reachedOrders,
  reachesOrders,
} from './bursts/pass.ts';
import { NO_NUMBERS, ascending } from './bursts/numbers.ts';
import { setDoubt, setOpen, unconfirm } from './bursts/market.ts';
import { Review } from './bursts/review.ts';

/** Maximum number of hits in one journal row. */
const MOST_HITS = 256;
/** Maximum number of changes of a market that wait for the end of a burst. */
const MOST_WAITING = 1024;
const NO_ROWS: readonly never[] = [];

/** A row that was just applied, and the accounts that it changed. */
export interface Step {
  readonly row: Applied;
  readonly touched: ReadonlySet<Account>;
}

/** An instrument whose last quote causes more work than one slice. Later changes of its market wait. */
interface Burst {
  readonly instrument: InstrumentState;
  readonly backlog: Backlog;
  pass: Pass | undefined;
  /** True while the quote is one that was restored from the journal. */
  isRestored: boolean;
  /** Accounts at their stop-out level that could not be judged, because a price of theirs was in this burst. */
  readonly deferred: Set<Account>;
}

/** The rows of one call, and the number of orders and accounts that it may still work. */
interface Slice {
  readonly time: number;
  readonly rows: Applied[];
  left: number;
  /** Accounts that its triggers changed. */
  readonly touched: Set<Account>;
}

/** Watches quotes: triggers orders and stops out accounts, in slices of bounded work. TradingEngine documents the members. */
export class Watcher {
  readonly #state: State;
  readonly #rulebook: Rulebook;
  readonly #bands: StopOutBands;
  readonly #slice: number;
  readonly #apply: (command: Command) => Step;
  /** By the order of their next slices. */
  readonly #bursts = new Map<InstrumentId, Burst>();
  readonly #review: Review;
  /** False after replay and restore. Bands are maintained only while quotes are watched. */
  #watching = false;

  constructor(state: State, rulebook: Rulebook, slice: number, apply: (command: Command) => Step) {
    this.#state = state;
    this.#rulebook = rulebook;
    this.#bands = new StopOutBands(state, rulebook.bandShare);
    this.#slice = slice;
    this.#review = new Review(state);
    this.#apply = apply;
    for (const instrument of state.instruments.values()) if (instrument.burst) this.#addBurst(instrument);
  }

  get busy(): boolean {
    return this.#bursts.size > 0 || !this.#review.isOver;
  }

  /** Stops watching: rows of the journal follow. */
  pause(): void {
    this.#watching = false;
    this.#bursts.clear();
    this.#review.clear();
  }

  /**
   * Starts to watch quotes after a restore or a replay: the source has to confirm every quote, and every account gets its
   * bands. A burst that the journal has begun goes on.
   */
  start(): void {
    if (this.#watching) return;
    this.#watching = true;
    for (const instrument of this.#state.instruments.values()) {
      // A burst goes on at its quote. Dealing is refused meanwhile.
      if (instrument.burst) instrument.journalled = false;
      else unconfirm(instrument);
    }
    for (const account of this.#state.accounts.values()) {
      account.inReview = false;
      this.#setBands(account);
    }
    for (const instrument of this.#state.instruments.values()) if (instrument.burst) this.#resume(instrument);
  }

  onQuote(quote: Quote, now: number): readonly Applied[] {
    this.start();
    const instrument = this.#state.instrument(quote.instrument);
    invariant(
      quote.bid > 0n && quote.bid <= quote.ask,
      () => `crossed or empty quote of instrument ${quote.instrument}`,
    );
    const time = Math.max(now, this.#state.time);
    const burst = this.#bursts.get(quote.instrument);
    if (burst !== undefined) {
      burst.backlog.quote(quote, time);
      return NO_ROWS;
    }
    const pass = this.#take(instrument, quote, time);
    if (pass === undefined) return NO_ROWS;
    const slice: Slice = { time, rows: [], left: this.#slice, touched: new Set() };
    if (this.#proceed(pass, slice)) return slice.rows;
    this.#addBurst(instrument).pass = pass;
    slice.rows.push(this.#apply({ type: 'beginBurst', time, instrument: instrument.id }).row);
    return slice.rows;
  }

  work(now: number): readonly Applied[] {
    this.start();
    const slice: Slice = { time: Math.max(now, this.#state.time), rows: [], left: 0, touched: new Set() };
    this.#reviewSlice(slice);
    const [burst] = this.#bursts.values();
    if (burst === undefined) return slice.rows;
    const { instrument } = burst;
    slice.left = this.#slice;
    // Bursts take turns.
    this.#bursts.delete(instrument.id);
    this.#bursts.set(instrument.id, burst);
    while (slice.left > 0) {
      if (burst.pass === undefined && !this.#next(burst, slice)) {
        this.#bursts.delete(instrument.id);
        if (burst.isRestored) unconfirm(instrument);
        slice.rows.push(this.#apply({ type: 'endBurst', time: slice.time, instrument: instrument.id }).row);
        break;
      }
      if (burst.pass !== undefined && this.#proceed(burst.pass, slice)) burst.pass = undefined;
    }
    return slice.rows;
  }

  setOpen(id: InstrumentId, open: boolean): void {
    const instrument = this.#state.instrument(id);
    const burst = this.#waitingFor(instrument);
    if (burst === undefined) setOpen(instrument, open);
    else burst.backlog.change('open', open, instrument.open);
  }

  setDoubt(id: InstrumentId, doubt: boolean): void {
    const instrument = this.#state.instrument(id);
    const burst = this.#waitingFor(instrument);
    if (burst === undefined) setDoubt(instrument, doubt);
    else burst.backlog.change('doubt', doubt, instrument.held);
  }

  /**
   * Values accounts exactly, by ascending number: stops out accounts at or below their level and sets new bands for
   * all.
   */
  followUp(accounts: ReadonlySet<Account>, time: number): readonly Applied[] {
    const rows: Applied[] = [];
    for (const account of byNumber(accounts)) this.#judge(account, { time, rows });
    return rows;
  }

  /** Begins a review of accounts whose terms have changed, and works its first slice. */
  review(concerns: (account: Account) => boolean, time: number): readonly Applied[] {
    this.#review.add(concerns);
    const slice: Slice = { time, rows: [], left: 0, touched: new Set() };
    this.#reviewSlice(slice);
    return slice.rows;
  }

  /** Judges the next accounts of the review, until they have had as many positions as a slice. */
  #reviewSlice(slice: Slice): void {
    for (let left = this.#slice; left > 0;) {
      const account = this.#review.next();
      if (account === undefined) return;
      left -= account.openPositions;
      this.#judge(account, slice);
    }
  }

  /** The burst for which changes of a market wait. After a replay it is not under way yet. */
  #waitingFor(instrument: InstrumentState): Burst | undefined {
    return this.#bursts.get(instrument.id) ?? (instrument.burst ? this.#addBurst(instrument) : undefined);
  }

  #addBurst(instrument: InstrumentState): Burst {
    const burst: Burst = {
      instrument,
      backlog: new Backlog(MOST_WAITING),
      pass: undefined,
      isRestored: false,
      deferred: new Set(),
    };
    this.#bursts.set(instrument.id, burst);
    return burst;
  }

  /** Continues a burst of the journal at its quote. */
  #resume(instrument: InstrumentState): void {
    const { quote, open, doubt, mode } = instrument;
    invariant(quote !== undefined, () => `a burst of instrument ${instrument.id} without a quote`);
    const burst = this.#bursts.get(instrument.id) ?? this.#addBurst(instrument);
    burst.pass = passOf(
      instrument,
      quote,
      open && !doubt && mode !== 'halted' && hasRate(this.#rulebook, instrument, this.#state.time)
        ? reachedOrders(instrument, quote)
        : NO_NUMBERS,
      reachedAccounts(instrument, quote),
    );
    burst.isRestored = true;
  }

  /** Takes the next waiting change, or the deferred accounts. Returns false when nothing is left. */
  #next(burst: Burst, slice: Slice): boolean {
    const { instrument, backlog, deferred } = burst;
    const waiting = backlog.shift();
    slice.left -= 1;
    if (waiting?.kind === 'quote') {
      burst.pass = this.#take(instrument, waiting.quote, waiting.time);
      burst.isRestored &&= instrument.quote !== waiting.quote;
    } else if (waiting?.kind === 'open') setOpen(instrument, waiting.value);
    else if (waiting?.kind === 'doubt') setDoubt(instrument, waiting.value);
    else if (deferred.size > 0 && instrument.quote !== undefined) {
      burst.pass = passOf(instrument, instrument.quote, NO_NUMBERS, deferred);
      deferred.clear();
    } else return false;
    return true;
  }

  /** Takes a quote that was received at a moment. Returns the work that it causes, if any. */
  #take(instrument: InstrumentState, quote: Quote, received: number): Pass | undefined {
    const facts = factsOf(instrument, quote);
    if (!this.#rulebook.takesQuote(facts, instrument.known, received)) return undefined;
    instrument.quote = quote;
    instrument.confirmed = true;
    instrument.journalled = false;
    // Asked before the orders are sorted: while nothing is dealt on, every quote may reach all of them.
    const deals = reachesOrders(instrument, quote) && firesAt(this.#rulebook, instrument, quote, received);
    const accounts = reachedAccounts(instrument, quote);
    if (!deals && accounts.length === 0) return undefined;
    return passOf(instrument, quote, deals ? reachedOrders(instrument, quote) : NO_NUMBERS, accounts);
  }

  /** Works until the pass is done (true) or the slice is used up. */
  #proceed(pass: Pass, slice: Slice): boolean {
    if (this.#fireTriggers(pass, slice) && this.#judgeAccounts(pass, slice)) return true;
    // Other quotes come before the turn of these accounts, and find them by their bands.
    for (const account of slice.touched) this.#setBands(account);
    return false;
  }

  /**
   * Fires rounds of triggers by ascending order number until the quote hits nothing more: an order that fills may be
   * stopped on the same quote.
   */
  #fireTriggers(pass: Pass, slice: Slice): boolean {
    while (pass.orders.length > 0) {
      while (pass.nextOrder < pass.orders.length) {
        if (slice.left <= 0) return false;
        const hits = nextHits(this.#state, this.#rulebook, pass, Math.min(MOST_HITS, slice.left));
        if (hits.length === 0) continue;
        pass.hits += hits.length;
        slice.left -= hits.length;
        const { id } = pass.instrument;
        const { row, touched } = this.#apply({ type: 'trigger', time: slice.time, instrument: id, hits });
        slice.rows.push(row);
        for (const account of touched) {
          pass.accounts.add(account);
          slice.touched.add(account);
        }
      }
      pass.orders = pass.hits === 0 ? NO_NUMBERS : reachedOrders(pass.instrument, pass.quote);
      pass.nextOrder = 0;
      pass.hits = 0;
    }
    return true;
  }

  #judgeAccounts(pass: Pass, slice: Slice): boolean {
    for (;;) {
      if (pass.nextAccount === pass.turn.length) {
        if (pass.accounts.size === 0) return true;
        pass.turn = ascending(pass.accounts);
        pass.nextAccount = 0;
        pass.accounts.clear();
      }
      if (slice.left <= 0) return false;
      const account = this.#state.accounts.get(pass.turn[pass.nextAccount] as number);
      pass.nextAccount += 1;
      slice.left -= 1;
      if (account !== undefined) this.#judge(account, slice, pass.instrument);
    }
  }

  /** Stops out an account at or below its level. `quoted`: the instrument whose quote is worked. */
  #judge(account: Account, slice: Pick<Slice, 'time' | 'rows'>, quoted?: InstrumentState): void {
    const breached = this.#setBands(account);
    // It is judged in its turn of the review.
    if (quoted !== undefined && account.inReview) return;
    account.inReview = false;
    if (!breached) return;
    const burst = this.#burstOf(account, quoted);
    if (burst !== undefined) {
      burst.deferred.add(account);
      return;
    }
    // Only a quote that was already found fresh is judged by another time than the row's.
    const late = quoted?.burst === true ? quoted.id : undefined;
    if (!canActOn(UNRECORDED, this.#rulebook, account, slice.time, late)) return;
    const { row } = this.#apply({
      type: 'stopOut',
      time: slice.time,
      account: account.id,
      ...(late !== undefined && { quoted: late }),
    });
    slice.rows.push(row);
    this.#setBands(account);
  }

  /**
   * The burst whose end an account waits for, because an order of it or its conversion is in one besides that of the
   * quote being worked. Among several it is that with the highest number, so that bursts never wait for each other.
   */
  #burstOf(account: Account, quoted: InstrumentState | undefined): Burst | undefined {
    if (this.#bursts.size === 0) return undefined;
    let waits = false;
    let highest = -1;
    for (const { instrument } of account.orders) {
      for (const each of [instrument, instrument.leg]) {
        if (each?.burst !== true) continue;
        waits ||= each !== quoted;
        highest = Math.max(highest, each.id);
      }
    }
    return waits ? this.#bursts.get(highest) : undefined;
  }

  /** Sets new bands from an exact valuation. Returns true when the account is at or below its stop-out level. */
  #setBands(account: Account): boolean {
    const standing = standingOf(UNRECORDED, this.#rulebook, account);
    const level = this.#state.stopOutPercentOf(account);
    const breached = level !== undefined && this.#rulebook.isAtOrBelow(standing, level);
    this.#bands.set(account, standing, breached);
    return breached;
  }
}

/** Most rows touch one account, which needs no sorting. */
function byNumber(accounts: ReadonlySet<Account>): Iterable<Account> {
  return accounts.size < 2 ? accounts : [...accounts].sort((left, right) => left.id - right.id);
}
