import type { Quote } from '@fairlot/domain';
import type {
  Applied,
  ClientCommand,
  DefineGroup,
  DefineInstrument,
  HostCommand,
  MarketView,
  Outcome,
  SetRules,
} from '../../index.ts';
import { type Books, copyBooks, emptyBooks } from './books.ts';
import { BurstBook, instrumentOf } from './bursts.ts';
import { closeAll, closeByOpposite } from './close-several.ts';
import { commandText } from './command-text.ts';
import { correct } from './corrections.ts';
import { meaning, setDealing } from './dealing.ts';
import { assignGroup, defineGroup, isMarked, isTiered, removeGroup } from './groups.ts';
import { endDue } from './ends.ts';
import { malformed } from './input.ts';
import { Ledger } from './ledger.ts';
import { noteListed, removeInstrument } from './listing.ts';
import { beginRollover, endRollover, keepSwap } from './swaps.ts';
import {
  adjust,
  chargeSwap,
  deposit,
  endWithdrawal,
  holdWithdrawal,
  openAccount,
  resetDemo,
  retireAccount,
  settleWithHouse,
} from './money.ts';
import { OK, no } from './outcomes.ts';
import { setLevels } from './partial-levels.ts';
import { amend, cancelByClient, changeStops, closeByClient, place } from './trading.ts';
import {
  fire,
  fires,
  hitsOf,
  holdersOf,
  isAtStopOut,
  marketIn,
  mustStopOut,
  stopOut,
  takeQuote,
  writeRow,
} from './watch.ts';

/** The auditor's prediction for one step: the outcome and the journal rows as text. */
export interface Expectation {
  readonly outcome: Outcome;
  /** Only `applied` may change anything: `repeated` has a used key, and `refused` could never be right. */
  readonly kind: 'applied' | 'repeated' | 'refused';
  readonly lines: readonly string[];
}

/**
 * Keeps its own books next to the engine's, slowly and without any index, and predicts the result of every command and
 * every quote.
 */
export class Auditor {
  readonly #ledger = new Ledger(emptyBooks());
  readonly #bursts = new BurstBook(this.#ledger);
  readonly #reviewed: number;

  /** `reviewed`: number of positions after which a slice of a review ends. */
  constructor(reviewed = Number.POSITIVE_INFINITY) {
    this.#reviewed = reviewed;
  }

  get ledger(): Ledger {
    return this.#ledger;
  }

  /** Predicts the result of a command. */
  command(given: ClientCommand | HostCommand): Expectation {
    this.#begin();
    const command = { ...given, time: this.#timeOf(given.time) };
    if (!('key' in command)) {
      const outcome = this.#host(command);
      return { outcome, kind: 'applied', lines: this.#ledger.lines };
    }
    const name = `${command.account} ${command.key}`;
    const text = commandText(command);
    const earlier = this.#ledger.books.keys.get(name);
    if (earlier !== undefined) {
      return { outcome: earlier.command === text ? earlier.outcome : no('key_reused'), kind: 'repeated', lines: [] };
    }
    const reason = malformed(this.#ledger, command);
    if (reason !== undefined) return { outcome: no(reason), kind: 'refused', lines: [] };
    const outcome = writeRow(this.#ledger, command.type, command.time, () => this.#decide(command));
    this.#ledger.books.keys.set(name, { command: text, outcome });
    for (const account of this.#ledger.touched) this.#ledger.books.review.delete(account);
    this.#stopOuts(this.#ledger.touched, command.time);
    return { outcome, kind: 'applied', lines: this.#ledger.lines };
  }

  /** Predicts the result of a quote. */
  quote(quote: Quote, now: number): readonly string[] {
    this.#begin();
    const time = this.#timeOf(now);
    const { instrument } = quote;
    if (this.#bursts.has(instrument)) {
      this.#bursts.wait(instrument, { quote, time });
      return [];
    }
    if (!takeQuote(this.#ledger, quote, time)) return [];
    while (fires(this.#ledger, instrument, time)) {
      const hits = hitsOf(this.#ledger, instrument);
      if (hits.length === 0) break;
      fire(this.#ledger, instrument, hits, time);
    }
    const reached = new Set([...this.#ledger.touched, ...holdersOf(this.#ledger, instrument)]);
    this.#stopOuts(new Set([...reached].filter((account) => !this.#ledger.books.review.has(account))), time);
    return this.#ledger.lines;
  }

  /** Predicts which orders end at a moment. */
  expire(now: number): readonly string[] {
    this.#begin();
    const time = this.#timeOf(now);
    endDue(this.#ledger, time, this.#reviewed, (owners) => this.#stopOuts(owners, time));
    return this.#ledger.lines;
  }

  /** Follows a quote that caused more work than a slice. `market`: the instrument's market in the engine after it. */
  burst(quote: Quote, now: number, rows: readonly Applied[], market: MarketView | undefined): readonly string[] {
    this.#begin();
    const time = this.#timeOf(now);
    this.#bursts.begin(quote, time);
    this.#bursts.follow(quote.instrument, rows, time, market);
    return this.#ledger.lines;
  }

  /** Follows the next slice of a review and of a burst. `marketOf`: the engine's markets after it. */
  work(
    rows: readonly Applied[],
    now: number,
    marketOf: (instrument: number) => MarketView | undefined,
  ): readonly string[] {
    this.#begin();
    const time = this.#timeOf(now);
    const before = this.#ledger.books.seq;
    this.#review(time);
    const others = rows.slice(this.#ledger.books.seq - before);
    const worked = instrumentOf(others);
    for (const instrument of this.bursting)
      this.#bursts.follow(instrument, instrument === worked ? others : [], time, marketOf(instrument));
    return this.#ledger.lines;
  }

  /** True while the engine has to go on without being told. */
  get busy(): boolean {
    const { bursts, review, due } = this.#ledger.books;
    return bursts.size + review.size + due.length > 0;
  }

  /** Instruments in a burst. */
  get bursting(): readonly number[] {
    return [...this.#ledger.books.bursts.keys()];
  }

  setDoubt(instrument: number, doubt: boolean): void {
    if (this.#bursts.has(instrument)) this.#bursts.wait(instrument, { held: doubt });
    else marketIn(this.#ledger, instrument).held = doubt;
  }

  setOpen(instrument: number, open: boolean): void {
    if (this.#bursts.has(instrument)) this.#bursts.wait(instrument, { open });
    else marketIn(this.#ledger, instrument).open = open;
  }

  /** After a crash, takes over the markets that the recovered engine knows and drops all others. */
  forgetMarkets(views: readonly MarketView[]): void {
    const { markets, review } = this.#ledger.books;
    markets.clear();
    // A recovered engine judges every account anew, as soon as it has a price.
    review.clear();
    this.#ledger.books.due = [];
    for (const { open, doubt: _doubt, ...quote } of views)
      markets.set(quote.instrument, { quote, open, held: false, confirmed: false });
    for (const { instrument, doubt } of views)
      if (this.#bursts.has(instrument)) this.#bursts.restore(instrument, doubt === true);
  }

  remember(): Books {
    return copyBooks(this.#ledger.books);
  }

  goBackTo(books: Books): void {
    this.#ledger.books = copyBooks(books);
  }

  #begin(): void {
    this.#ledger.lines = [];
    this.#ledger.touched.clear();
  }

  /** No row is dated before the one ahead of it. */
  #timeOf(time: number): number {
    return time < this.#ledger.books.time ? this.#ledger.books.time : time;
  }

  #decide(command: ClientCommand): Outcome {
    switch (command.type) {
      case 'openAccount':
        return openAccount(this.#ledger, command);
      case 'placeOrder':
        return place(this.#ledger, command);
      case 'closePosition':
        return closeByClient(this.#ledger, command);
      case 'closeByOpposite':
        return closeByOpposite(this.#ledger, command);
      case 'closeAll':
        return closeAll(this.#ledger, command);
      case 'cancelOrder':
        return cancelByClient(this.#ledger, command);
      case 'correctFill':
        return correct(this.#ledger, command);
      case 'setStops':
        return changeStops(this.#ledger, command);
      case 'setPartialLevels':
        return setLevels(this.#ledger, command);
      case 'amendOrder':
        return amend(this.#ledger, command);
      case 'deposit':
        return deposit(this.#ledger, command);
      case 'holdWithdrawal':
        return holdWithdrawal(this.#ledger, command);
      case 'releaseWithdrawal':
      case 'payWithdrawal':
        return endWithdrawal(this.#ledger, command);
      case 'adjust':
        return adjust(this.#ledger, command);
      case 'reward':
      case 'chargeCopyFee':
      case 'payCopyFee':
        return settleWithHouse(this.#ledger, command);
      case 'resetDemo':
        return resetDemo(this.#ledger, command);
      case 'retireAccount':
        return retireAccount(this.#ledger, command);
      case 'chargeSwap':
        return chargeSwap(this.#ledger, command);
      case 'assignGroup':
        return assignGroup(this.#ledger, command);
    }
  }

  #host(command: HostCommand): Outcome {
    switch (command.type) {
      case 'setRules':
        return this.#setRules(command);
      case 'defineInstrument':
        return this.#define(command);
      case 'removeInstrument':
        return writeRow(this.#ledger, command.type, command.time, () => removeInstrument(this.#ledger, command));
      case 'setDealing':
        return writeRow(this.#ledger, command.type, command.time, () => setDealing(this.#ledger, command));
      case 'defineGroup':
        return this.#defineGroup(command);
      case 'removeGroup':
        return writeRow(this.#ledger, command.type, command.time, () => removeGroup(this.#ledger, command));
      case 'beginRollover':
        return writeRow(this.#ledger, command.type, command.time, () => beginRollover(this.#ledger, command));
      case 'endRollover':
        return writeRow(this.#ledger, command.type, command.time, () => endRollover(this.#ledger, command));
    }
  }

  #setRules({ rules, time }: SetRules): Outcome {
    const outcome = writeRow(this.#ledger, 'setRules', time, () => {
      this.#ledger.books.rules = rules;
      this.#ledger.say('rules');
      return OK;
    });
    this.#beginReview([...this.#ledger.books.accounts.keys()], time);
    return outcome;
  }

  #defineGroup(command: DefineGroup): Outcome {
    const { group, time } = command;
    const outcome = writeRow(this.#ledger, 'defineGroup', time, () => defineGroup(this.#ledger, command));
    const accounts = [...this.#ledger.books.accounts.keys()];
    const members = accounts.filter((account) => this.#ledger.groupOf(account) === group.id);
    if (outcome.ok) this.#beginReview(members, time);
    return outcome;
  }

  #beginReview(accounts: readonly number[], time: number): void {
    for (const account of accounts)
      if (this.#ledger.positionsOf(account).length > 0) this.#ledger.books.review.add(account);
    this.#review(time);
  }

  /** Judges the next accounts under new terms, by ascending number. */
  #review(time: number): void {
    const { review } = this.#ledger.books;
    let left = this.#reviewed;
    for (const account of [...review].sort((one, other) => one - other)) {
      if (left <= 0) return;
      left -= this.#ledger.positionsOf(account).length;
      review.delete(account);
      this.#stopOuts(new Set([account]), time);
    }
  }

  #define({ instrument: terms, time }: DefineInstrument): Outcome {
    return writeRow(this.#ledger, 'defineInstrument', time, () => {
      const old = this.#ledger.books.instruments.get(terms.id);
      if (
        old !== undefined &&
        meaning(old) !== meaning(terms) &&
        (this.#ledger.books.orders.some(({ instrument }) => instrument === terms.id) ||
          isMarked(this.#ledger, terms.id))
      ) {
        return no('instrument_in_use');
      }
      if (terms.marginMode === 'fixed' && isTiered(this.#ledger, terms.id)) return no('instrument_in_use');
      if (old === undefined) noteListed(this.#ledger, terms);
      else keepSwap(this.#ledger, old, terms);
      this.#ledger.books.instruments.set(terms.id, terms);
      this.#ledger.say(`instrument ${terms.id}`);
      return OK;
    });
  }

  #stopOuts(accounts: ReadonlySet<number>, time: number): void {
    for (const account of [...accounts].sort((left, right) => left - right)) {
      if (isAtStopOut(this.#ledger, account) && this.#bursts.defer(account)) continue;
      if (mustStopOut(this.#ledger, account, time)) stopOut(this.#ledger, account, time);
    }
  }
}
