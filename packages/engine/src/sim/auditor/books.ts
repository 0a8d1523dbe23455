import type { DealingMode, Group, Instrument, Quote, SwapTerms } from '@fairlot/domain';
import type { Outcome, TradingRules } from '../../index.ts';

/** How far a client's bid is below the market's, and its ask above. */
export interface Distance {
  readonly bid: bigint;
  readonly ask: bigint;
}

/** A stop or a target of some of a position's lots. */
export interface AuditedLevel {
  readonly isStop: boolean;
  readonly lots: bigint;
  readonly price: bigint;
}

/** An alive order in the auditor's books. */
export interface AuditedOrder {
  readonly id: number;
  readonly account: number;
  readonly instrument: number;
  readonly side: 'buy' | 'sell';
  kind: 'market' | 'limit' | 'stop';
  lots: bigint;
  readonly leverage: number;
  /** How much worse than the market's its prices are. */
  readonly off: Distance;
  target: bigint | undefined;
  open: boolean;
  price: bigint;
  openedAt: number;
  margin: bigint;
  fee: bigint;
  swap: bigint;
  stop: bigint | undefined;
  take: bigint | undefined;
  /** The distance at which the stop follows the price. */
  trail: bigint | undefined;
  /** The agreed premium of a guaranteed stop. */
  premium: bigint | undefined;
  /** Stops and targets of parts, in any order; never changed in place. */
  partial: readonly AuditedLevel[];
  /** The moment until which it may wait; undefined for good. */
  expires: number | undefined;
  /** The limit of a stop-limit order. */
  limit: bigint | undefined;
  /** The order that it is linked with. */
  readonly other: number | undefined;
}

/** A position that has ended. */
export interface AuditedTrade {
  readonly account: number;
  readonly instrument: number;
  readonly side: 'buy' | 'sell';
  readonly lots: bigint;
  /** The opening price. */
  readonly price: bigint;
  readonly close: bigint;
  readonly profit: bigint;
  /** The moment of the close. */
  readonly time: number;
  /** The quote that converted the result. */
  readonly legQuote: Quote | undefined;
}

/** The prices that stand for the fills of a corrected order. */
export interface AuditedCorrection {
  readonly open: bigint;
  readonly close: bigint | undefined;
  readonly waived: bigint;
  readonly count: number;
}

export interface AuditedMarket {
  quote: Quote | undefined;
  open: boolean;
  /** True while the market holds back a newer price. */
  held: boolean;
  /** False for a quote that was recovered after a crash. */
  confirmed: boolean;
}

/** A quote that the engine works in slices, and the changes of its market that wait. */
export interface AuditedBurst {
  readonly queue: (
    { readonly quote: Quote; readonly time: number } | { readonly open: boolean } | { readonly held: boolean }
  )[];
  /** Numbers of the orders that are left of the present round. */
  round: readonly number[];
  /** True when the present quote could be dealt on when it was received. */
  deals: boolean;
  /** True while the quote is one from before a crash. */
  isRestored: boolean;
  /** True when everything that the present quote causes was done. */
  isChecked: boolean;
  /** Accounts changed by the triggers of the present quote. */
  readonly touched: Set<number>;
  /** Accounts at their stop-out level that are judged at the end. */
  readonly deferred: Set<number>;
}

/** A rollover under way. */
export interface AuditedRollover {
  readonly time: number;
  readonly weekday: number;
  /** The swap of each instrument when the rollover began. */
  readonly swaps: ReadonlyMap<number, SwapTerms>;
  /** Instruments whose swap has changed since. */
  readonly changed: ReadonlySet<number>;
}

/** The auditor's whole memory, in the plainest form. Every question is a linear search. */
export interface Books {
  seq: number;
  /** Time of the last row. */
  time: number;
  nextOrder: number;
  nextTransfer: number;
  rules: TradingRules | undefined;
  readonly instruments: Map<number, Instrument>;
  readonly markets: Map<number, AuditedMarket>;
  readonly bursts: Map<number, AuditedBurst>;
  /** Accounts that wait to be judged under new terms. */
  readonly review: Set<number>;
  /** Orders found to be over whose end is still to come. */
  due: number[];
  /** The modes that staff have set; absent is normal. */
  readonly modes: Map<number, DealingMode>;
  readonly accounts: Map<number, 'real' | 'demo'>;
  /** Balances by name: "7.cash", "7.orderReserve", "house.fees". */
  readonly groups: Map<number, Group>;
  /** The group of each account that is not in that of its kind. */
  readonly moved: Map<number, number>;
  readonly balances: Map<string, bigint>;
  orders: AuditedOrder[];
  /** Ended positions by number. */
  readonly trades: Map<number, AuditedTrade>;
  readonly corrections: Map<number, AuditedCorrection>;
  /** The rests of covered negative balances after corrections, by account and moment (coverName). */
  readonly covers: Map<string, bigint>;
  /** Rollovers under way, oldest first. */
  rollovers: AuditedRollover[];
  /** The last rollover that each account has paid. */
  readonly paidThrough: Map<number, number>;
  readonly withdrawals: Map<number, { readonly account: number; readonly amount: bigint; readonly fee: bigint }>;
  /** The command and outcome under each key. */
  readonly keys: Map<string, { readonly command: string; readonly outcome: Outcome }>;
}

export function emptyBooks(): Books {
  return {
    seq: 0,
    time: 0,
    nextOrder: 1,
    nextTransfer: 1,
    rules: undefined,
    instruments: new Map(),
    markets: new Map(),
    bursts: new Map(),
    review: new Set(),
    due: [],
    modes: new Map(),
    accounts: new Map(),
    groups: new Map(),
    moved: new Map(),
    balances: new Map(),
    orders: [],
    trades: new Map(),
    corrections: new Map(),
    covers: new Map(),
    rollovers: [],
    paidThrough: new Map(),
    withdrawals: new Map(),
    keys: new Map(),
  };
}

/** A deep copy. Simulated crashes restore it to drop later commands. */
export function copyBooks(books: Books): Books {
  return {
    ...books,
    instruments: new Map(books.instruments),
    markets: new Map([...books.markets].map(([id, market]) => [id, { ...market }])),
    bursts: new Map(
      [...books.bursts].map(([id, burst]) => [
        id,
        { ...burst, queue: [...burst.queue], touched: new Set(burst.touched), deferred: new Set(burst.deferred) },
      ]),
    ),
    review: new Set(books.review),
    due: [...books.due],
    modes: new Map(books.modes),
    accounts: new Map(books.accounts),
    groups: new Map(books.groups),
    moved: new Map(books.moved),
    balances: new Map(books.balances),
    orders: books.orders.map((order) => ({ ...order })),
    trades: new Map(books.trades),
    corrections: new Map(books.corrections),
    covers: new Map(books.covers),
    rollovers: [...books.rollovers],
    paidThrough: new Map(books.paidThrough),
    withdrawals: new Map(books.withdrawals),
    keys: new Map(books.keys),
  };
}
