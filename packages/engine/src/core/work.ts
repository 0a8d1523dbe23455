import type { Quote } from '@fairlot/domain';
import type { MarketView, TradingRules } from '../command.ts';
import type { Event } from '../event.ts';
import { fold } from './fold.ts';
import { InvariantError } from './invariant.ts';
import type { Rulebook } from './rulebook.ts';
import type { Account, Listing, State } from './state.ts';

/** Gives the last known quote of a market. */
export interface MarketReader {
  quoteOf(listing: Listing): Quote | undefined;
}

/** Reads without a trace: for views and for the price indexes, which only guide. */
export const GLANCE: MarketReader = { quoteOf: (listing) => listing.quote };

/** One command on its way through the engine: collects the facts that it states and the markets that it reads. */
export class Work implements MarketReader {
  readonly state: State;
  readonly rulebook: Rulebook;
  readonly time: number;
  readonly events: Event[] = [];
  readonly markets: MarketView[] = [];
  readonly touched = new Set<Account>();

  constructor(state: State, rulebook: Rulebook, time: number) {
    this.state = state;
    this.rulebook = rulebook;
    this.time = time;
  }

  /** States a fact: the state changes at once. */
  emit(event: Event): void {
    fold(this.state, this.rulebook, event, this.time);
    this.events.push(event);
  }

  /** Notes that this row changes an account. */
  touch(account: Account): void {
    account.changedBy = this.state.seq;
    this.touched.add(account);
  }

  /** The last quote; the market goes into the journal if it isn't there in this form. */
  quoteOf(listing: Listing): Quote | undefined {
    if (!listing.journalled && listing.quote !== undefined) {
      listing.journalled = true;
      const view = listing.view();
      if (view !== undefined) this.markets.push(view);
    }
    return listing.quote;
  }

  /** The operator's rules; the host sets them before anything else. */
  get rules(): TradingRules {
    if (this.state.rules === undefined) throw new InvariantError('the trading rules are not set');
    return this.state.rules;
  }
}
