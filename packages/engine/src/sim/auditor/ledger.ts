import type { GroupTerms, Instrument, Quote, SwapTerms } from '@fairlot/domain';
import type { TradingRules } from '../../index.ts';
import type { AuditedOrder, Books, Distance } from './books.ts';
import {
  type Fraction,
  ceilingMicro,
  decimalsOf,
  fraction,
  fromDollars,
  fromEight,
  fromPrice,
  fromLots,
  inverse,
  nearestMicro,
  product,
} from './exact.ts';
import { kept } from './guaranteed-price.ts';
import { marginOf } from './tiers.ts';

/**
 * The auditor's books and the figures computed from them. All formulas are written a second time from the product's
 * rules.
 */
export class Ledger {
  books: Books;
  /** Text of the rows expected in this step's journal. */
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
    return this.books.balances.get(name) ?? 0n;
  }

  /** Transfers money from one book to another. */
  pay(kind: string, from: string, to: string, amount: bigint, about?: number | string, worth?: bigint): void {
    if (amount === 0n) return;
    if (amount < 0n) throw new RangeError('the auditor was asked to pay a negative amount');
    this.books.balances.set(from, this.balance(from) - amount);
    this.books.balances.set(to, this.balance(to) + amount);
    this.say(
      `transfer ${this.books.nextTransfer} ${kind} ${from}>${to} ${amount} ${about ?? '-'}${worth === undefined ? '' : ` from ${worth}`}`,
    );
    this.books.nextTransfer += 1;
  }

  /** Transfers a signed result between the house and an account's cash. */
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
    const quote = this.books.markets.get(id)?.quote;
    if (quote === undefined) throw new RangeError(`the auditor knows no quote of ${id}`);
    return quote;
  }

  isOpen(id: number): boolean {
    return this.books.markets.get(id)?.open ?? false;
  }

  /** True when the quote of an open market is farther from the market clock than allowed, before it or after it. */
  isStale(id: number, time: number): boolean {
    const age = time - this.quote(id).time;
    const limit = this.terms(id).staleAfterMs;
    return this.isOpen(id) && (age > limit || -age > limit);
  }

  isHalted(id: number): boolean {
    return this.books.modes.get(id) === 'halted';
  }

  /** True while no new position may begin in the instrument. */
  isShutToNew(id: number): boolean {
    const mode = this.books.modes.get(id);
    return mode === 'halted' || mode === 'closeOnly';
  }

  /** True when a newer price of an open market is in doubt. */
  isInDoubt(id: number): boolean {
    const market = this.books.markets.get(id);
    return market !== undefined && market.open && (market.held || !market.confirmed);
  }

  /** Dollars per unit of the quote currency. */
  dollars(terms: Instrument): Fraction {
    if (terms.conversion === null) return fraction(1n);
    const { bid, ask } = this.quote(terms.conversion.instrument);
    const mid = product(fromEight(bid + ask), fraction(1n, 2n));
    return terms.conversion.inverse ? inverse(mid) : mid;
  }

  margin(terms: Instrument, lots: bigint, price: bigint, leverage: number): bigint {
    const size = product(fromLots(lots), fraction(terms.unitsPerLot));
    if (terms.marginMode === 'fixed') return ceilingMicro(size);
    return ceilingMicro(product(size, fromPrice(price, terms), this.dollars(terms), fraction(1n, BigInt(leverage))));
  }

  /** The number of an account's group: 1 for real and 2 for demo accounts that were never moved. */
  groupOf(account: number): number {
    const moved = this.books.moved.get(account);
    if (moved !== undefined) return moved;
    return this.books.accounts.get(account) === 'demo' ? 2 : 1;
  }

  /** The level of an account's stop-out in per cent. */
  stopOutPercent(account: number): number {
    return this.books.groups.get(this.groupOf(account))?.stopOutPercent ?? this.rules.stopOutPercent;
  }

  /** The way in which opposite positions of an account use margin. */
  hedgedMargin(account: number): 'both' | 'larger' | 'none' {
    return this.books.groups.get(this.groupOf(account))?.hedgedMargin ?? 'both';
  }

  /** The terms of an account's group of an instrument. */
  own(account: number, instrument: number): Omit<GroupTerms, 'instrument'> {
    const group = this.books.groups.get(this.groupOf(account));
    for (const terms of group?.terms ?? []) if (terms.instrument === instrument) return terms;
    return {};
  }

  /** How much worse than the market's the prices of a new order are. */
  distance(account: number, instrument: number): Distance {
    return this.own(account, instrument).markup ?? { bid: 0n, ask: 0n };
  }

  /** The fee of an order for an account. */
  feeOf(account: number, terms: Instrument, lots: bigint, price: bigint, margin: bigint): bigint {
    const { commission } = this.own(account, terms.id);
    if (commission === undefined) return this.fee(terms, lots, margin);
    const rate = fromEight(commission.rate);
    if (commission.mode === 'perLot') return nearestMicro(product(fromLots(lots), rate));
    if (commission.mode === 'ofMargin') return nearestMicro(product(fromDollars(margin), rate));
    const size = product(fromLots(lots), fraction(terms.unitsPerLot));
    const notional = product(size, fromPrice(price, terms), this.dollars(terms));
    return nearestMicro(product(notional, rate, fraction(1n, 1_000_000n)));
  }

  fee(terms: Instrument, lots: bigint, margin: bigint): bigint {
    const base = (terms.feeMode ?? this.rules.feeMode) === 'perLot' ? fromLots(lots) : fromDollars(margin);
    return nearestMicro(product(base, fromEight(terms.feeRate)));
  }

  /** The price at which a position of this side would close now. */
  closing(id: number, side: 'buy' | 'sell', off: Distance): bigint {
    return side === 'buy' ? this.#bid(id, off) : this.quote(id).ask + off.ask;
  }

  opening(id: number, side: 'buy' | 'sell', off: Distance): bigint {
    return side === 'buy' ? this.quote(id).ask + off.ask : this.#bid(id, off);
  }

  /** A client's bid is at least one step of the grid. */
  #bid(id: number, off: Distance): bigint {
    const terms = this.terms(id);
    const step = 10n ** BigInt(decimalsOf(terms) - terms.pricePrecision);
    const bid = this.quote(id).bid - off.bid;
    return bid > step || off.bid === 0n ? bid : step;
  }

  /** The price at which a position would close now. */
  closingOf(order: AuditedOrder): bigint {
    return kept(order, this.closing(order.instrument, order.side, order.off));
  }

  /** The result of a position at the present market, or at another closing price. */
  profit(order: AuditedOrder, at = this.closingOf(order)): bigint {
    const { instrument, side, lots, price } = order;
    const terms = this.terms(instrument);
    const gain = (at - price) * (side === 'buy' ? 1n : -1n);
    return nearestMicro(
      product(fromPrice(gain, terms), fromLots(lots), fraction(terms.unitsPerLot), this.dollars(terms)),
    );
  }

  swap({ instrument, side, lots, off }: AuditedOrder, swap: SwapTerms, nights: number): bigint {
    const terms = this.terms(instrument);
    const rate = product(fromEight(side === 'buy' ? swap.long : swap.short), fraction(BigInt(nights)));
    const size = product(fromLots(lots), fraction(terms.unitsPerLot), this.dollars(terms));
    if (swap.mode === 'points')
      return nearestMicro(product(rate, fraction(1n, 10n ** BigInt(terms.pricePrecision)), size));
    return nearestMicro(
      product(rate, fraction(1n, 36_500n), fromPrice(this.closing(instrument, side, off), terms), size),
    );
  }

  ordersOf(account: number): AuditedOrder[] {
    return this.books.orders.filter((order) => order.account === account);
  }

  positionsOf(account: number): AuditedOrder[] {
    return this.ordersOf(account).filter(({ open }) => open);
  }

  pendingOf(account: number): AuditedOrder[] {
    return this.ordersOf(account).filter(({ open }) => !open);
  }

  floating(account: number): bigint {
    return this.positionsOf(account).reduce((sum, order) => sum + this.profit(order), 0n);
  }

  usedMargin(account: number): bigint {
    return marginOf(this, account, this.positionsOf(account));
  }

  /** Reserves of pending orders stay the account's; money held for withdrawals is not counted. */
  equity(account: number): bigint {
    return this.balance(`${account}.cash`) + this.balance(`${account}.orderReserve`) + this.floating(account);
  }

  /** Total value of the account: the cash it would have if everything were closed and released now. */
  worth(account: number): bigint {
    return this.equity(account) + this.balance(`${account}.withdrawalHold`);
  }

  freeMargin(account: number): bigint {
    return this.balance(`${account}.cash`) + this.floating(account) - this.usedMargin(account);
  }

  remove(order: AuditedOrder): void {
    this.books.orders = this.books.orders.filter((other) => other !== order);
    this.touched.add(order.account);
  }
}
