import type { FeeMode, Instrument, InstrumentId, Lots, Money, Price, Protection, Quote, Side } from '@fairlot/domain';

/** The number of a client account; above zero. House accounts are negative (house.ts). */
export type AccountId = number;
/** The number of an order and of the position that it becomes. */
export type OrderId = number;
/** The number of a withdrawal, given by the funding feature. */
export type WithdrawalId = number;

/** Whether an account holds its owner's money or the house's play money. */
export type AccountKind = 'real' | 'demo';

/** What the operator may set for the whole engine. */
export interface TradingRules {
  readonly feeMode: FeeMode;
  /** Positions are closed when equity ÷ used margin × 100 is at or below this, whole per cent. */
  readonly stopOutPercent: number;
  /** Dollars given to a demo account at its opening and at each reset. */
  readonly demoFunds: Money;
  /** Open and pending orders that one account may have at a time. */
  readonly maxOrdersPerAccount: number;
}

interface AccountCommand {
  /** Market time in epoch milliseconds, given by the host. */
  readonly time: number;
  readonly account: AccountId;
  /** Idempotency key, unique within the account. The first outcome under a key is the only one. */
  readonly key: string;
}

export interface OpenAccount extends AccountCommand {
  readonly type: 'openAccount';
  readonly kind: AccountKind;
}

export interface PlaceOrder extends AccountCommand, Protection {
  readonly type: 'placeOrder';
  readonly instrument: InstrumentId;
  readonly side: Side;
  readonly lots: Lots;
  readonly leverage: number;
  /** Absent: at the market. */
  readonly target?: Price | undefined;
  /** The worst acceptable price of a market order; outside it the order is refused. */
  readonly worst?: Price | undefined;
  /** Market time after which the order is not to be placed any more; for wishes that may be under way for long. */
  readonly validUntil?: number | undefined;
}

export interface ClosePosition extends AccountCommand {
  readonly type: 'closePosition';
  readonly order: OrderId;
}

export interface CancelOrder extends AccountCommand {
  readonly type: 'cancelOrder';
  readonly order: OrderId;
}

/** Changes the levels of an order or a position; an absent one is off, unless `keep` names it. */
export interface SetStops extends AccountCommand, Protection {
  readonly type: 'setStops';
  readonly order: OrderId;
  /** The level that stays as it is, whatever it is by then. Absent: both are those of this command. */
  readonly keep?: keyof Protection | undefined;
}

/** Moves a pending order to another target, alone or together with its levels. */
export interface AmendOrder extends AccountCommand, Protection {
  readonly type: 'amendOrder';
  readonly order: OrderId;
  readonly target: Price;
  /** `kept`: its levels stay as they are. `replaced`: those of this command take their place; an absent one is off, unless `keep` names it. */
  readonly stops: 'kept' | 'replaced';
  /** The level that stays as it is when the other is replaced. */
  readonly keep?: keyof Protection | undefined;
}

export interface Deposit extends AccountCommand {
  readonly type: 'deposit';
  readonly amount: Money;
  readonly reference: number;
}

/** Freezes amount (fee included) for a withdrawal under review. */
export interface HoldWithdrawal extends AccountCommand {
  readonly type: 'holdWithdrawal';
  readonly withdrawal: WithdrawalId;
  readonly amount: Money;
  /** The part of amount that the house keeps when it is paid. */
  readonly fee: Money;
}

export interface ReleaseWithdrawal extends AccountCommand {
  readonly type: 'releaseWithdrawal';
  readonly withdrawal: WithdrawalId;
}

export interface PayWithdrawal extends AccountCommand {
  readonly type: 'payWithdrawal';
  readonly withdrawal: WithdrawalId;
}

/** A visible correction, signed, with its reason and author in the memo. */
export interface Adjust extends AccountCommand {
  readonly type: 'adjust';
  readonly amount: Money;
  readonly memo: string;
}

export interface ResetDemo extends AccountCommand {
  readonly type: 'resetDemo';
}

/** Charges one account for the rollover at a moment (17:00 New York). */
export interface ChargeSwap extends AccountCommand {
  readonly type: 'chargeSwap';
  /** Positions opened at or after this moment are not charged. */
  readonly rolloverTime: number;
  /** Day of the New York week of the rollover, 0 = Sunday. */
  readonly weekday: number;
}

/** Brings an instrument in, or changes its terms for what comes after. */
export interface DefineInstrument {
  readonly type: 'defineInstrument';
  readonly time: number;
  readonly instrument: Instrument;
}

export interface SetRules {
  readonly type: 'setRules';
  readonly time: number;
  readonly rules: TradingRules;
}

/** What a quote touched. The engine makes this command itself (see Engine.onQuote). */
export interface Trigger {
  readonly type: 'trigger';
  readonly time: number;
  readonly instrument: InstrumentId;
  readonly hits: readonly TriggerHit[];
}

export interface TriggerHit {
  readonly order: OrderId;
  readonly cause: 'pending' | 'stopLoss' | 'takeProfit';
}

/** An account whose ratio reached the stop-out level. The engine makes this command itself. */
export interface StopOut {
  readonly type: 'stopOut';
  readonly time: number;
  readonly account: AccountId;
}

/** Commands that come from outside, each for one account and under a key. */
export type ClientCommand =
  | OpenAccount
  | PlaceOrder
  | ClosePosition
  | CancelOrder
  | SetStops
  | AmendOrder
  | Deposit
  | HoldWithdrawal
  | ReleaseWithdrawal
  | PayWithdrawal
  | Adjust
  | ResetDemo
  | ChargeSwap;
/** Commands of the host and of the engine itself. */
export type SystemCommand = DefineInstrument | SetRules | Trigger | StopOut;
export type Command = ClientCommand | SystemCommand;

/** An instrument's market as the engine last saw it. What a decision read travels into the journal in this form. */
export interface MarketView extends Quote {
  /** Whether the session is open: no fills while it is not. */
  readonly open: boolean;
}
