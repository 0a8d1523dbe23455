import { DOLLAR, ZERO } from '@fairlot/domain';
import type { Conversion, Instrument, InstrumentId, Lots, Money, OrderKind, Price, Quote, Side } from '@fairlot/domain';
import type { AccountId, AccountKind, MarketView, OrderId, TradingRules, WithdrawalId } from '../command.ts';
import type { OrderRecord, WithdrawalRecord } from '../image.ts';
import { Edges } from '../watch/edges.ts';
import { EntryPool } from '../watch/price-heap.ts';
import type { PriceHeap } from '../watch/price-heap.ts';

/** An instrument's place: its terms, its market, and the edges that its quotes are compared with. */
export class Listing {
  readonly id: InstrumentId;
  /** Undefined while only its quotes are known. */
  terms: Instrument | undefined;
  /** The listing that converts its results into dollars; undefined where the quote currency is the dollar. */
  leg: Listing | undefined;
  quote: Quote | undefined;
  open = false;
  /** Whether the journal holds the market in its present form. */
  journalled = false;
  /** Pending orders and open positions in it. */
  aliveOrders = 0;
  /** Levels of orders. */
  readonly orderEdges: Edges<Order>;
  /** Bands of accounts. */
  readonly accountEdges: Edges<Account>;
  /** Dollars per unit of the quote currency at `rateQuote`, the leg's quote that it was computed from. */
  rate: Conversion = DOLLAR;
  rateQuote: Quote | undefined;
  // Sums for the account whose bands are being computed; see watch/bands.ts.
  longVolume = 0;
  shortVolume = 0;
  longCost = 0;
  shortCost = 0;
  counted = false;

  constructor(id: InstrumentId, orders: EntryPool<Order>, accounts: EntryPool<Account>) {
    this.id = id;
    this.orderEdges = new Edges(orders);
    this.accountEdges = new Edges(accounts);
  }

  view(): MarketView | undefined {
    return this.quote === undefined ? undefined : { ...plainQuote(this.quote), open: this.open };
  }
}

/** The fields of a quote alone: what enters events must not depend on what else the caller's object carries. */
export function plainQuote(quote: Quote): Quote {
  return { instrument: quote.instrument, seq: quote.seq, time: quote.time, bid: quote.bid, ask: quote.ask };
}

/** A client account with its alive orders. */
export class Account {
  readonly id: AccountId;
  readonly kind: AccountKind;
  cash: Money = ZERO;
  orderReserve: Money = ZERO;
  withdrawalHold: Money = ZERO;
  /** Sum of the margins bound by its open positions. */
  usedMargin: Money = ZERO;
  /** Journal row that last changed it. */
  changedBy: number;
  /** Pending orders and open positions by ascending id. */
  readonly orders: Order[] = [];
  openPositions = 0;
  /** Its places in the edges of listings: bandEntries[i] is in bandHeaps[i]. */
  readonly bandHeaps: PriceHeap<Account>[] = [];
  readonly bandEntries: number[] = [];

  constructor(id: AccountId, kind: AccountKind, changedBy: number) {
    this.id = id;
    this.kind = kind;
    this.changedBy = changedBy;
  }
}

/** A pending order or an open position. The fields are those of OrderRecord, which explains them. */
export class Order {
  readonly id: OrderId;
  readonly account: Account;
  readonly listing: Listing;
  readonly side: Side;
  kind: OrderKind;
  readonly lots: Lots;
  readonly leverage: number;
  target: Price | undefined;
  status: 'pending' | 'open';
  price: Price | undefined;
  openedAt: number | undefined;
  margin: Money;
  fee: Money;
  swap: Money;
  stopLoss: Price | undefined;
  takeProfit: Price | undefined;
  /** Its result at the quotes beside it, so that a quote of one instrument doesn't make all others be computed again. */
  valued: Money = ZERO;
  /** The same as a number, to be summed; only the sum of safe integers is one. */
  valuedNumber = 0;
  valuedAt: Quote | undefined;
  valuedBy: Quote | undefined;
  /** Lots as a number, for the stop-out bands, which need no exactness. */
  readonly volume: number;
  /** The volume times its opening price, once the bands have asked for it. */
  cost = 0;
  /** Place of its target while pending, of its stop-loss while open; -1 for none. */
  firstEntry = -1;
  /** Place of its take-profit while open; -1 for none. */
  secondEntry = -1;

  constructor(account: Account, listing: Listing, record: Omit<OrderRecord, 'account' | 'instrument'>) {
    this.id = record.id;
    this.account = account;
    this.listing = listing;
    this.side = record.side;
    this.kind = record.kind;
    this.lots = record.lots;
    this.volume = Number(record.lots);
    this.leverage = record.leverage;
    this.target = record.target;
    this.status = record.status;
    this.price = record.price;
    this.openedAt = record.openedAt;
    this.margin = record.margin;
    this.fee = record.fee;
    this.swap = record.swap;
    this.stopLoss = record.stopLoss;
    this.takeProfit = record.takeProfit;
  }

  record(): OrderRecord {
    return {
      id: this.id,
      account: this.account.id,
      instrument: this.listing.id,
      side: this.side,
      kind: this.kind,
      status: this.status,
      lots: this.lots,
      leverage: this.leverage,
      target: this.target,
      price: this.price,
      openedAt: this.openedAt,
      margin: this.margin,
      fee: this.fee,
      swap: this.swap,
      stopLoss: this.stopLoss,
      takeProfit: this.takeProfit,
    };
  }
}

/** Everything that the engine remembers, but for idempotency keys. */
export class State {
  seq = 0;
  nextOrder: OrderId = 1;
  nextTransfer = 1;
  rules: TradingRules | undefined;
  readonly listings = new Map<InstrumentId, Listing>();
  readonly accounts = new Map<AccountId, Account>();
  readonly orders = new Map<OrderId, Order>();
  readonly withdrawals = new Map<WithdrawalId, WithdrawalRecord>();
  readonly orderEntries = new EntryPool<Order>();
  readonly accountEntries = new EntryPool<Account>();

  /** The place of an instrument, made when it is first heard of. */
  listing(id: InstrumentId): Listing {
    let found = this.listings.get(id);
    if (found === undefined) {
      found = new Listing(id, this.orderEntries, this.accountEntries);
      this.listings.set(id, found);
    }
    return found;
  }

  /** Sets the terms of an instrument and ties it to its conversion leg. */
  define(terms: Instrument): void {
    const listing = this.listing(terms.id);
    listing.terms = terms;
    listing.leg = terms.conversion === null ? undefined : this.listing(terms.conversion.instrument);
  }
}
