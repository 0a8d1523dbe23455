import type { InstrumentId, Quote } from '@fairlot/domain';
import type {
  AccountId,
  ClientCommand,
  Command,
  DefineInstrument,
  MarketView,
  OrderId,
  SetRules,
  TradingRules,
  TriggerHit,
} from './command.ts';
import { invariant } from './core/invariant.ts';
import type { Rulebook } from './core/rulebook.ts';
import { plainQuote } from './core/state.ts';
import type { Account, Listing, State } from './core/state.ts';
import { standingOf } from './core/valuation.ts';
import { accountView } from './core/views.ts';
import { GLANCE, Work } from './core/work.ts';
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
import { Bands } from './watch/bands.ts';
import { isWatched } from './watch/order-edges.ts';

/** Hits that one journal row may carry. */
const MOST_HITS = 256;
const NO_ROWS: readonly never[] = [];

/** The engine of one shard over its state. See TradingEngine for what its members promise. */
export class ShardEngine implements TradingEngine {
  readonly #state: State;
  readonly #keys: KeyMemory;
  readonly #rulebook: Rulebook;
  readonly #bands: Bands;
  /** False after replay and restore: bands are only kept while quotes are watched. */
  #watching = false;

  constructor(state: State, keys: KeyMemory, rulebook: Rulebook) {
    this.#state = state;
    this.#keys = keys;
    this.#rulebook = rulebook;
    this.#bands = new Bands(state, rulebook.bandShare);
  }

  get rules(): TradingRules | undefined {
    return this.#state.rules;
  }

  get seq(): number {
    return this.#state.seq;
  }

  submit(command: ClientCommand | DefineInstrument | SetRules, fresh = false): Submission {
    this.#watch();
    if (command.type === 'defineInstrument') return { kind: 'applied', rows: [this.#apply(command).row] };
    if (command.type === 'setRules') {
      const { row } = this.#apply(command);
      return { kind: 'applied', rows: [row, ...this.#followUp(this.#state.accounts.values(), command.time)] };
    }
    const standing = this.#keys.standing(command);
    if (standing.kind === 'known') return { kind: 'repeated', outcome: standing.outcome };
    if (standing.kind === 'archived' && !fresh) return { kind: 'archived' };
    const { row, touched } = this.#apply(command);
    return { kind: 'applied', rows: [row, ...this.#followUp(touched, command.time)] };
  }

  onQuote(quote: Quote): readonly Applied[] {
    this.#watch();
    const listing = this.#state.listing(quote.instrument);
    invariant(
      quote.bid > 0n && quote.bid <= quote.ask,
      () => `crossed or empty quote of instrument ${quote.instrument}`,
    );
    listing.quote = quote;
    listing.journalled = false;
    const bid = Number(quote.bid);
    const ask = Number(quote.ask);
    const orders = listing.open ? listing.orderEdges.reached(bid, ask) : NO_ROWS;
    const accounts = listing.accountEdges.reached(bid, ask);
    if (orders.length === 0 && accounts.length === 0) return NO_ROWS;
    const rows: Applied[] = [];
    const concerned = new Set(accounts);
    this.#fireTriggers(listing, quote, rows, concerned);
    rows.push(...this.#followUp(concerned, quote.time));
    return rows;
  }

  setOpen(instrument: InstrumentId, open: boolean): void {
    const listing = this.#state.listing(instrument);
    if (listing.open === open) return;
    listing.open = open;
    listing.journalled = false;
  }

  replay(row: Applied): Applied {
    invariant(row.seq === this.#state.seq + 1, () => `row ${row.seq} after row ${this.#state.seq}`);
    this.#watching = false;
    for (const view of row.markets) {
      const listing = this.#state.listing(view.instrument);
      listing.quote = plainQuote(view);
      listing.open = view.open;
      // As read: nothing else of the market may enter the row again.
      listing.journalled = true;
    }
    return { ...this.#apply(row.command).row, markets: row.markets };
  }

  market(instrument: InstrumentId): MarketView | undefined {
    return this.#state.listings.get(instrument)?.view();
  }

  account(id: AccountId): AccountView | undefined {
    const account = this.#state.accounts.get(id);
    return account === undefined ? undefined : accountView(this.#rulebook, account);
  }

  order(id: OrderId): OrderRecord | undefined {
    return this.#state.orders.get(id)?.record();
  }

  image(): EngineImage {
    return imageOf(this.#state, this.#keys.fingerprints());
  }

  stateHash(): string {
    return hashOf(this.image());
  }

  /** Throws InvariantError when anything in the state contradicts itself. Reads everything: for tests and the simulator. */
  checkInvariants(): void {
    assertConsistent(this.#state);
    for (const order of this.#state.orders.values()) {
      invariant(isWatched(this.#rulebook, order), () => `the price indexes don't hold order ${order.id} as it is`);
    }
  }

  #apply(command: Command): { readonly row: Applied; readonly touched: ReadonlySet<Account> } {
    this.#state.seq += 1;
    const work = new Work(this.#state, this.#rulebook, command.time);
    const outcome = decide(work, command);
    invariant(outcome.ok || work.events.length === 0, () => `the refused ${command.type} left events`);
    if ('key' in command) this.#keys.remember(command, outcome);
    return {
      row: { seq: this.#state.seq, command, markets: work.markets, outcome, events: work.events },
      touched: work.touched,
    };
  }

  /** Rounds of hits by ascending order id, until the quote hits nothing more: a filled order may be stopped on the same quote. */
  #fireTriggers(listing: Listing, quote: Quote, rows: Applied[], concerned: Set<Account>): void {
    while (listing.open) {
      const hits: TriggerHit[] = [];
      for (const order of new Set(listing.orderEdges.reached(Number(quote.bid), Number(quote.ask)))) {
        const cause = causeOf(order, quote);
        if (cause !== undefined) hits.push({ order: order.id, cause });
      }
      if (hits.length === 0) return;
      hits.sort((left, right) => left.order - right.order);
      for (let from = 0; from < hits.length; from += MOST_HITS) {
        const { row, touched } = this.#apply({
          type: 'trigger',
          time: quote.time,
          instrument: listing.id,
          hits: hits.slice(from, from + MOST_HITS),
        });
        rows.push(row);
        for (const account of touched) concerned.add(account);
      }
    }
  }

  /** Computes accounts exactly, by ascending id: stops out those at their level, and gives all of them new bands. */
  #followUp(accounts: Iterable<Account>, time: number): Applied[] {
    const rows: Applied[] = [];
    for (const account of [...accounts].sort((left, right) => left.id - right.id)) {
      const stoppedOut = this.#judge(account, time);
      if (stoppedOut === undefined) continue;
      rows.push(stoppedOut);
      this.#setBands(account);
    }
    return rows;
  }

  #judge(account: Account, time: number): Applied | undefined {
    const breached = this.#setBands(account);
    if (!breached || !canActOn(GLANCE, account, time)) return undefined;
    return this.#apply({ type: 'stopOut', time, account: account.id }).row;
  }

  /** New bands from an exact computation; says whether the account is at or below its stop-out level. */
  #setBands(account: Account): boolean {
    const standing = standingOf(GLANCE, this.#rulebook, account);
    const breached =
      this.#state.rules !== undefined && this.#rulebook.isAtOrBelow(standing, this.#state.rules.stopOutPercent);
    this.#bands.set(account, standing, breached);
    return breached;
  }

  /** Begins to watch quotes after a restore or a replay: bands for every account. */
  #watch(): void {
    if (this.#watching) return;
    this.#watching = true;
    for (const account of this.#state.accounts.values()) this.#setBands(account);
  }
}
