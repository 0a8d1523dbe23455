import type {
  DealingMode,
  FeeMode,
  Group,
  GroupId,
  Instrument,
  InstrumentId,
  Lots,
  Money,
  PartialLevel,
  PendingKind,
  Price,
  Protection,
  Quote,
  Side,
  SwapTerms,
  Trailing,
} from '@fairlot/domain';
import type { EndedTrade } from './ended-trade.ts';

/** The number of a client account, above zero. Transfers in the database number house accounts below zero. */
export type AccountId = number;
/** The number of an order; the position keeps it. */
export type OrderId = number;
/** The number of a withdrawal, assigned by the funding feature. */
export type WithdrawalId = number;

/** `real`: the account holds its owner's money. `demo`: the account holds play money from the house. */
export type AccountKind = 'real' | 'demo';

/** Rules of the whole engine that the operator sets. */
export interface TradingRules {
  /** The meaning of fee rates of instruments without a mode of their own. */
  readonly feeMode: FeeMode;
  /** Positions are stopped out when equity ÷ used margin × 100 is at or below this whole per cent. */
  readonly stopOutPercent: number;
  /** Dollars that a demo account gets when it opens and at each reset. */
  readonly demoFunds: Money;
  /** Maximum number of open positions and pending orders per account. */
  readonly maxOrdersPerAccount: number;
}

/** A rollover as commands and events name it: 17:00 in New York. */
export interface Rollover {
  /** Epoch milliseconds. */
  readonly rolloverTime: number;
  /** Day of the New York week, 1 = Monday. */
  readonly weekday: number;
}

/** The swap of an instrument at the beginning of a rollover, when the instrument has got another since. */
export interface KeptSwap {
  readonly instrument: InstrumentId;
  readonly swap: SwapTerms;
}

/** A rollover that has begun and not ended. */
export interface BegunRollover extends Rollover {
  /** By ascending instrument; absent while no swap has changed since the beginning. */
  readonly kept?: readonly KeptSwap[] | undefined;
}

/** An instrument that staff keep from being dealt in, or from being opened in. */
export interface RestrictedInstrument {
  readonly instrument: InstrumentId;
  readonly mode: DealingMode;
}

interface AccountCommand {
  /** Market time in epoch milliseconds, set by the host. */
  readonly time: number;
  readonly account: AccountId;
  /** Idempotency key, unique within the account. Only the first command under a key is applied. */
  readonly key: string;
}

/** Opens an account. */
export interface OpenAccount extends AccountCommand {
  readonly type: 'openAccount';
  readonly kind: AccountKind;
  /** Absent for the group of its kind (DEFAULT_GROUPS). */
  readonly group?: GroupId | undefined;
}

/** Places an order at the market or, with a target, a pending one. */
export interface PlaceOrder extends AccountCommand, Protection, Trailing {
  readonly type: 'placeOrder';
  readonly instrument: InstrumentId;
  readonly side: Side;
  readonly lots: Lots;
  readonly leverage: number;
  /** Absent for an order at the market. */
  readonly target?: Price | undefined;
  /** The worst acceptable price of a market order. The order is refused beyond it. */
  readonly worst?: Price | undefined;
  /** Market time after which the order is refused, for requests that may be delayed on their way. */
  readonly validUntil?: number | undefined;
  /** The kind of a pending order that the client wishes. Absent: the market at arrival decides. */
  readonly kind?: PendingKind | undefined;
  /** Version of the terms that the client saw (termsVersion). The order is refused when they have changed. */
  readonly terms?: string | undefined;
  /** The worst acceptable fill of a stop order; it waits there as a limit when its stop is reached beyond it (stop-limit). */
  readonly limitPrice?: Price | undefined;
  /** A second pending order in the same instrument: the first of the two that is reached ends the other. */
  readonly oco?: LinkedLeg | undefined;
  /** True: the house guarantees the stop-loss of this market order, by the terms of the account's group. */
  readonly guaranteed?: true | undefined;
  /** Market time at which a pending order ends. Absent: good till cancelled. */
  readonly expiresAt?: number | undefined;
  /** The client asked for the end of the trading day, and the host has computed `expiresAt`. */
  readonly endsWithDay?: true | undefined;
}

/** The second order of a linked pair. It has the lots, the leverage and the expiry of the first. */
export interface LinkedLeg extends Protection {
  readonly side: Side;
  readonly target: Price;
  readonly kind?: PendingKind | undefined;
}

/** A command that staff give for a client. */
interface ByStaff {
  /** The number of the member of staff. Absent: the client's own command. */
  readonly staff?: number | undefined;
  /** The reason that staff gave. */
  readonly memo?: string | undefined;
}

/** Closes a position, or a part of it, at the market. */
export interface ClosePosition extends AccountCommand, ByStaff {
  readonly type: 'closePosition';
  readonly order: OrderId;
  /** The part to close. Absent: the whole position. */
  readonly lots?: Lots | undefined;
  /** The worst acceptable price. The close is refused beyond it. */
  readonly worst?: Price | undefined;
}

/**
 * Closes a position by an opposite one of the same instrument. The smaller one ends; the larger one keeps the difference
 * of their volumes.
 */
export interface CloseByOpposite extends AccountCommand {
  readonly type: 'closeByOpposite';
  readonly order: OrderId;
  readonly opposite: OrderId;
}

/** Positions by their floating profit: all, those above zero, or those below it. */
export type CloseScope = 'all' | 'winners' | 'losers';

/** Closes positions at the market, each that can be closed now. */
export interface CloseAll extends AccountCommand {
  readonly type: 'closeAll';
  readonly scope: CloseScope;
  /** Absent: positions in all instruments. */
  readonly instrument?: InstrumentId | undefined;
}

/** Cancels a pending order. */
export interface CancelOrder extends AccountCommand, ByStaff {
  readonly type: 'cancelOrder';
  readonly order: OrderId;
}

/** The fill that opened a position, or the one that closed it. */
export type FillName = 'open' | 'close';

/**
 * Corrects the price of a fill by staff: books the difference to the price that stands. The fill and its entries stay as
 * they are.
 */
export interface CorrectFill extends AccountCommand {
  readonly type: 'correctFill';
  readonly order: OrderId;
  readonly fill: FillName;
  /** The price that the fill should have had. */
  readonly price: Price;
  /** Absent while the position is open. */
  readonly ended?: EndedTrade | undefined;
  /** The number of the member of staff. */
  readonly staff: number;
  /** The reason that staff gave, as the client reads it. */
  readonly memo: string;
}

/** Changes the levels of an order or a position. An absent level is off, unless `keep` names it. */
export interface SetStops extends AccountCommand, Protection {
  readonly type: 'setStops';
  readonly order: OrderId;
  /** The level that stays as it is at that moment, or both. Absent: both levels are replaced. */
  readonly keep?: keyof Protection | 'both' | undefined;
  /** The new trailing distance. Zero: off. Absent: it stays, unless the command switches the stop-loss off. */
  readonly trailing?: Price | undefined;
  /**
   * True: the house guarantees the stop-loss of the position from now on. False: it is a plain one. Absent: it stays as it
   * is, unless the command switches the stop-loss off.
   */
  readonly guaranteed?: boolean | undefined;
}

/**
 * Replaces the partial levels of a position, which stay next to its stop-loss and take-profit. A level that the position
 * has already may keep its price on the wrong side of the market.
 */
export interface SetPartialLevels extends AccountCommand {
  readonly type: 'setPartialLevels';
  readonly order: OrderId;
  /** At most MOST_PARTIAL_LEVELS. Empty: none. */
  readonly levels: readonly PartialLevel[];
}

/** Moves a pending order to another target, with or without new levels. */
export interface AmendOrder extends AccountCommand, Protection {
  readonly type: 'amendOrder';
  readonly order: OrderId;
  readonly target: Price;
  /**
   * `kept`: the levels stay as they are. `moved`: they keep their distance from the target. `replaced`: the command's levels apply; an absent level is off, unless `keep`
   * names it.
   */
  readonly stops: 'kept' | 'moved' | 'replaced';
  /** The level that stays as it is while the other is replaced. */
  readonly keep?: keyof Protection | undefined;
  /** The kind that the client wishes at the new target. Absent: the market at arrival decides. */
  readonly kind?: PendingKind | undefined;
  /** See PlaceOrder.terms. */
  readonly terms?: string | undefined;
  /**
   * See PlaceOrder.limitPrice. Absent: a stop-limit order keeps its limit, unless `kind` names another kind.
   */
  readonly limitPrice?: Price | undefined;
  /**
   * Market time at which the order ends; 0 for good till cancelled. Absent: as it is. With the present target and kind and
   * kept stops, only the expiry changes, also while the market is closed.
   */
  readonly expiresAt?: number | undefined;
  /** See PlaceOrder.endsWithDay. */
  readonly endsWithDay?: true | undefined;
}

/** Credits a deposit that has arrived. */
export interface Deposit extends AccountCommand {
  readonly type: 'deposit';
  readonly amount: Money;
  readonly reference: number;
}

/** Freezes the amount, fee included, for a withdrawal under review. */
export interface HoldWithdrawal extends AccountCommand {
  readonly type: 'holdWithdrawal';
  readonly withdrawal: WithdrawalId;
  readonly amount: Money;
  /** The part of the amount that the house keeps on payment. */
  readonly fee: Money;
}

/** Releases the money held for a withdrawal. */
export interface ReleaseWithdrawal extends AccountCommand {
  readonly type: 'releaseWithdrawal';
  readonly withdrawal: WithdrawalId;
}

/** Pays out the money held for a withdrawal. */
export interface PayWithdrawal extends AccountCommand {
  readonly type: 'payWithdrawal';
  readonly withdrawal: WithdrawalId;
}

/** A signed correction by staff, visible in the ledger. The memo holds its reason and author. */
export interface Adjust extends AccountCommand {
  readonly type: 'adjust';
  readonly amount: Money;
  readonly memo: string;
  /**
   * Money that came back from a paid withdrawal, or that was taken back from a credited deposit. It moves between the
   * account and the clearing account that it came through. Absent: a correction at the house's expense.
   */
  readonly returns?: 'withdrawal' | 'deposit' | undefined;
  /** The number of the returned withdrawal or deposit. */
  readonly reference?: number | undefined;
}

/** Pays a reward for an invited person, at the house's expense. The memo holds its reason. */
export interface Reward extends AccountCommand {
  readonly type: 'reward';
  readonly amount: Money;
  readonly memo: string;
  /** The number of the reward. */
  readonly reference: number;
}

interface CopyFee extends AccountCommand {
  /** Above zero. */
  readonly amount: Money;
  /** The number of the copy. */
  readonly reference: number;
  /** How the fee was computed, for its owner to read. */
  readonly memo: string;
}

/**
 * Charges a copier the leader's fee, at most what could be withdrawn, so that it neither overdraws the account nor takes
 * margin. The outcome says what it took.
 */
export interface ChargeCopyFee extends CopyFee {
  readonly type: 'chargeCopyFee';
}

/** Pays a leader a fee that was charged. */
export interface PayCopyFee extends CopyFee {
  readonly type: 'payCopyFee';
}

/** Closes everything in a demo account and restores its play money. */
export interface ResetDemo extends AccountCommand {
  readonly type: 'resetDemo';
}

/**
 * Ends a demo account that nobody uses any more: closes everything in it, returns its money to the house and removes it
 * from memory. The host must never open an account under its number again.
 */
export interface RetireAccount extends AccountCommand {
  readonly type: 'retireAccount';
}

/**
 * Charges one account the swap of one rollover, and of earlier ones that it still owes. Has no effect when a close has
 * charged it already.
 */
export interface ChargeSwap extends AccountCommand {
  readonly type: 'chargeSwap';
  /** Positions opened at or after this moment are not charged. */
  readonly rolloverTime: number;
  /** Day of the New York week of the rollover, 0 = Sunday. */
  readonly weekday: number;
}

/** Adds an instrument, or changes its terms for later commands. */
export interface DefineInstrument {
  readonly type: 'defineInstrument';
  readonly time: number;
  readonly instrument: Instrument;
}

/** Removes an instrument that is halted or close-only, and in which nothing is open. Its number is never used for another. */
export interface RemoveInstrument {
  readonly type: 'removeInstrument';
  readonly time: number;
  readonly instrument: InstrumentId;
}

/** Halts an instrument, lets only closing be dealt in it, or releases it (DealingMode). */
export interface SetDealing {
  readonly type: 'setDealing';
  readonly time: number;
  readonly instrument: InstrumentId;
  readonly mode: DealingMode;
  /** The number of the member of staff. */
  readonly staff: number;
  /** The reason that staff gave. */
  readonly memo: string;
}

/**
 * Moves an account to another group. Its orders and positions keep their markup; swaps, the stop-out level and new
 * orders follow the new group.
 */
export interface AssignGroup extends AccountCommand, ByStaff {
  readonly type: 'assignGroup';
  readonly group: GroupId;
}

/** Adds a group of accounts, or replaces its terms for later commands. Orders and positions keep their markup. */
export interface DefineGroup {
  readonly type: 'defineGroup';
  readonly time: number;
  readonly group: Group;
}

/** Removes a group without accounts. */
export interface RemoveGroup {
  readonly type: 'removeGroup';
  readonly time: number;
  readonly group: GroupId;
}

/** Replaces the operator's rules for later commands. */
export interface SetRules {
  readonly type: 'setRules';
  readonly time: number;
  readonly rules: TradingRules;
}

/**
 * Marks a rollover that has passed: from now on every position that was open at it owes its swap. The host sends it
 * before any command or quote after the rollover. A rollover that is not later than the last one begun has no effect.
 */
export interface BeginRollover extends Rollover {
  readonly type: 'beginRollover';
  /** Market time in epoch milliseconds; `rolloverTime` is that of the rollover. */
  readonly time: number;
}

/** Ends a rollover: every account that owed its swap has been charged. */
export interface EndRollover {
  readonly type: 'endRollover';
  readonly time: number;
  readonly rolloverTime: number;
}

/** The orders that a quote triggers. The engine makes this command itself (see TradingEngine.onQuote). */
export interface Trigger {
  readonly type: 'trigger';
  readonly time: number;
  readonly instrument: InstrumentId;
  readonly hits: readonly TriggerHit[];
}

/** An order that a quote triggers, and its level that was reached. */
export interface TriggerHit {
  readonly order: OrderId;
  /**
   * `partial`: the first of the partial levels in canonical order that the quote reaches. `trailing`: the stop-loss
   * follows the price.
   */
  readonly cause: 'pending' | 'stopLoss' | 'takeProfit' | 'partial' | 'trailing';
}

/** Stops out an account at or below the stop-out level. The engine makes this command itself. */
export interface StopOut {
  readonly type: 'stopOut';
  readonly time: number;
  readonly account: AccountId;
  /**
   * In a burst, the instrument whose quote is worked. The quote was found fresh when it was received, so positions close
   * at it however long the burst takes.
   */
  readonly quoted?: InstrumentId | undefined;
}

/**
 * Begins a burst: the last quote of an instrument causes more work than one slice, and later rows continue it. Until the
 * burst ends, nobody deals in the instrument. The engine makes this command itself.
 */
export interface BeginBurst {
  readonly type: 'beginBurst';
  readonly time: number;
  readonly instrument: InstrumentId;
}

/** Ends a burst: its quote and those that came meanwhile are worked. The engine makes this command itself. */
export interface EndBurst {
  readonly type: 'endBurst';
  readonly time: number;
  readonly instrument: InstrumentId;
}

/** Ends pending orders whose expiry has come, of any accounts. The engine makes this command itself (TradingEngine.expire). */
export interface Expire {
  readonly type: 'expire';
  readonly time: number;
  /** By ascending number. */
  readonly orders: readonly OrderId[];
}

/** Commands that move money of an account. */
type MoneyCommand =
  Deposit | HoldWithdrawal | ReleaseWithdrawal | PayWithdrawal | Adjust | Reward | ChargeCopyFee | PayCopyFee;
/** Commands from outside, each for one account and with an idempotency key. */
export type ClientCommand =
  | OpenAccount
  | PlaceOrder
  | ClosePosition
  | CloseByOpposite
  | CloseAll
  | CancelOrder
  | CorrectFill
  | SetStops
  | SetPartialLevels
  | AmendOrder
  | MoneyCommand
  | ResetDemo
  | RetireAccount
  | ChargeSwap
  | AssignGroup;
/** Commands of the host and of the engine. */
export type SystemCommand = HostCommand | Trigger | StopOut | BeginBurst | EndBurst | Expire;
/** Commands of the host itself. */
export type HostCommand =
  DefineInstrument | RemoveInstrument | SetDealing | SetRules | DefineGroup | RemoveGroup | BeginRollover | EndRollover;
/** Any command that the journal may contain. */
export type Command = ClientCommand | SystemCommand;

/**
 * An instrument's quote and session as the engine last saw them. The journal records the markets that a decision reads
 * in this form.
 */
export interface MarketView extends Quote {
  /** True while the session is open. Nothing fills in a closed session. */
  readonly open: boolean;
  /** True while the price is in doubt (DealingFacts). */
  readonly doubt?: true | undefined;
}
