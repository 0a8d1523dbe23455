import type {
  Group,
  GroupId,
  Guaranteed,
  Instrument,
  InstrumentId,
  Lots,
  Markup,
  Money,
  OrderKind,
  PartialLevel,
  Price,
  Protection,
  Side,
  Trailing,
} from '@fairlot/domain';
import type {
  AccountId,
  AccountKind,
  BegunRollover,
  MarketView,
  OrderId,
  RestrictedInstrument,
  TradingRules,
  WithdrawalId,
} from './command.ts';
import type { KeyMark } from './keys/key-memory.ts';

/** A client account: its three books in dollars. */
export interface AccountRecord {
  readonly id: AccountId;
  readonly kind: AccountKind;
  /** Absent for the group of its kind (DEFAULT_GROUPS). */
  readonly group?: GroupId | undefined;
  readonly cash: Money;
  readonly orderReserve: Money;
  readonly withdrawalHold: Money;
  /** Time of the last rollover whose swaps are paid; 0 before the first. */
  readonly swapThrough: number;
}

/** A pending order or an open position. */
export interface OrderRecord extends Protection, Trailing, Guaranteed {
  readonly id: OrderId;
  readonly account: AccountId;
  readonly instrument: InstrumentId;
  readonly side: Side;
  readonly kind: OrderKind;
  readonly status: 'pending' | 'open';
  readonly lots: Lots;
  readonly leverage: number;
  /** The markup that it was placed with; absent for none. */
  readonly markup?: Markup | undefined;
  /** The pending price; absent for market orders. */
  readonly target?: Price | undefined;
  /** See PlaceOrder.limitPrice. It stays when the order has become a limit or a position. */
  readonly limitPrice?: Price | undefined;
  /** The other order of a linked pair, which may have ended. */
  readonly oco?: OrderId | undefined;
  /** Market time at which it ends while pending; absent for good till cancelled. */
  readonly expiresAt?: number | undefined;
  /** The opening price; absent while pending. */
  readonly price?: Price | undefined;
  /** Time of the command that filled the order; absent while pending. */
  readonly openedAt?: number | undefined;
  /** Bound while open, reserved while pending. */
  readonly margin: Money;
  /** Charged when open, reserved while pending. */
  readonly fee: Money;
  /** Sum of the position's swaps, signed from the client's side. */
  readonly swap: Money;
  /** Partial levels in canonical order; absent for none. */
  readonly levels?: readonly PartialLevel[] | undefined;
}

/** A withdrawal under review. */
export interface WithdrawalRecord {
  readonly id: WithdrawalId;
  readonly account: AccountId;
  readonly amount: Money;
  readonly fee: Money;
}

/** The prices that stand for the fills of a corrected order. */
export interface CorrectedOrder {
  readonly order: OrderId;
  readonly open: Price;
  /** Absent while no correction has named the closing fill's price. */
  readonly close?: Price | undefined;
  /** Sum of differences that the house did not take from the client. */
  readonly waived: Money;
  /** Number of corrections so far. */
  readonly count: number;
}

/** The state from which an engine can continue, as the tables hold it. Lists are in any order. */
export interface EngineImage {
  /** Number of the last journal row; 0 for an empty journal. */
  readonly seq: number;
  /** Market time of the last journal row; 0 for an empty journal. */
  readonly time: number;
  readonly nextOrder: OrderId;
  readonly nextTransfer: number;
  readonly rules: TradingRules | undefined;
  /** Rollovers that have begun and not ended, in time order. */
  readonly rollovers: readonly BegunRollover[];
  /** Instruments in a burst (BeginBurst), by ascending number. Absent in images of former versions. */
  readonly bursts?: Iterable<InstrumentId> | undefined;
  /** Instruments that are halted or restricted to closing, by ascending number. Absent in images of former versions. */
  readonly restricted?: Iterable<RestrictedInstrument> | undefined;
  /** Groups of accounts that are defined, by ascending number. Absent in images of former versions. */
  readonly groups?: Iterable<Group> | undefined;
  /** Orders with corrected fills, ended ones too, by ascending number. Absent in images of former versions. */
  readonly corrected?: Iterable<CorrectedOrder> | undefined;
  readonly instruments: Iterable<Instrument>;
  /**
   * Last known markets: at least the last view of each instrument in the journal, because alive orders can't be valued
   * without it. The engine records them in the journal again before it decides anything on them.
   */
  readonly markets: Iterable<MarketView>;
  readonly accounts: Iterable<AccountRecord>;
  readonly orders: Iterable<OrderRecord>;
  readonly withdrawals: Iterable<WithdrawalRecord>;
  /** At least the greatest stamp of each account's idempotency keys in the journal. */
  readonly keyMarks: Iterable<KeyMark>;
}
