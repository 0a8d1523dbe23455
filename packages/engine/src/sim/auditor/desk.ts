import type { Instrument, Quote } from '@fairlot/domain';
import type { TradingRules } from '../../index.ts';
import type { Books, Ticket } from './books.ts';
import { ceilingMicro, fraction, fromDollars, fromEight, fromLots, inverse, nearestMicro, product } from './exact.ts';
import type { Fraction } from './exact.ts';

/** The auditor's books with what follows from them. All formulas are written from the product's rules, once more. */
export class Desk {
  books: Books;
  /** What must have been journalled in this step, as text. */
  lines: string[] = [];
  readonly touched = new Set<number>();

  constructor(books: Books) {
    this.books = books;
  }

  get rules(): TradingRules {
    if (this.books.rules === undefined) throw new RangeError('the auditor was given no rules');
    return this.books.rules;
  }

  say(line: string): void {
    this.lines.push(line);
  }

  balance(name: string): bigint {
    return this.books.ledger.get(name) ?? 0n;
  }

  /** One entry of the ledger, out of one book into another. */
  pay(kind: string, from: string, to: string, amount: bigint, about?: number | string, worth?: bigint): void {
    if (amount === 0n) return;
    if (amount < 0n) throw new RangeError('the auditor pays less than nothing');
    this.books.ledger.set(from, this.balance(from) - amount);
    this.books.ledger.set(to, this.balance(to) + amount);
    this.say(
      `transfer ${this.books.nextTransfer} ${kind} ${from}>${to} ${amount} ${about ?? '-'}${worth === undefined ? '' : ` from ${worth}`}`,
    );
    this.books.nextTransfer += 1;
  }

  /** A result that the house pays, or is paid. */
  payResult(
    kind: string,
    house: string,
    account: number,
    amount: bigint,
    about?: number | string,
    worth?: bigint,
  ): void {
    if (amount > 0n) this.pay(kind, `house.${house}`, `${account}.cash`, amount, about, worth);
    else this.pay(kind, `${account}.cash`, `house.${house}`, -amount, about, worth);
  }

  terms(id: number): Instrument {
    const terms = this.books.instruments.get(id);
    if (terms === undefined) throw new RangeError(`the auditor knows no instrument ${id}`);
    return terms;
  }

  quote(id: number): Quote {
    const quote = this.books.boards.get(id)?.quote;
    if (quote === undefined) throw new RangeError(`the auditor knows no quote of ${id}`);
    return quote;
  }

  isOpen(id: number): boolean {
    return this.books.boards.get(id)?.open ?? false;
  }

  /** Older than allowed, in a market that is open. */
  isStale(id: number, time: number): boolean {
    return this.isOpen(id) && time - this.quote(id).time > this.terms(id).staleAfterMs;
  }

  /** Dollars for one unit of the quote currency. */
  dollars(terms: Instrument): Fraction {
    if (terms.conversion === null) return fraction(1n);
    const { bid, ask } = this.quote(terms.conversion.instrument);
    const mid = product(fromEight(bid + ask), fraction(1n, 2n));
    return terms.conversion.inverse ? inverse(mid) : mid;
  }

  margin(terms: Instrument, lots: bigint, price: bigint, leverage: number): bigint {
    const size = product(fromLots(lots), fraction(terms.unitsPerLot));
    if (terms.marginMode === 'fixed') return ceilingMicro(size);
    return ceilingMicro(product(size, fromEight(price), this.dollars(terms), fraction(1n, BigInt(leverage))));
  }

  fee(terms: Instrument, lots: bigint, margin: bigint): bigint {
    const base = this.rules.feeMode === 'perLot' ? fromLots(lots) : fromDollars(margin);
    return nearestMicro(product(base, fromEight(terms.feeRate)));
  }

  /** Where a position of this side would be closed now. */
  closing(id: number, side: 'buy' | 'sell'): bigint {
    const { bid, ask } = this.quote(id);
    return side === 'buy' ? bid : ask;
  }

  opening(id: number, side: 'buy' | 'sell'): bigint {
    const { bid, ask } = this.quote(id);
    return side === 'buy' ? ask : bid;
  }

  profit({ instrument, side, lots, price }: Ticket): bigint {
    const terms = this.terms(instrument);
    const gain = (this.closing(instrument, side) - price) * (side === 'buy' ? 1n : -1n);
    return nearestMicro(product(fromEight(gain), fromLots(lots), fraction(terms.unitsPerLot), this.dollars(terms)));
  }

  swap({ instrument, side, lots }: Ticket, nights: number): bigint {
    const terms = this.terms(instrument);
    const rate = product(fromEight(side === 'buy' ? terms.swap.long : terms.swap.short), fraction(BigInt(nights)));
    const size = product(fromLots(lots), fraction(terms.unitsPerLot), this.dollars(terms));
    if (terms.swap.mode === 'points')
      return nearestMicro(product(rate, fraction(1n, 10n ** BigInt(terms.pricePrecision)), size));
    return nearestMicro(product(rate, fraction(1n, 36_500n), fromEight(this.closing(instrument, side)), size));
  }

  ticketsOf(account: number): Ticket[] {
    return this.books.tickets.filter((ticket) => ticket.account === account);
  }

  positionsOf(account: number): Ticket[] {
    return this.ticketsOf(account).filter(({ open }) => open);
  }

  pendingOf(account: number): Ticket[] {
    return this.ticketsOf(account).filter(({ open }) => !open);
  }

  floating(account: number): bigint {
    return this.positionsOf(account).reduce((sum, ticket) => sum + this.profit(ticket), 0n);
  }

  usedMargin(account: number): bigint {
    return this.positionsOf(account).reduce((sum, { margin }) => sum + margin, 0n);
  }

  equity(account: number): bigint {
    return this.balance(`${account}.cash`) + this.floating(account);
  }

  /** All that is the account's: what it could be left with if everything were closed and released now. */
  worth(account: number): bigint {
    return this.equity(account) + this.balance(`${account}.orderReserve`) + this.balance(`${account}.withdrawalHold`);
  }

  freeMargin(account: number): bigint {
    return this.equity(account) - this.usedMargin(account);
  }

  remove(ticket: Ticket): void {
    this.books.tickets = this.books.tickets.filter((other) => other !== ticket);
    this.touched.add(ticket.account);
  }
}
