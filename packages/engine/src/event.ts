import type {
  Book,
  CancelReason,
  CloseReason,
  DealingMode,
  Group,
  GroupId,
  Guaranteed,
  HouseAccount,
  Instrument,
  InstrumentId,
  LedgerType,
  Lots,
  Markup,
  Money,
  OrderKind,
  PartialLevel,
  PendingKind,
  Price,
  Protection,
  Quote,
  Rate,
  Side,
  SwapTerms,
  Trailing,
} from '@fairlot/domain';
import type { AccountId, AccountKind, FillName, OrderId, Rollover, TradingRules, WithdrawalId } from './command.ts';

/** One side of a transfer: a book of a client account, or a house account. */
export type Party = { readonly account: AccountId; readonly book: Book } | { readonly house: HouseAccount };

/** One money movement: an amount above zero from the `debit` book to the `credit` book. */
export interface Transferred {
  readonly type: 'transferred';
  /** Consecutive within the shard, without gaps. */
  readonly id: number;
  readonly kind: LedgerType;
  readonly debit: Party;
  readonly credit: Party;
  readonly amount: Money;
  /** The order, withdrawal, deposit, reward or copy of the transfer. */
  readonly reference?: number | undefined;
  /** Free text, for adjustments, rewards and fees of copies. */
  readonly memo?: string | undefined;
  /**
   * Value of the account just before: all its books and the floating profit. Present on deposits, withdrawals,
   * adjustments, rewards and fees of copies; growth is measured between these moments.
   */
  readonly worth?: Money | undefined;
}

/** An account was opened, with empty books. */
export interface AccountOpened {
  readonly type: 'accountOpened';
  readonly account: AccountId;
  readonly kind: AccountKind;
  /** Absent for the group of its kind (DEFAULT_GROUPS). */
  readonly group?: GroupId | undefined;
}

/** An account without orders and money was removed. */
export interface AccountRetired {
  readonly type: 'accountRetired';
  readonly account: AccountId;
}

/** A pending order was accepted. Its margin and fee are reserved at the target. */
export interface OrderPlaced extends Protection, Trailing {
  readonly type: 'orderPlaced';
  readonly order: OrderId;
  readonly account: AccountId;
  readonly instrument: InstrumentId;
  readonly side: Side;
  readonly kind: OrderKind;
  readonly lots: Lots;
  readonly leverage: number;
  /** Absent for none. */
  readonly markup?: Markup | undefined;
  readonly target: Price;
  /** See PlaceOrder.limitPrice. */
  readonly limitPrice?: Price | undefined;
  /** The other order of a linked pair. */
  readonly oco?: OrderId | undefined;
  /** Market time of its expiry; absent for good till cancelled. */
  readonly expiresAt?: number | undefined;
  readonly margin: Money;
  readonly fee: Money;
  /** The market when the order was accepted. */
  readonly quote: Quote;
}

/** A market order or a pending order at its target was filled. The opening time is the command's time. */
export interface PositionOpened extends Protection, Trailing, Guaranteed {
  readonly type: 'positionOpened';
  readonly order: OrderId;
  readonly account: AccountId;
  readonly instrument: InstrumentId;
  readonly side: Side;
  readonly kind: OrderKind;
  readonly lots: Lots;
  readonly leverage: number;
  /** The distance of its prices from the market's; absent for none. */
  readonly markup?: Markup | undefined;
  readonly target?: Price | undefined;
  readonly price: Price;
  readonly margin: Money;
  readonly fee: Money;
  /** The market's quote of the fill. With a markup, the price is that much worse. */
  readonly quote: Quote;
}

/** A pending order was cancelled. */
export interface OrderCancelled {
  readonly type: 'orderCancelled';
  readonly order: OrderId;
  readonly account: AccountId;
  readonly reason: CancelReason;
}

/** The figures behind a forced close, kept for its owner to read. */
export interface StopOutExplanation {
  readonly equity: Money;
  readonly usedMargin: Money;
  /** Margin level in per cent. */
  readonly ratio: Rate;
  readonly stopOutPercent: number;
  /** Used margin that the close releases. Absent without tiers, where it is the position's own margin. */
  readonly releases?: Money | undefined;
  /** The position's loss at that moment, the largest among the account's positions that could be closed. */
  readonly loss: Money;
}

/**
 * A part of a position was split off, and is closed in the same row. It has its own number and the position's side,
 * leverage, markup, opening and levels. The figures are the part's; the position keeps the rest.
 */
export interface PositionSplit extends Protection, Trailing, Guaranteed {
  readonly type: 'positionSplit';
  /** The position that keeps the rest. */
  readonly order: OrderId;
  /** The number of the part. */
  readonly part: OrderId;
  readonly account: AccountId;
  readonly lots: Lots;
  readonly margin: Money;
  readonly fee: Money;
  readonly swap: Money;
  /** Present when the opening fill was corrected, which holds for both. */
  readonly correction?: SharedCorrection | undefined;
}

/** The correction of a position that was split. */
export interface SharedCorrection {
  /** The opening price that stands. */
  readonly open: Price;
  /** Number of corrections so far. */
  readonly count: number;
  /** The part's share of what the house has waived. */
  readonly waived: Money;
  /** The money that the house has waived for the rest. */
  readonly rest: Money;
}

/** A position was closed. */
export interface PositionClosed {
  readonly type: 'positionClosed';
  readonly order: OrderId;
  readonly account: AccountId;
  readonly price: Price;
  readonly profit: Money;
  readonly reason: CloseReason;
  /** The quote of the fill. */
  readonly quote: Quote;
  /** The quote that converted the result into dollars. Absent when the instrument is quoted in dollars. */
  readonly conversionQuote?: Quote | undefined;
  readonly explanation?: StopOutExplanation | undefined;
  /** Present when the guaranteed level was the closing price. */
  readonly guarantee?: UsedGuarantee | undefined;
}

/** A guarantee that set the price of a close. */
export interface UsedGuarantee {
  /** The price at which the position would have closed without it. */
  readonly marketPrice: Price;
  /** Dollars that the position would have lost beyond its result at that price, paid by the house. Zero or above. */
  readonly gap: Money;
  /** Dollars that the client pays for it. */
  readonly premium: Money;
}

/** The price of a fill was corrected. The fill stays; the transfer in the same row moves the money. */
export interface FillCorrected {
  readonly type: 'fillCorrected';
  readonly order: OrderId;
  readonly account: AccountId;
  readonly instrument: InstrumentId;
  readonly fill: FillName;
  /** Counts the corrections of the order, from 1. */
  readonly number: number;
  /** The price that stood before: of the fill, or of its last correction. */
  readonly from: Price;
  readonly price: Price;
  /** Value of the change of the price, signed from the client's side. */
  readonly difference: Money;
  /** The part of it that was booked. */
  readonly amount: Money;
  /** The sum that the house has waived for the order since, because the account could not pay it. */
  readonly waived: Money;
  /** The prices that stand for the order's fills from now on. */
  readonly open: Price;
  /** Absent while the position is open. */
  readonly close?: Price | undefined;
  /** The quote that converted the difference. Absent for dollars and for an ended trade, which keeps its own. */
  readonly conversionQuote?: Quote | undefined;
  /** The number of the member of staff. */
  readonly staff: number;
  /** The reason that staff gave. */
  readonly memo: string;
}

/** The levels of an order or a position, its trailing distance and its guarantee were replaced; absent ones are off. */
export interface StopsChanged extends Protection, Trailing, Guaranteed {
  readonly type: 'stopsChanged';
  readonly order: OrderId;
  readonly account: AccountId;
}

/** The partial levels of a position were replaced: by its owner, because one was reached, or by a partial close. */
export interface PartialLevelsChanged {
  readonly type: 'partialLevelsChanged';
  readonly order: OrderId;
  readonly account: AccountId;
  /** In canonical order (sortedLevels). Empty: none. */
  readonly levels: readonly PartialLevel[];
}

/** A pending order was moved. Margin and fee are those at the new target. */
export interface OrderAmended {
  readonly type: 'orderAmended';
  readonly order: OrderId;
  readonly account: AccountId;
  readonly kind: PendingKind;
  readonly target: Price;
  /** See PlaceOrder.limitPrice. */
  readonly limitPrice?: Price | undefined;
  readonly margin: Money;
  readonly fee: Money;
  /** The market when the order was moved. */
  readonly quote: Quote;
}

/** The stop of a stop-limit order was reached beyond its limit: from now on it is a limit order. */
export interface StopReached {
  readonly type: 'stopReached';
  readonly order: OrderId;
  readonly account: AccountId;
  /** Its new target, the limit. */
  readonly target: Price;
  /** The quote that reached the stop. */
  readonly quote: Quote;
}

/** The expiry of a pending order was replaced; absent for good till cancelled. */
export interface ExpiryChanged {
  readonly type: 'expiryChanged';
  readonly order: OrderId;
  readonly account: AccountId;
  readonly expiresAt?: number | undefined;
}

/** An account has paid the swaps of all rollovers up to this one. */
export interface SwapsSettled {
  readonly type: 'swapsSettled';
  readonly account: AccountId;
  /** Time of the rollover. */
  readonly through: number;
}

/** A rollover has passed, and the swaps of the positions that were open at it are owed. */
export interface RolloverBegun extends Rollover {
  readonly type: 'rolloverBegun';
}

/** An instrument gets another swap. The rollovers under way are charged at this one. */
export interface SwapKept {
  readonly type: 'swapKept';
  readonly instrument: InstrumentId;
  readonly swap: SwapTerms;
}

/** Every swap of a rollover has been charged. */
export interface RolloverEnded {
  readonly type: 'rolloverEnded';
  readonly rolloverTime: number;
}

/** A burst began or ended (BeginBurst). */
export interface BurstMoved {
  readonly type: 'burstBegun' | 'burstEnded';
  readonly instrument: InstrumentId;
}

/** Adds to the position's sum of swaps. The transfer in the same row moves the money. */
export interface SwapCharged {
  readonly type: 'swapCharged';
  readonly order: OrderId;
  readonly account: AccountId;
  /** Signed from the client's side: negative is paid by the client. */
  readonly amount: Money;
  readonly nights: number;
}

/** Money was held for a withdrawal, released or paid out. */
export interface WithdrawalMoved {
  readonly type: 'withdrawalHeld' | 'withdrawalReleased' | 'withdrawalPaid';
  readonly withdrawal: WithdrawalId;
  readonly account: AccountId;
  readonly amount: Money;
  readonly fee: Money;
}

/** An instrument was added or its terms were replaced. */
export interface InstrumentDefined {
  readonly type: 'instrumentDefined';
  readonly instrument: Instrument;
}

/** An instrument without orders was removed, with its quote. It keeps its dealing mode, should it be added again. */
export interface InstrumentRemoved {
  readonly type: 'instrumentRemoved';
  readonly instrument: InstrumentId;
}

/** An instrument was halted, restricted to closing, or released. */
export interface DealingSet {
  readonly type: 'dealingSet';
  readonly instrument: InstrumentId;
  readonly mode: DealingMode;
}

/** A group of accounts was added, or its terms were replaced. */
export interface GroupDefined {
  readonly type: 'groupDefined';
  readonly group: Group;
}

/** A group without accounts was removed. */
export interface GroupRemoved {
  readonly type: 'groupRemoved';
  readonly group: GroupId;
}

/** An account was moved to a group. */
export interface GroupAssigned {
  readonly type: 'groupAssigned';
  readonly account: AccountId;
  readonly group: GroupId;
}

/** The operator's rules were replaced. */
export interface RulesSet {
  readonly type: 'rulesSet';
  readonly rules: TradingRules;
}

/** A fact stated by the engine. The engine's state is the result of all events in order. */
export type Event =
  | Transferred
  | AccountOpened
  | AccountRetired
  | OrderPlaced
  | PositionOpened
  | OrderCancelled
  | PositionSplit
  | PositionClosed
  | FillCorrected
  | StopsChanged
  | PartialLevelsChanged
  | OrderAmended
  | StopReached
  | ExpiryChanged
  | SwapCharged
  | SwapsSettled
  | RolloverBegun
  | RolloverEnded
  | BurstMoved
  | SwapKept
  | WithdrawalMoved
  | InstrumentDefined
  | InstrumentRemoved
  | DealingSet
  | GroupDefined
  | GroupRemoved
  | GroupAssigned
  | RulesSet;
