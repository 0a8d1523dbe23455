import {
  type Conversion,
  DEFAULT_GROUPS,
  DOLLAR,
  type DealingMode,
  type Group,
  type GroupId,
  type Instrument,
  type InstrumentId,
  type Lots,
  type Markup,
  type Money,
  NO_MARKUP,
  type OrderKind,
  type PartialLevel,
  type Price,
  type Quote,
  type Side,
  ZERO,
} from '@fairlot/domain';
import type {
  AccountId,
  AccountKind,
  BegunRollover,
  MarketView,
  OrderId,
  TradingRules,
  WithdrawalId,
} from '../command.ts';
import type { CorrectedOrder, OrderRecord, WithdrawalRecord } from '../image.ts';
import { Edges } from '../watch/edges.ts';
import { Expiries } from './expiries.ts';
import { ExposureBook } from './exposure.ts';
import { AccountGroup } from './groups.ts';
import { invariant } from './invariant.ts';
import { PagedMap } from './paged-map.ts';
import type { KnownQuote } from './rulebook.ts';
import { EntryPool, type PriceHeap } from '../watch/price-heap.ts';

/** The state of one instrument: its terms, its market, and the edges that its quotes may reach. */
export class InstrumentState {
  readonly id: InstrumentId;
  /** Undefined while only quotes of the instrument are known. */
  terms: Instrument | undefined;
  /** The instrument that converts results into dollars; undefined when the quote currency is the dollar. */
  leg: InstrumentState | undefined;
  quote: Quote | undefined;
  /** The quote at which views are valued instead, in an engine that follows another one (TradingEngine.observe). */
  observed: Quote | undefined;
  open = false;
  /** True while the market holds back a newer price. */
  held = false;
  /** True when the quote came from the source after the engine was created; a restored quote has to be confirmed. */
  confirmed = false;
  /** True during a burst: newer quotes may wait, and orders that the last one reached may not be worked yet. */
  burst = false;
  /** How far staff let it be dealt in. */
  mode: DealingMode = 'normal';
  /** True when the journal holds the market in its present form. */
  journalled = false;
  /** Number of pending orders and open positions. */
  aliveOrders = 0;
  /** Edges at the levels of orders. */
  readonly orderEdges: Edges<Order>;
  /** Edges of the stop-out bands of accounts. */
  readonly accountEdges: Edges<Account>;
  /** Cached dollars per unit of the quote currency, computed from `rateQuote`, the leg's quote. */
  rate: Conversion = DOLLAR;
  rateQuote: Quote | undefined;
  // The holding of the account whose tiers are being computed (margins.ts).
  heldMargin = 0;
  heldExposure = 0;
  isHeld = false;

  constructor(id: InstrumentId, orders: EntryPool<Order>, accounts: EntryPool<Account>) {
    this.id = id;
    this.orderEdges = new Edges(orders);
    this.accountEdges = new Edges(accounts);
  }

  view(): MarketView | undefined {
    if (this.quote === undefined) return undefined;
    return { open: this.open, ...plainQuote(this.quote), ...(this.doubt && { doubt: true }) };
  }

  get known(): KnownQuote {
    if (this.quote === undefined) return 'none';
    return this.confirmed ? 'confirmed' : 'restored';
  }

  /** See DealingFacts.doubt. */
  get doubt(): boolean {
    return this.held || !this.confirmed;
  }
}

/** Copies the fields of a quote. Events must not contain other fields of the caller's object. */
export function plainQuote(quote: Quote): Quote {
  const { instrument, seq, time, bid, ask, source } = quote;
  return source === undefined ? { instrument, seq, time, bid, ask } : { instrument, seq, time, bid, ask, source };
}

/** Sums over the open positions of an account in one instrument, as numbers: the stop-out bands need no exact values. */
export interface InstrumentSums {
  readonly instrument: InstrumentState;
  longVolume: number;
  shortVolume: number;
  /** Volume × the market's price at which the positions have no result. */
  longCost: number;
  shortCost: number;
  /** True when a guarantee may keep a part of the price from the results. */
  isGuaranteed: boolean;
  /** The quotes at which the floating profit of the account was summed last. */
  valuedAt: Quote | undefined;
  valuedBy: Quote | undefined;
}

/**
 * Sums over the open positions of an account, so that an order costs the same however many positions the account has. A new
 * position is added to them. Any other change of a position drops them, and they are summed anew at their next use.
 */
export interface PositionSums {
  /** By the first position of each instrument: markets are read, and so journalled, in this order. */
  readonly byInstrument: InstrumentSums[];
  /** Floating profit at the quotes in `byInstrument`, without `added`; undefined before it was summed. */
  floating: Money | undefined;
  /** The position that was added after the floating profit was summed. */
  added: Order | undefined;
}

/** A client account with its alive orders. */
export class Account {
  readonly id: AccountId;
  readonly kind: AccountKind;
  group: AccountGroup;
  cash: Money = ZERO;
  orderReserve: Money = ZERO;
  withdrawalHold: Money = ZERO;
  /** Sum of the margins bound by open positions. */
  usedMargin: Money = ZERO;
  /** Cached difference that the tiers and the hedged margin of `comparedUnder` make to it. */
  marginDifference: Money = ZERO;
  /** The record of its group under which it was computed; undefined when it has to be computed anew. */
  comparedUnder: Group | undefined;
  /** True while its turn in a review is still to come (bursts/review.ts). */
  inReview = false;
  /** Number of the journal row that last changed the account. */
  changedBy: number;
  /** Pending orders and open positions by ascending id. */
  readonly orders: Order[] = [];
  openPositions = 0;
  /** Sums over the open positions; undefined when they have to be summed anew. */
  sums: PositionSums | undefined;
  /** Time of the last rollover whose swaps are paid; 0 before the first. */
  swapThrough = 0;
  /** The account's entries in edges of instruments: bandEntries[i] is in bandHeaps[i]. */
  readonly bandHeaps: PriceHeap<Account>[] = [];
  readonly bandEntries: number[] = [];

  constructor(id: AccountId, kind: AccountKind, group: AccountGroup, changedBy: number) {
    this.id = id;
    this.kind = kind;
    this.group = group;
    this.changedBy = changedBy;
  }
}

/** The partial levels of a position, and their entries in the price indexes: entries[i] is that of levels[i]. */
export interface WatchedLevels {
  readonly levels: readonly PartialLevel[];
  readonly entries: number[];
}

/** Partial levels that are in no index yet; undefined for none. */
export function watchedLevels(levels: readonly PartialLevel[] | undefined): WatchedLevels | undefined {
  return levels === undefined || levels.length === 0 ? undefined : { levels, entries: [] };
}

/** A pending order or an open position. OrderRecord documents the fields. */
export class Order {
  readonly id: OrderId;
  readonly account: Account;
  readonly instrument: InstrumentState;
  readonly side: Side;
  kind: OrderKind;
  lots: Lots;
  readonly leverage: number;
  /** The markup of its group when it was placed. It stays the same for as long as the order lives. */
  readonly markup: Markup;
  target: Price | undefined;
  limitPrice: Price | undefined;
  readonly oco: OrderId | undefined;
  expiresAt: number | undefined;
  status: 'pending' | 'open';
  price: Price | undefined;
  openedAt: number | undefined;
  margin: Money;
  fee: Money;
  swap: Money;
  stopLoss: Price | undefined;
  takeProfit: Price | undefined;
  trailing: Price | undefined;
  premium: Price | undefined;
  /** Partial levels with their places in the price indexes; undefined for none. */
  partial: WatchedLevels | undefined;
  /**
   * Cached result at the quotes `valuedAt` and `valuedBy`, so that a quote of one instrument does not revalue all
   * others.
   */
  valued: Money = ZERO;
  /** The cached result as a number, for sums. A sum is exact only among safe integers. */
  valuedNumber = 0;
  valuedAt: Quote | undefined;
  valuedBy: Quote | undefined;
  /** Lots as a number, for the stop-out bands, which need no exact values. */
  volume: number;
  /** Entry of the target while pending, of the stop-loss while open; -1 for none. */
  firstEntry = -1;
  /** Entry of the take-profit while open; -1 for none. */
  secondEntry = -1;
  /** Entry of the price from which the stop-loss moves, while open; -1 for none. */
  thirdEntry = -1;
  /** Entry of the expiry while pending; -1 for none. */
  expiryEntry = -1;

  constructor(account: Account, instrument: InstrumentState, record: Omit<OrderRecord, 'account' | 'instrument'>) {
    this.id = record.id;
    this.account = account;
    this.instrument = instrument;
    this.side = record.side;
    this.kind = record.kind;
    this.lots = record.lots;
    this.volume = Number(record.lots);
    this.leverage = record.leverage;
    this.markup = record.markup ?? NO_MARKUP;
    this.target = record.target;
    this.limitPrice = record.limitPrice;
    this.oco = record.oco;
    this.expiresAt = record.expiresAt;
    this.status = record.status;
    this.price = record.price;
    this.openedAt = record.openedAt;
    this.margin = record.margin;
    this.fee = record.fee;
    this.swap = record.swap;
    this.stopLoss = record.stopLoss;
    this.takeProfit = record.takeProfit;
    this.trailing = record.trailing;
    this.premium = record.premium;
    this.partial = watchedLevels(record.levels);
  }

  record(): OrderRecord {
    return {
      id: this.id,
      account: this.account.id,
      instrument: this.instrument.id,
      side: this.side,
      kind: this.kind,
      status: this.status,
      lots: this.lots,
      leverage: this.leverage,
      ...(this.markup !== NO_MARKUP && { markup: this.markup }),
      target: this.target,
      ...(this.limitPrice !== undefined && { limitPrice: this.limitPrice }),
      ...(this.oco !== undefined && { oco: this.oco }),
      ...(this.expiresAt !== undefined && { expiresAt: this.expiresAt }),
      price: this.price,
      openedAt: this.openedAt,
      margin: this.margin,
      fee: this.fee,
      swap: this.swap,
      stopLoss: this.stopLoss,
      takeProfit: this.takeProfit,
      ...(this.trailing !== undefined && { trailing: this.trailing }),
      ...(this.premium !== undefined && { premium: this.premium }),
      ...(this.partial !== undefined && { levels: this.partial.levels }),
    };
  }
}

/** The engine's whole state, except for idempotency keys. */
export class State {
  seq = 0;
  /** Time of the last row. */
  time = 0;
  nextOrder: OrderId = 1;
  nextTransfer = 1;
  rules: TradingRules | undefined;
  /** Rollovers that have begun and not ended, in time order. */
  rollovers: readonly BegunRollover[] = [];
  /** Instruments that are halted or restricted to closing. */
  restricted: ReadonlyMap<InstrumentId, DealingMode> = new Map();
  readonly instruments = new Map<InstrumentId, InstrumentState>();
  readonly groups = new Map<GroupId, AccountGroup>();
  readonly accounts = new PagedMap<Account>();
  readonly orders = new PagedMap<Order>();
  readonly withdrawals = new Map<WithdrawalId, WithdrawalRecord>();
  /** Orders with corrected fills. They stay after the order's end. */
  readonly corrected = new Map<OrderId, CorrectedOrder>();
  readonly exposure = new ExposureBook();
  readonly expiries = new Expiries();
  readonly orderEntries = new EntryPool<Order>();
  readonly accountEntries = new EntryPool<Account>();

  /** The state of an instrument, created on first use. */
  instrument(id: InstrumentId): InstrumentState {
    let found = this.instruments.get(id);
    if (found === undefined) {
      found = new InstrumentState(id, this.orderEntries, this.accountEntries);
      this.instruments.set(id, found);
    }
    return found;
  }

  /** A group of accounts, created on first use. */
  group(id: GroupId): AccountGroup {
    let found = this.groups.get(id);
    if (found === undefined) {
      found = new AccountGroup(id);
      this.groups.set(id, found);
    }
    return found;
  }

  /** Adds an account to its group: by default, to that of its kind. */
  addAccount(id: AccountId, kind: AccountKind, group: GroupId = DEFAULT_GROUPS[kind], changedBy = this.seq): Account {
    const account = new Account(id, kind, this.group(group), changedBy);
    account.group.accounts += 1;
    this.accounts.set(id, account);
    return account;
  }

  /** The stop-out level of an account in whole per cent; undefined while no rules are set. */
  stopOutPercentOf({ group }: Account): number | undefined {
    return group.record?.stopOutPercent ?? this.rules?.stopOutPercent;
  }

  /** Halts an instrument, restricts it to closing, or releases it. */
  restrict(id: InstrumentId, mode: DealingMode): void {
    this.instrument(id).mode = mode;
    const others = [...this.restricted].filter(([each]) => each !== id);
    this.restricted = new Map<InstrumentId, DealingMode>(mode === 'normal' ? others : [...others, [id, mode]]);
  }

  /**
   * Removes an instrument without orders. Only its dealing mode stays, so that adding it again does not release it.
   */
  remove(id: InstrumentId): void {
    const { aliveOrders, burst, mode } = this.instrument(id);
    invariant(aliveOrders === 0 && !burst, () => `instrument ${id} is removed while it is dealt in`);
    this.instruments.delete(id);
    if (mode !== 'normal') this.instrument(id).mode = mode;
  }

  /** Sets the terms of an instrument and links its conversion leg. */
  define(terms: Instrument): void {
    const instrument = this.instrument(terms.id);
    instrument.terms = terms;
    instrument.leg = terms.conversion === null ? undefined : this.instrument(terms.conversion.instrument);
  }
}
