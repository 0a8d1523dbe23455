import type { Quote } from '@fairlot/domain';
import type { MarketView, OrderId, TradingRules } from '../command.ts';
import type { Event, OrderAmended, OrderPlaced, PositionOpened } from '../event.ts';
import type { OrderTerms } from '../outcome.ts';
import { fold, orderOf } from './fold.ts';
import { InvariantError } from './invariant.ts';
import type { Rulebook } from './rulebook.ts';
import type { Account, InstrumentState, State } from './state.ts';

/** Reads the last known quote of an instrument. */
export interface MarketReader {
  quoteOf(instrument: InstrumentState): Quote | undefined;
}

/** A reader that does not record markets in the journal, for views and price indexes, which decide nothing. */
export const UNRECORDED: MarketReader = { quoteOf: (instrument) => instrument.observed ?? instrument.quote };

/** The execution of one command. Collects its events and the markets that it reads. */
export class Work implements MarketReader {
  readonly state: State;
  readonly rulebook: Rulebook;
  readonly time: number;
  readonly events: Event[] = [];
  readonly markets: MarketView[] = [];
  readonly touched = new Set<Account>();
  /** See Applied.terms. */
  terms: OrderTerms[] | undefined;

  constructor(state: State, rulebook: Rulebook, time: number) {
    this.state = state;
    this.rulebook = rulebook;
    this.time = time;
  }

  /** Applies an event to the state at once and records it. */
  emit(event: Event): void {
    fold(this.state, this.rulebook, event, this.time);
    this.events.push(event);
    if (agreesTerms(event)) this.#noteTerms(event.order);
  }

  #noteTerms(id: OrderId): void {
    const { account, instrument, markup } = orderOf(this.state, id);
    if (instrument.terms === undefined) throw new InvariantError(`order ${id} is in an instrument without terms`);
    const terms = account.group.termsOfOrder(instrument.terms, this.rules, markup);
    this.terms ??= [];
    this.terms.push({ order: id, instrument: instrument.id, terms });
  }

  /** Marks an account as changed by this row, in what its orders are worth or bind or in its money. */
  touch(account: Account): void {
    account.changedBy = this.state.seq;
    this.touched.add(account);
  }

  /** The last quote. Records the market for the journal unless the journal already has it in this form. */
  quoteOf(instrument: InstrumentState): Quote | undefined {
    if (!instrument.journalled && instrument.quote !== undefined) {
      instrument.journalled = true;
      const view = instrument.view();
      if (view !== undefined) this.markets.push(view);
    }
    return instrument.quote;
  }

  /** The stop-out level of an account in whole per cent. */
  stopOutPercentOf(account: Account): number {
    return this.state.stopOutPercentOf(account) ?? this.rules.stopOutPercent;
  }

  /** The operator's rules. The host must set them before any other command needs them. */
  get rules(): TradingRules {
    if (this.state.rules === undefined) throw new InvariantError('the trading rules are not set');
    return this.state.rules;
  }
}

/** True when the fee of an order was computed. A pending order is filled at the fee that it has reserved. */
function agreesTerms(event: Event): event is OrderPlaced | PositionOpened | OrderAmended {
  return event.type === 'positionOpened'
    ? event.kind === 'market'
    : event.type === 'orderPlaced' || event.type === 'orderAmended';
}
