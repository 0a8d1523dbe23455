import type {
  Book,
  CancelReason,
  CloseReason,
  HouseAccount,
  Instrument,
  InstrumentId,
  LedgerType,
  Lots,
  Money,
  OrderKind,
  PendingKind,
  Price,
  Protection,
  Quote,
  Rate,
  Side,
} from '@fairlot/domain';
import type { AccountId, AccountKind, OrderId, TradingRules, WithdrawalId } from './command.ts';

/** One side of a transfer: a book of a client account, or a house account. */
export type Party = { readonly account: AccountId; readonly book: Book } | { readonly house: HouseAccount };

/** One money movement: amount (above zero) leaves `debit` and reaches `credit`. */
export interface Transferred {
  readonly type: 'transferred';
  /** Numbered through the shard without gaps. */
  readonly id: number;
  readonly kind: LedgerType;
  readonly debit: Party;
  readonly credit: Party;
  readonly amount: Money;
  /** The order or withdrawal or deposit that it belongs to. */
  readonly reference?: number | undefined;
  /** Free text, for adjustments. */
  readonly memo?: string | undefined;
  /**
   * What the account was worth just before: all its books and the floating profit. Stated where money comes in or goes
   * out while positions may be open; growth is measured between such moments.
   */
  readonly worth?: Money | undefined;
}

export interface AccountOpened {
  readonly type: 'accountOpened';
  readonly account: AccountId;
  readonly kind: AccountKind;
}

/** A pending order was taken; its margin and fee are reserved at the target. */
export interface OrderPlaced extends Protection {
  readonly type: 'orderPlaced';
  readonly order: OrderId;
  readonly account: AccountId;
  readonly instrument: InstrumentId;
  readonly side: Side;
  readonly kind: OrderKind;
  readonly lots: Lots;
  readonly leverage: number;
  readonly target: Price;
  readonly margin: Money;
  readonly fee: Money;
  /** The market when it was taken. */
  readonly quote: Quote;
}

/** A fill: a market order, or a pending order whose target was met. The opening time is that of the command. */
export interface PositionOpened extends Protection {
  readonly type: 'positionOpened';
  readonly order: OrderId;
  readonly account: AccountId;
  readonly instrument: InstrumentId;
  readonly side: Side;
  readonly kind: OrderKind;
  readonly lots: Lots;
  readonly leverage: number;
  readonly target?: Price | undefined;
  readonly price: Price;
  readonly margin: Money;
  readonly fee: Money;
  /** The quote that it was filled on. */
  readonly quote: Quote;
}

export interface OrderCancelled {
  readonly type: 'orderCancelled';
  readonly order: OrderId;
  readonly account: AccountId;
  readonly reason: CancelReason;
}

/** The figures that made a forced close necessary, kept so that its owner can read why. */
export interface StopOutExplanation {
  readonly equity: Money;
  readonly usedMargin: Money;
  /** Prepayment ratio in per cent. */
  readonly ratio: Rate;
  readonly stopOutPercent: number;
  /** The position's loss at that moment, the largest of the account's. */
  readonly loss: Money;
}

export interface PositionClosed {
  readonly type: 'positionClosed';
  readonly order: OrderId;
  readonly account: AccountId;
  readonly price: Price;
  readonly profit: Money;
  readonly reason: CloseReason;
  /** The quote that it was filled on. */
  readonly quote: Quote;
  /** The quote that converted the result into dollars, when the instrument is not quoted in dollars. */
  readonly conversionQuote?: Quote | undefined;
  readonly explanation?: StopOutExplanation | undefined;
}

export interface StopsChanged extends Protection {
  readonly type: 'stopsChanged';
  readonly order: OrderId;
  readonly account: AccountId;
}

/** A pending order waits for another price; its margin and fee are those at the new target. */
export interface OrderAmended {
  readonly type: 'orderAmended';
  readonly order: OrderId;
  readonly account: AccountId;
  readonly kind: PendingKind;
  readonly target: Price;
  readonly margin: Money;
  readonly fee: Money;
  /** The market when it was moved. */
  readonly quote: Quote;
}

/** Swaps are summed per position; the money moves in the transfer beside it. */
export interface SwapCharged {
  readonly type: 'swapCharged';
  readonly order: OrderId;
  readonly account: AccountId;
  /** Signed from the client's side. */
  readonly amount: Money;
  readonly nights: number;
}

export interface WithdrawalMoved {
  readonly type: 'withdrawalHeld' | 'withdrawalReleased' | 'withdrawalPaid';
  readonly withdrawal: WithdrawalId;
  readonly account: AccountId;
  readonly amount: Money;
  readonly fee: Money;
}

export interface InstrumentDefined {
  readonly type: 'instrumentDefined';
  readonly instrument: Instrument;
}

export interface RulesSet {
  readonly type: 'rulesSet';
  readonly rules: TradingRules;
}

/** A fact that the engine states. Applying a command yields these in order. */
export type Event =
  | Transferred
  | AccountOpened
  | OrderPlaced
  | PositionOpened
  | OrderCancelled
  | PositionClosed
  | StopsChanged
  | OrderAmended
  | SwapCharged
  | WithdrawalMoved
  | InstrumentDefined
  | RulesSet;
