import type { Quote } from '@fairlot/domain';
import type { Applied, MarketView } from '../../index.ts';
import type { AuditedBurst } from './books.ts';
import type { Ledger } from './ledger.ts';
import { OK } from './outcomes.ts';
import {
  causeFor,
  fire,
  fires,
  hitsOf,
  holdersOf,
  involved,
  marketIn,
  mustStopOut,
  stopOut,
  takeQuote,
  writeRow,
} from './watch.ts';

/**
 * Follows bursts. How much work a row does is the engine's choice, so the auditor does as much and checks the rest: the
 * orders of each quote by ascending number, all of them at that quote, no account left out, and nothing lost at the end.
 */
export class BurstBook {
  readonly #ledger: Ledger;

  constructor(ledger: Ledger) {
    this.#ledger = ledger;
  }

  /** True while quotes of the instrument wait. */
  has(instrument: number): boolean {
    return this.#ledger.books.bursts.has(instrument);
  }

  /** A quote caused more work than a slice. */
  begin(quote: Quote, time: number): void {
    const { instrument } = quote;
    if (!takeQuote(this.#ledger, quote, time)) throw new Error('a burst began with a quote that is not taken');
    this.#ledger.books.bursts.set(instrument, {
      queue: [],
      round: [],
      deals: fires(this.#ledger, instrument, time),
      isRestored: false,
      isChecked: false,
      touched: new Set(),
      deferred: new Set(),
    });
  }

  /** After a crash, a burst goes on at its quote. Quotes that waited are lost. */
  restore(instrument: number, isInDoubt: boolean): void {
    const market = marketIn(this.#ledger, instrument);
    market.confirmed = !isInDoubt;
    this.#ledger.books.bursts.set(instrument, {
      queue: [],
      round: [],
      deals: market.open && !isInDoubt && !this.#ledger.isHalted(instrument) && !this.#awaitsRate(instrument),
      isRestored: true,
      isChecked: false,
      touched: new Set(),
      deferred: new Set(),
    });
  }

  /** After a crash, an open market has no rate for others before its next quote. */
  #awaitsRate(instrument: number): boolean {
    const leg = this.#ledger.terms(instrument).conversion?.instrument ?? instrument;
    return leg !== instrument && this.#ledger.isOpen(leg);
  }

  /** A change of a market that waits. */
  wait(instrument: number, change: AuditedBurst['queue'][number]): void {
    this.#burst(instrument).queue.push(change);
  }

  /** Adds an account at its stop-out level to the bursts that it depends on. Returns false when there are none. */
  defer(account: number, besides?: number): boolean {
    const ids = this.#ledger.ordersOf(account).flatMap((order) => involved(this.#ledger, order));
    const bursts = ids.filter((id) => id !== besides && this.has(id));
    for (const id of bursts) this.#burst(id).deferred.add(account);
    return bursts.length > 0;
  }

  /** Repeats the rows of a slice. `market`: the instrument's market in the engine after it. */
  follow(instrument: number, rows: readonly Applied[], time: number, market: MarketView | undefined): void {
    for (const row of rows) {
      const seen = row.markets.find((view) => view.instrument === instrument);
      if (seen !== undefined) this.#advanceTo(instrument, seen, time);
      this.#row(instrument, row, time);
    }
    if (this.has(instrument) && market !== undefined) this.#advanceTo(instrument, market, time);
  }

  #row(instrument: number, { command }: Applied, time: number): void {
    const burst = this.#burst(instrument);
    if (command.type === 'trigger') {
      this.#fire(instrument, burst, command.hits.length, time);
    } else if (command.type === 'stopOut') {
      this.#requireNoHits(instrument, burst);
      const { account } = command;
      if (this.defer(account, instrument)) throw new Error(`account ${account} depends on another burst`);
      if (!mustStopOut(this.#ledger, account, time, instrument))
        throw new Error(`account ${account} was stopped out for nothing`);
      stopOut(this.#ledger, account, time, instrument);
    } else if (command.type === 'beginBurst' || command.type === 'endBurst') {
      if (command.type === 'endBurst') this.#end(instrument, burst, time);
      writeRow(this.#ledger, command.type, time, () => {
        this.#ledger.say(`${command.type === 'endBurst' ? 'burstEnded' : 'burstBegun'} ${instrument}`);
        return OK;
      });
    } else throw new Error(`a ${command.type} in a slice`);
  }

  #fire(instrument: number, burst: AuditedBurst, count: number, time: number): void {
    if (!burst.deals) throw new Error(`orders were triggered in instrument ${instrument}, which can't be dealt on`);
    if (!this.#hasHits(burst)) burst.round = hitsOf(this.#ledger, instrument).map(({ order }) => order.id);
    const hits = burst.round.flatMap((id) => {
      const order = this.#ledger.books.orders.find((each) => each.id === id);
      const cause = order && causeFor(this.#ledger, order);
      return order === undefined || cause === undefined ? [] : [{ order, cause }];
    });
    const now = hits.slice(0, count);
    fire(this.#ledger, instrument, now, time);
    for (const { order } of now) burst.touched.add(order.account);
    burst.round = hits.slice(count).map(({ order }) => order.id);
  }

  #hasHits({ round }: AuditedBurst): boolean {
    return this.#ledger.books.orders.some((order) => round.includes(order.id) && causeFor(this.#ledger, order));
  }

  #requireNoHits(instrument: number, burst: AuditedBurst): void {
    const [hit] = burst.deals && !burst.isChecked ? hitsOf(this.#ledger, instrument) : [];
    if (hit !== undefined) throw new Error(`order ${hit.order.id} is reached and was not triggered`);
  }

  /** Works the changes that wait until the market is as given. */
  #advanceTo(instrument: number, view: MarketView, time: number): void {
    const burst = this.#burst(instrument);
    while (burst.queue.length > 0 && !this.#isAt(instrument, view)) this.#advance(instrument, burst, time);
    if (!this.#isAt(instrument, view)) throw new Error(`the market of ${instrument} never was as the engine has it`);
  }

  #isAt(instrument: number, view: MarketView): boolean {
    const { quote, open, held, confirmed } = marketIn(this.#ledger, instrument);
    return quote?.seq === view.seq && open === view.open && (held || !confirmed) === (view.doubt === true);
  }

  #advance(instrument: number, burst: AuditedBurst, time: number): void {
    const next = burst.queue.shift();
    if (next === undefined) return;
    this.#requireDone(instrument, burst, time);
    const market = marketIn(this.#ledger, instrument);
    if ('quote' in next) {
      if (!takeQuote(this.#ledger, next.quote, next.time)) return;
      burst.deals = fires(this.#ledger, instrument, next.time);
      burst.isRestored = false;
      burst.isChecked = false;
      burst.touched.clear();
      burst.round = [];
      return;
    }
    if ('open' in next) market.open = next.open;
    else market.held = next.held;
    // As outside of bursts, a session's beginning or the end of a doubt fires nothing itself; the next quote does.
    for (const account of burst.deferred)
      if (mustStopOut(this.#ledger, account, time, instrument)) burst.deferred.delete(account);
  }

  /** Nothing that the present quote causes may be left. */
  #requireDone(instrument: number, burst: AuditedBurst, time: number): void {
    if (burst.isChecked) return;
    this.#requireNoHits(instrument, burst);
    burst.isChecked = true;
    for (const account of new Set([...holdersOf(this.#ledger, instrument), ...burst.touched]))
      if (!burst.deferred.has(account)) this.#requireJudged(instrument, account, time);
  }

  #requireJudged(instrument: number, account: number, time: number): void {
    if (this.#ledger.books.review.has(account)) return;
    if (!mustStopOut(this.#ledger, account, time, instrument) || this.#hasTurn(instrument, account)) return;
    if (!this.defer(account, instrument))
      throw new Error(`account ${account} is at its stop-out level and was left open`);
  }

  /** True while triggers of another burst have changed the account, and its turn there is still to come. */
  #hasTurn(instrument: number, account: number): boolean {
    return [...this.#ledger.books.bursts].some(
      ([id, { touched, isChecked }]) => id !== instrument && !isChecked && touched.has(account),
    );
  }

  #end(instrument: number, burst: AuditedBurst, time: number): void {
    while (burst.queue.length > 0) this.#advance(instrument, burst, time);
    this.#requireDone(instrument, burst, time);
    for (const account of burst.deferred) this.#requireJudged(instrument, account, time);
    // Accounts that other bursts could not judge because of this one are judged at the end of those.
    for (const account of holdersOf(this.#ledger, instrument)) this.defer(account, instrument);
    if (burst.isRestored) marketIn(this.#ledger, instrument).confirmed = false;
    this.#ledger.books.bursts.delete(instrument);
  }

  #burst(instrument: number): AuditedBurst {
    const burst = this.#ledger.books.bursts.get(instrument);
    if (burst === undefined) throw new Error(`there is no burst of instrument ${instrument}`);
    return burst;
  }
}

/** The instrument whose burst made the rows of a slice. */
export function instrumentOf(rows: readonly Applied[]): number | undefined {
  for (const { command } of rows) {
    if ('hits' in command || command.type === 'endBurst') return command.instrument;
    if (command.type === 'stopOut') return command.quoted;
  }
  return undefined;
}
