import type { Instrument, Quote } from '@fairlot/domain';
import type { ClientCommand, DefineInstrument, MarketView, Outcome, SetRules } from '../../index.ts';
import { copyBooks, emptyBooks } from './books.ts';
import type { Books, Ticket } from './books.ts';
import { Desk } from './desk.ts';
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
  forgive,
  no,
  place,
} from './trading.ts';

/** What the auditor says must come of one step: the answer, and the journal rows as text. */
export interface Verdict {
  readonly outcome: Outcome;
  /** The key had been used: nothing may be journalled. */
  readonly repeated: boolean;
  readonly lines: readonly string[];
}

/**
 * Keeps its own books beside the engine's, slowly and without any index, and foretells what every command and every
 * quote must lead to.
 */
export class Auditor {
  readonly #desk = new Desk(emptyBooks());

  get desk(): Desk {
    return this.#desk;
  }

  /** What must come of a command. */
  command(wish: ClientCommand | DefineInstrument | SetRules): Verdict {
    this.#begin();
    if (!('key' in wish)) {
      const outcome = wish.type === 'setRules' ? this.#setRules(wish) : this.#define(wish.instrument);
      return { outcome, repeated: false, lines: this.#desk.lines };
    }
    const name = `${wish.account} ${wish.key}`;
    const text = wishText(wish);
    const earlier = this.#desk.books.keys.get(name);
    if (earlier !== undefined) {
      return { outcome: earlier.wish === text ? earlier.outcome : no('key_reused'), repeated: true, lines: [] };
    }
    const outcome = this.#row(wish.type, () => this.#decide(wish));
    this.#desk.books.keys.set(name, { wish: text, outcome });
    this.#stopOuts(this.#desk.touched, wish.time);
    return { outcome, repeated: false, lines: this.#desk.lines };
  }

  /** What must come of a quote. */
  quote(quote: Quote): readonly string[] {
    this.#begin();
    this.#board(quote.instrument).quote = quote;
    while (this.#desk.isOpen(quote.instrument)) {
      const hits = this.#desk.books.tickets
        .flatMap((ticket) => {
          const cause = ticket.instrument === quote.instrument ? this.#cause(ticket) : undefined;
          return cause === undefined ? [] : [{ ticket, cause }];
        })
        .sort((left, right) => left.ticket.id - right.ticket.id);
      if (hits.length === 0) break;
      const text = hits.map(({ ticket, cause }) => `${ticket.id}:${cause}`).join(' ');
      this.#row(`trigger ${quote.instrument} ${text}`, () => {
        for (const { ticket, cause } of hits) this.#hit(ticket, cause, quote.time);
        return OK;
      });
    }
    const concerned = new Set(this.#desk.touched);
    for (const ticket of this.#desk.books.tickets) {
      const leg = this.#desk.terms(ticket.instrument).conversion?.instrument;
      if (ticket.open && (ticket.instrument === quote.instrument || leg === quote.instrument))
        concerned.add(ticket.account);
    }
    this.#stopOuts(concerned, quote.time);
    return this.#desk.lines;
  }

  setOpen(instrument: number, open: boolean): void {
    this.#board(instrument).open = open;
  }

  /** After a crash: what the recovered engine knows of the markets is all there is. */
  forgetMarkets(views: readonly MarketView[]): void {
    this.#desk.books.boards.clear();
    for (const { open, ...quote } of views) this.#desk.books.boards.set(quote.instrument, { quote, open });
  }

  remember(): Books {
    return copyBooks(this.#desk.books);
  }

  goBackTo(books: Books): void {
    this.#desk.books = copyBooks(books);
  }

  #begin(): void {
    this.#desk.lines = [];
    this.#desk.touched.clear();
  }

  #row(title: string, decide: () => Outcome): Outcome {
    this.#desk.books.seq += 1;
    const first = this.#desk.lines.push('') - 1;
    const outcome = decide();
    this.#desk.lines[first] = `row ${this.#desk.books.seq} ${title} ${JSON.stringify(outcome)}`;
    return outcome;
  }

  #board(instrument: number): { quote: Quote | undefined; open: boolean } {
    let board = this.#desk.books.boards.get(instrument);
    if (board === undefined) {
      board = { quote: undefined, open: false };
      this.#desk.books.boards.set(instrument, board);
    }
    return board;
  }

  #decide(wish: ClientCommand): Outcome {
    switch (wish.type) {
      case 'openAccount':
        return openAccount(this.#desk, wish);
      case 'placeOrder':
        return place(this.#desk, wish);
      case 'closePosition':
        return closeByClient(this.#desk, wish);
      case 'cancelOrder':
        return cancelByClient(this.#desk, wish);
      case 'setStops':
        return changeStops(this.#desk, wish);
      case 'amendOrder':
        return amend(this.#desk, wish);
      case 'deposit':
        return deposit(this.#desk, wish);
      case 'holdWithdrawal':
        return holdWithdrawal(this.#desk, wish);
      case 'releaseWithdrawal':
      case 'payWithdrawal':
        return endWithdrawal(this.#desk, wish);
      case 'adjust':
        return adjust(this.#desk, wish);
      case 'resetDemo':
        return resetDemo(this.#desk, wish);
      case 'chargeSwap':
        return chargeSwap(this.#desk, wish);
    }
  }

  #setRules({ rules, time }: SetRules): Outcome {
    const outcome = this.#row('setRules', () => {
      this.#desk.books.rules = rules;
      this.#desk.say('rules');
      return OK;
    });
    this.#stopOuts(new Set(this.#desk.books.accounts.keys()), time);
    return outcome;
  }

  #define(terms: Instrument): Outcome {
    return this.#row('defineInstrument', () => {
      const old = this.#desk.books.instruments.get(terms.id);
      if (
        old !== undefined &&
        meaning(old) !== meaning(terms) &&
        this.#desk.books.tickets.some(({ instrument }) => instrument === terms.id)
      ) {
        return no('instrument_in_use');
      }
      this.#desk.books.instruments.set(terms.id, terms);
      this.#desk.say(`instrument ${terms.id}`);
      return OK;
    });
  }

  /** What the present quote does to an order. Whoever buys deals at the ask, whoever sells at the bid. */
  #cause({
    instrument,
    side,
    kind,
    open,
    target,
    stop,
    take,
  }: Ticket): 'pending' | 'stopLoss' | 'takeProfit' | undefined {
    const sign = side === 'buy' ? 1n : -1n;
    if (!open) {
      const away = target === undefined ? 0n : (this.#desk.opening(instrument, side) - target) * sign;
      return (kind === 'limit' ? away <= 0n : away >= 0n) ? 'pending' : undefined;
    }
    const closing = this.#desk.closing(instrument, side);
    if (stop !== undefined && (closing - stop) * sign <= 0n) return 'stopLoss';
    return take !== undefined && (closing - take) * sign >= 0n ? 'takeProfit' : undefined;
  }

  #hit(ticket: Ticket, cause: 'pending' | 'stopLoss' | 'takeProfit', time: number): void {
    const desk = this.#desk;
    if (!desk.books.tickets.includes(ticket)) return;
    if (cause === 'pending') fillPending(desk, ticket, time);
    else close(desk, ticket, cause === 'stopLoss' ? 'stop_loss' : 'take_profit');
    forgive(desk, ticket.account);
  }

  #stopOuts(accounts: ReadonlySet<number>, time: number): void {
    for (const account of [...accounts].sort((left, right) => left - right)) {
      const actable = this.#desk.pendingOf(account).length > 0 || this.#closable(account, time).length > 0;
      if (this.#isAtStopOut(account) && actable) this.#row(`stopOut ${account}`, () => this.#stopOut(account, time));
    }
  }

  #isAtStopOut(account: number): boolean {
    const margin = this.#desk.usedMargin(account);
    return margin > 0n && 100n * this.#desk.equity(account) <= BigInt(this.#desk.rules.stopOutPercent) * margin;
  }

  #closable(account: number, time: number): Ticket[] {
    return this.#desk
      .positionsOf(account)
      .filter(({ instrument }) => this.#desk.isOpen(instrument) && !this.#desk.isStale(instrument, time));
  }

  #stopOut(account: number, time: number): Outcome {
    const desk = this.#desk;
    for (const ticket of desk.pendingOf(account)) cancel(desk, ticket, 'stop_out');
    while (this.#isAtStopOut(account)) {
      const [worst] = this.#closable(account, time)
        .map((ticket) => ({ ticket, result: desk.profit(ticket) }))
        .sort((left, right) =>
          left.result === right.result ? left.ticket.id - right.ticket.id : left.result < right.result ? -1 : 1,
        );
      if (worst === undefined) break;
      const equity = desk.equity(account);
      const margin = desk.usedMargin(account);
      close(
        desk,
        worst.ticket,
        'stop_out',
        ` because ${equity} ${margin} ${(equity * 10_000_000_000n) / margin} ${desk.rules.stopOutPercent} ${-worst.result}`,
      );
    }
    forgive(desk, account);
    return OK;
  }
}

/** What gives the prices and volumes of an instrument their meaning. */
function meaning(of: Instrument): string {
  return [
    of.pricePrecision,
    of.unitsPerLot,
    of.quoteCurrency,
    of.conversion?.instrument,
    of.conversion?.inverse,
  ].join();
}

/** A wish as text, without what may differ when it is sent again. */
function wishText(wish: ClientCommand): string {
  const { time: _time, key: _key, ...rest } = wish;
  return JSON.stringify(
    Object.entries(rest)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => `${name} ${String(value)}`)
      .sort(),
  );
}
