import type { Instrument, InstrumentId, Quote } from '@fairlot/domain';
import type {
  AccountId,
  ClientCommand,
  Command,
  HostCommand,
  MarketView,
  OrderId,
  Rollover,
  TradingRules,
  TriggerHit,
} from './command.ts';
import { invariant } from './core/invariant.ts';
import { isWatched } from './core/order-edges.ts';
import { type Rulebook, rulebookOf } from './core/rulebook.ts';
import { type Account, type InstrumentState, type State, plainQuote } from './core/state.ts';
import { factsOf, problemOf, standingOf } from './core/valuation.ts';
import { accountView } from './core/views.ts';
import { UNRECORDED, Work } from './core/work.ts';
import { decide } from './decisions/decide.ts';
import { canActOn } from './decisions/stop-out.ts';
import { causeOf } from './decisions/trigger.ts';
import type { EngineImage, OrderRecord } from './image.ts';
import type { KeyMemory } from './keys/key-memory.ts';
import type { Applied } from './outcome.ts';
import type { AccountView, Submission, TradingEngine } from './port.ts';
import { imageOf } from './snapshot/image-of.ts';
import { assertConsistent } from './snapshot/restore.ts';
import { hashOf } from './snapshot/state-hash.ts';
import { StopOutBands } from './stop-out-bands.ts';

/** Maximum number of hits in one journal row. */
const MOST_HITS = 256;
const NO_ROWS: readonly never[] = [];

/** A row that was just applied, and the accounts that it changed. */
interface Step {
  readonly row: Applied;
  readonly touched: ReadonlySet<Account>;
}

/** The engine of one shard over its state. TradingEngine documents its members. */
export class ShardEngine implements TradingEngine {
  readonly #state: State;
  readonly #keys: KeyMemory;
  readonly #rulebook: Rulebook;
  readonly #bands: StopOutBands;
  /** False after replay and restore. Bands are maintained only while quotes are watched. */
  #watching = false;

  constructor(state: State, keys: KeyMemory, rulebook: Rulebook) {
    this.#state = state;
    this.#keys = keys;
    this.#rulebook = rulebook;
    this.#bands = new StopOutBands(state, rulebook.bandShare);
  }

  get rules(): TradingRules | undefined {
    return this.#state.rules;
  }

  get seq(): number {
    return this.#state.seq;
  }

  get rollovers(): readonly Rollover[] {
    return this.#state.rollovers;
  }

  submit(command: ClientCommand | HostCommand, fresh = false): Submission {
    this.#watch();
    if (command.type === 'setRules') {
      const { row } = this.#applyNow(command);
      return { kind: 'applied', rows: [row, ...this.#followUp(this.#state.accounts.values(), row.command.time)] };
    }
    if (!('key' in command)) return { kind: 'applied', rows: [this.#applyNow(command).row] };
    const status = this.#keys.status(command);
    if (status.kind === 'known') return { kind: 'repeated', outcome: status.outcome };
    if (status.kind === 'archived' && !fresh) return { kind: 'archived' };
    const { row, touched } = this.#applyNow(command);
    return { kind: 'applied', rows: [row, ...this.#followUp(touched, row.command.time)] };
  }

  onQuote(quote: Quote, now: number): readonly Applied[] {
    this.#watch();
    const instrument = this.#state.instrument(quote.instrument);
    invariant(
      quote.bid > 0n && quote.bid <= quote.ask,
      () => `crossed or empty quote of instrument ${quote.instrument}`,
    );
    const time = Math.max(now, this.#state.time);
    if (!this.#rulebook.takesQuote(factsOf(instrument, quote), instrument.known, time)) return NO_ROWS;
    instrument.quote = quote;
    instrument.confirmed = true;
    instrument.journalled = false;
    const bid = Number(quote.bid);
    const ask = Number(quote.ask);
    const orders = this.#deals(instrument, quote, time) ? instrument.orderEdges.reached(bid, ask) : NO_ROWS;
    const accounts = instrument.accountEdges.reached(bid, ask);
    if (orders.length === 0 && accounts.length === 0) return NO_ROWS;
    const rows: Applied[] = [];
    const concerned = new Set(accounts);
    if (orders.length > 0) this.#fireTriggers(instrument, quote, time, rows, concerned);
    rows.push(...this.#followUp(concerned, time));
    return rows;
  }

  setOpen(id: InstrumentId, open: boolean): void {
    const instrument = this.#state.instrument(id);
    if (instrument.open === open) return;
    instrument.open = open;
    instrument.journalled = false;
  }

  setDoubt(id: InstrumentId, doubt: boolean): void {
    const instrument = this.#state.instrument(id);
    if (instrument.held === doubt) return;
    instrument.held = doubt;
    instrument.journalled = false;
  }

  replay(row: Applied): Applied {
    invariant(row.seq === this.#state.seq + 1, () => `row ${row.seq} after row ${this.#state.seq}`);
    this.#watching = false;
    for (const view of row.markets) {
      const instrument = this.#state.instrument(view.instrument);
      instrument.quote = plainQuote(view);
      instrument.open = view.open;
      instrument.held = false;
      instrument.confirmed = view.doubt !== true;
      // The row already has this market, so the replay must not record it again.
      instrument.journalled = true;
    }
    const rulebook = row.rules === this.#rulebook.version ? this.#rulebook : rulebookOf(row.rules);
    return { ...this.#apply(row.command, rulebook).row, markets: row.markets };
  }

  market(instrument: InstrumentId): MarketView | undefined {
    return this.#state.instruments.get(instrument)?.view();
  }

  terms(instrument: InstrumentId): Instrument | undefined {
    return this.#state.instruments.get(instrument)?.terms;
  }

  account(id: AccountId): AccountView | undefined {
    const account = this.#state.accounts.get(id);
    return account === undefined ? undefined : accountView(this.#rulebook, account);
  }

  order(id: OrderId): OrderRecord | undefined {
    return this.#state.orders.get(id)?.record();
  }

  image(): EngineImage {
    return imageOf(this.#state, this.#keys.marks());
  }

  stateHash(): string {
    return hashOf(this.image());
  }

  releaseKeys(seq: number): KeyMemory {
    this.#keys.forgetAfter(seq);
    return this.#keys;
  }

  /**
   * Throws InvariantError when the state is inconsistent. Reads the whole state, so only tests and the simulator call
   * it.
   */
  checkInvariants(): void {
    assertConsistent(this.#state);
    for (const order of this.#state.orders.values()) {
      invariant(isWatched(this.#rulebook, order), () => `the price indexes don't hold order ${order.id} as it is`);
    }
  }

  /** Applies a command under a later time when it is dated before the last row: row times never run backwards. */
  #applyNow(command: Command): Step {
    return this.#apply(command.time < this.#state.time ? { ...command, time: this.#state.time } : command);
  }

  #apply(command: Command, rulebook = this.#rulebook): Step {
    this.#state.seq += 1;
    this.#state.time = command.time;
    const work = new Work(this.#state, rulebook, command.time);
    const outcome = decide(work, command);
    invariant(outcome.ok || work.events.length === 0, () => `the refused ${command.type} left events`);
    if ('key' in command) this.#keys.remember(command, outcome, this.#state.seq);
    return {
      row: {
        seq: this.#state.seq,
        rules: rulebook.version,
        command,
        markets: work.markets,
        outcome,
        events: work.events,
      },
      touched: work.touched,
    };
  }

  /** True when the instrument can be dealt on at its present quote. */
  #deals(instrument: InstrumentState, quote: Quote, time: number): boolean {
    return problemOf(this.#rulebook, instrument, quote, time) === undefined;
  }

  /**
   * Fires rounds of triggers by ascending order number until the quote hits nothing more: an order that fills may be
   * stopped on the same quote.
   */
  #fireTriggers(
    instrument: InstrumentState,
    quote: Quote,
    time: number,
    rows: Applied[],
    concerned: Set<Account>,
  ): void {
    for (;;) {
      const hits: TriggerHit[] = [];
      for (const order of new Set(instrument.orderEdges.reached(Number(quote.bid), Number(quote.ask)))) {
        const cause = causeOf(order, quote);
        if (cause !== undefined) hits.push({ order: order.id, cause });
      }
      if (hits.length === 0) return;
      hits.sort((left, right) => left.order - right.order);
      for (let from = 0; from < hits.length; from += MOST_HITS) {
        const { row, touched } = this.#apply({
          type: 'trigger',
          time,
          instrument: instrument.id,
          hits: hits.slice(from, from + MOST_HITS),
        });
        rows.push(row);
        for (const account of touched) concerned.add(account);
      }
    }
  }

  /**
   * Values accounts exactly, by ascending number: stops out accounts at or below their level and sets new bands for
   * all.
   */
  #followUp(accounts: Iterable<Account>, time: number): Applied[] {
    const rows: Applied[] = [];
    for (const account of [...accounts].sort((left, right) => left.id - right.id)) {
      const stoppedOut = this.#stopOutIfBreached(account, time);
      if (stoppedOut === undefined) continue;
      rows.push(stoppedOut);
      this.#setBands(account);
    }
    return rows;
  }

  #stopOutIfBreached(account: Account, time: number): Applied | undefined {
    const breached = this.#setBands(account);
    if (!breached || !canActOn(UNRECORDED, this.#rulebook, account, time)) return undefined;
    return this.#apply({ type: 'stopOut', time, account: account.id }).row;
  }

  /** Sets new bands from an exact valuation. Returns true when the account is at or below its stop-out level. */
  #setBands(account: Account): boolean {
    const standing = standingOf(UNRECORDED, this.#rulebook, account);
    const breached =
      this.#state.rules !== undefined && this.#rulebook.isAtOrBelow(standing, this.#state.rules.stopOutPercent);
    this.#bands.set(account, standing, breached);
    return breached;
  }

  /**
   * Starts to watch quotes after a restore or a replay: the source has to confirm every quote, and every account gets its
   * bands.
   */
  #watch(): void {
    if (this.#watching) return;
    this.#watching = true;
    for (const instrument of this.#state.instruments.values()) {
      instrument.confirmed = false;
      instrument.journalled = false;
    }
    for (const account of this.#state.accounts.values()) this.#setBands(account);
  }
}
