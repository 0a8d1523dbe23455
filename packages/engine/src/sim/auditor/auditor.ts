import type { Instrument, Quote } from '@fairlot/domain';
import type { ClientCommand, DefineInstrument, HostCommand, MarketView, Outcome, SetRules } from '../../index.ts';
import { type AuditedMarket, type AuditedOrder, type Books, copyBooks, emptyBooks } from './books.ts';
import { decimalsOf } from './exact.ts';
import { Ledger } from './ledger.ts';
import { beginRollover, endRollover, keepSwap, payOwedSwaps } from './swaps.ts';
import { adjust, chargeSwap, deposit, endWithdrawal, holdWithdrawal, openAccount, resetDemo } from './money.ts';
import {
  OK,
  amend,
  cancel,
  cancelByClient,
  changeStops,
  close,
  closeByClient,
  fillPending,
  coverDebt,
  no,
  place,
} from './trading.ts';

/** The auditor's prediction for one step: the outcome and the journal rows as text. */
export interface Expectation {
  readonly outcome: Outcome;
  /** True when the key was used before. Nothing may be journalled then. */
  readonly repeated: boolean;
  readonly lines: readonly string[];
}

/**
 * Keeps its own books next to the engine's, slowly and without any index, and predicts the result of every command and
 * every quote.
 */
export class Auditor {
  readonly #ledger = new Ledger(emptyBooks());

  get ledger(): Ledger {
    return this.#ledger;
  }

  /** Predicts the result of a command. */
  command(given: ClientCommand | HostCommand): Expectation {
    this.#begin();
    const command = { ...given, time: this.#timeOf(given.time) };
    if (!('key' in command)) {
      const outcome = this.#host(command);
      return { outcome, repeated: false, lines: this.#ledger.lines };
    }
    const name = `${command.account} ${command.key}`;
    const text = commandText(command);
    const earlier = this.#ledger.books.keys.get(name);
    if (earlier !== undefined) {
      return { outcome: earlier.command === text ? earlier.outcome : no('key_reused'), repeated: true, lines: [] };
    }
    const outcome = this.#row(command.type, command.time, () => this.#decide(command));
    this.#ledger.books.keys.set(name, { command: text, outcome });
    this.#stopOuts(this.#ledger.touched, command.time);
    return { outcome, repeated: false, lines: this.#ledger.lines };
  }

  /** Predicts the result of a quote. */
  quote(quote: Quote, now: number): readonly string[] {
    this.#begin();
    const time = this.#timeOf(now);
    const market = this.#market(quote.instrument);
    if (market.quote !== undefined) {
      const limit = this.#ledger.books.instruments.get(quote.instrument)?.staleAfterMs ?? Number.POSITIVE_INFINITY;
      const old = time - quote.time > limit;
      const ahead = quote.time - time > limit;
      // Out of session, only a recovered quote is replaced.
      if (market.open ? old || ahead : market.confirmed) return [];
    }
    market.quote = quote;
    market.confirmed = true;
    while (this.#deals(quote.instrument, time)) {
      const hits = this.#ledger.books.orders
        .flatMap((order) => {
          const cause = order.instrument === quote.instrument ? this.#cause(order) : undefined;
          return cause === undefined ? [] : [{ order, cause }];
        })
        .sort((left, right) => left.order.id - right.order.id);
      if (hits.length === 0) break;
      const text = hits.map(({ order, cause }) => `${order.id}:${cause}`).join(' ');
      this.#row(`trigger ${quote.instrument} ${text}`, time, () => {
        for (const { order, cause } of hits) this.#hit(order, cause, time);
        return OK;
      });
    }
    const concerned = new Set(this.#ledger.touched);
    for (const order of this.#ledger.books.orders) {
      const leg = this.#ledger.terms(order.instrument).conversion?.instrument;
      if (order.open && (order.instrument === quote.instrument || leg === quote.instrument))
        concerned.add(order.account);
    }
    this.#stopOuts(concerned, time);
    return this.#ledger.lines;
  }

  setDoubt(instrument: number, doubt: boolean): void {
    this.#market(instrument).held = doubt;
  }

  setOpen(instrument: number, open: boolean): void {
    this.#market(instrument).open = open;
  }

  /** After a crash, takes over the markets that the recovered engine knows and drops all others. */
  forgetMarkets(views: readonly MarketView[]): void {
    this.#ledger.books.markets.clear();
    for (const { open, doubt: _doubt, ...quote } of views)
      this.#ledger.books.markets.set(quote.instrument, { quote, open, held: false, confirmed: false });
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

  #row(title: string, time: number, decide: () => Outcome): Outcome {
    this.#ledger.books.seq += 1;
    this.#ledger.books.time = time;
    const first = this.#ledger.lines.push('') - 1;
    const outcome = decide();
    this.#ledger.lines[first] = `row ${this.#ledger.books.seq} ${title} ${JSON.stringify(outcome)}`;
    return outcome;
  }

  /** No row is dated before the one ahead of it. */
  #timeOf(time: number): number {
    return time < this.#ledger.books.time ? this.#ledger.books.time : time;
  }

  #deals(instrument: number, time: number): boolean {
    const ledger = this.#ledger;
    if (!ledger.isOpen(instrument) || ledger.isInDoubt(instrument)) return false;
    return !ledger.books.instruments.has(instrument) || !ledger.isStale(instrument, time);
  }

  #market(instrument: number): AuditedMarket {
    let market = this.#ledger.books.markets.get(instrument);
    if (market === undefined) {
      market = { quote: undefined, open: false, held: false, confirmed: false };
      this.#ledger.books.markets.set(instrument, market);
    }
    return market;
  }

  #decide(command: ClientCommand): Outcome {
    switch (command.type) {
      case 'openAccount':
        return openAccount(this.#ledger, command);
      case 'placeOrder':
        return place(this.#ledger, command);
      case 'closePosition':
        return closeByClient(this.#ledger, command);
      case 'cancelOrder':
        return cancelByClient(this.#ledger, command);
      case 'setStops':
        return changeStops(this.#ledger, command);
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
      case 'resetDemo':
        return resetDemo(this.#ledger, command);
      case 'chargeSwap':
        return chargeSwap(this.#ledger, command);
    }
  }

  #host(command: HostCommand): Outcome {
    switch (command.type) {
      case 'setRules':
        return this.#setRules(command);
      case 'defineInstrument':
        return this.#define(command);
      case 'beginRollover':
        return this.#row(command.type, command.time, () => beginRollover(this.#ledger, command));
      case 'endRollover':
        return this.#row(command.type, command.time, () => endRollover(this.#ledger, command));
    }
  }

  #setRules({ rules, time }: SetRules): Outcome {
    const outcome = this.#row('setRules', time, () => {
      this.#ledger.books.rules = rules;
      this.#ledger.say('rules');
      return OK;
    });
    this.#stopOuts(new Set(this.#ledger.books.accounts.keys()), time);
    return outcome;
  }

  #define({ instrument: terms, time }: DefineInstrument): Outcome {
    return this.#row('defineInstrument', time, () => {
      const old = this.#ledger.books.instruments.get(terms.id);
      if (
        old !== undefined &&
        meaning(old) !== meaning(terms) &&
        this.#ledger.books.orders.some(({ instrument }) => instrument === terms.id)
      ) {
        return no('instrument_in_use');
      }
      if (old !== undefined) keepSwap(this.#ledger, old, terms);
      this.#ledger.books.instruments.set(terms.id, terms);
      this.#ledger.say(`instrument ${terms.id}`);
      return OK;
    });
  }

  /** The effect of the present quote on an order. Buyers pay the ask, sellers get the bid. */
  #cause({
    instrument,
    side,
    kind,
    open,
    target,
    stop,
    take,
  }: AuditedOrder): 'pending' | 'stopLoss' | 'takeProfit' | undefined {
    const sign = side === 'buy' ? 1n : -1n;
    if (!open) {
      const away = target === undefined ? 0n : (this.#ledger.opening(instrument, side) - target) * sign;
      return (kind === 'limit' ? away <= 0n : away >= 0n) ? 'pending' : undefined;
    }
    const closing = this.#ledger.closing(instrument, side);
    if (stop !== undefined && (closing - stop) * sign <= 0n) return 'stopLoss';
    return take !== undefined && (closing - take) * sign >= 0n ? 'takeProfit' : undefined;
  }

  #hit(order: AuditedOrder, cause: 'pending' | 'stopLoss' | 'takeProfit', time: number): void {
    const ledger = this.#ledger;
    if (!ledger.books.orders.includes(order)) return;
    if (cause === 'pending') fillPending(ledger, order, time);
    else {
      payOwedSwaps(ledger, order.account);
      close(ledger, order, cause === 'stopLoss' ? 'stop_loss' : 'take_profit');
    }
    coverDebt(ledger, order.account);
  }

  #stopOuts(accounts: ReadonlySet<number>, time: number): void {
    for (const account of [...accounts].sort((left, right) => left - right)) {
      const actable = this.#ledger.pendingOf(account).length > 0 || this.#closable(account, time).length > 0;
      if (actable && !this.#dependsOnDoubt(account) && this.#isAtStopOut(account))
        this.#row(`stopOut ${account}`, time, () => this.#stopOut(account, time));
    }
  }

  /** True when a position is valued at a price in doubt, its own or that of its conversion. */
  #dependsOnDoubt(account: number): boolean {
    return this.#ledger.positionsOf(account).some(({ instrument }) => {
      const leg = this.#ledger.terms(instrument).conversion?.instrument;
      return this.#ledger.isInDoubt(instrument) || (leg !== undefined && this.#ledger.isInDoubt(leg));
    });
  }

  #isAtStopOut(account: number): boolean {
    const margin = this.#ledger.usedMargin(account);
    return margin > 0n && 100n * this.#ledger.equity(account) <= BigInt(this.#ledger.rules.stopOutPercent) * margin;
  }

  #closable(account: number, time: number): AuditedOrder[] {
    return this.#ledger.positionsOf(account).filter(({ instrument }) => this.#deals(instrument, time));
  }

  #stopOut(account: number, time: number): Outcome {
    const ledger = this.#ledger;
    payOwedSwaps(ledger, account);
    if (!this.#isAtStopOut(account)) return OK;
    for (const order of ledger.pendingOf(account)) cancel(ledger, order, 'stop_out');
    while (this.#isAtStopOut(account)) {
      const [worst] = this.#closable(account, time)
        .map((order) => ({ order, result: ledger.profit(order) }))
        .sort((left, right) =>
          left.result === right.result ? left.order.id - right.order.id : left.result < right.result ? -1 : 1,
        );
      if (worst === undefined) break;
      const equity = ledger.equity(account);
      const margin = ledger.usedMargin(account);
      close(
        ledger,
        worst.order,
        'stop_out',
        ` because ${equity} ${margin} ${(equity * 10_000_000_000n) / margin} ${ledger.rules.stopOutPercent} ${-worst.result}`,
      );
    }
    coverDebt(ledger, account);
    return OK;
  }
}

/** The terms that define an instrument's prices and volumes. */
function meaning(of: Instrument): string {
  return [
    of.pricePrecision,
    decimalsOf(of),
    of.unitsPerLot,
    of.quoteCurrency,
    of.conversion?.instrument,
    of.conversion?.inverse,
  ].join();
}

/** A command as text, without the time and key, which differ when it is sent again. */
function commandText(command: ClientCommand): string {
  const { time: _time, key: _key, ...rest } = command;
  return JSON.stringify(
    Object.entries(rest)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => `${name} ${String(value)}`)
      .sort(),
  );
}
