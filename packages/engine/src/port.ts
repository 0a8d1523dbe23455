import type {
  DealingMode,
  Group,
  GroupId,
  Holdings,
  Instrument,
  InstrumentId,
  HedgedMargin,
  LeverageTier,
  Money,
  Quote,
  Standing,
} from '@fairlot/domain';
import type {
  AccountId,
  AccountKind,
  ClientCommand,
  HostCommand,
  MarketView,
  OrderId,
  Rollover,
  TradingRules,
} from './command.ts';
import type { AccountTerms } from './core/groups.ts';
import type { EngineImage, OrderRecord } from './image.ts';
import type { KeyMemory } from './keys/key-memory.ts';
import type { Applied, Outcome } from './outcome.ts';

/** The result of handing a command to the engine. */
export type Submission =
  /** The key was new. The first row is the command's, the others follow from it at once (a stop-out). */
  | { readonly kind: 'applied'; readonly rows: readonly [Applied, ...Applied[]] }
  /** The key was used before. The outcome is the earlier one, or `key_reused` when the payload differs. */
  | { readonly kind: 'repeated'; readonly outcome: Outcome }
  /** The key was new, and the command refused for its input alone. Nothing has changed: no row, and the key is unused. */
  | { readonly kind: 'refused'; readonly outcome: Outcome }
  /**
   * Memory can't prove that the key is new. The host must search the journal and, if the key is not there, submit with
   * `fresh`.
   */
  | { readonly kind: 'archived' };

/** An account at this moment, valued at the engine's last quotes. */
export interface AccountView {
  readonly id: AccountId;
  readonly kind: AccountKind;
  readonly group: GroupId;
  readonly standing: Standing;
  /** The cash book. The other two books are frozen. */
  readonly cash: Money;
  readonly orderReserve: Money;
  readonly withdrawalHold: Money;
  /** Number of the journal row that last changed the account. Callers must not show uncommitted changes. */
  readonly changedBy: number;
  readonly positions: readonly PositionView[];
  /** The tiers of leverage of its group by instrument; absent for none. They are in the standing's used margin. */
  readonly tiers?: ReadonlyMap<InstrumentId, readonly LeverageTier[]>;
  /** The margin of opposite positions in its group; absent when both sides count. */
  readonly hedged?: HedgedMargin;
}

/**
 * An open position with its floating profit at the closing side of the market. `closing`: the quote as its account has
 * it, with the markup that the position was opened with.
 */
export interface PositionView {
  readonly order: OrderRecord;
  readonly closing: Quote;
  readonly profit: Money;
}

/** The open positions of an account as orders, without the values that need a market. */
export interface AccountPositions {
  readonly positions: readonly OrderRecord[];
  /** Number of the journal row that last changed the account. */
  readonly changedBy: number;
}

/** The open positions of one kind of account of a group in one instrument. */
export interface GroupHoldings {
  readonly instrument: InstrumentId;
  readonly group: GroupId;
  readonly holdings: Holdings;
}

/** The terms of an instrument for the accounts of a group. */
export interface ShownTermsOfGroup extends AccountTerms {
  /** The version of the terms as shown (termsVersion). */
  readonly version: string;
  /** Whole per cent. */
  readonly stopOutPercent: number;
}

/**
 * The engine of one shard, as its host sees it. Deterministic: no clock, no randomness, no I/O. A broken invariant
 * throws InvariantError; the host must then stop.
 */
export interface TradingEngine {
  /**
   * Applies a command. `fresh` states that the journal does not contain its key. New rules, and new terms of a group, begin
   * a review: the accounts that they may bring to their stop-out level are judged by ascending number. The new terms apply
   * at once; what is more than a slice is judged by `work` until `busy` is false.
   */
  submit(command: ClientCommand | HostCommand, fresh?: boolean): Submission;
  /**
   * Takes a quote at market time `now` and returns the rows that it triggers, in order, for the journal. A quote that
   * can't be dealt on (out of session, or not fresh) is ignored, so that accounts are valued at the last one that could.
   * Costs O(1) when the quote triggers nothing. When it causes more work than one slice (EngineOptions.slice), a burst
   * begins: `work` must be called until `busy` is false. Meanwhile later quotes, sessions and doubts of the instrument
   * wait, and dealing in it is refused as `price_in_doubt`. Every order that the quote reaches is filled at it.
   */
  onQuote(quote: Quote, now: number): readonly Applied[];
  /**
   * Ends pending orders whose expiry has come at market time `now`, whether or not their market is open, at most a slice of
   * them. The host calls it before any command, quote or slice of that moment, and until `busy` is false. An order fills
   * only on a quote dated before its expiry. In a burst of its instrument it waits for the end: a quote of the burst that is
   * dated before the expiry may still fill it.
   */
  expire(now: number): readonly Applied[];
  /** True while a burst, a review or the expiry of many orders is under way. */
  readonly busy: boolean;
  /** Continues a burst, and a review, by one slice each at market time `now`, and returns their rows. */
  work(now: number): readonly Applied[];
  /** Opens or closes the session of an instrument. */
  setOpen(instrument: InstrumentId, open: boolean): void;
  /**
   * Tells that a newer price of an instrument is in doubt, or no longer. Meanwhile nothing is filled, triggered or
   * stopped out at its price. The end of a doubt fires nothing itself; the next quote does.
   */
  setDoubt(instrument: InstrumentId, doubt: boolean): void;
  /** Applies a journal row again, in order, and returns the new result. Verification compares it with the row. */
  replay(row: Applied): Applied;
  /**
   * Values accounts at a quote from now on, in an engine that only replays the rows of another one. Decides nothing, and
   * changes no state: the rows bring the markets that they were decided at.
   */
  observe(quote: Quote): void;
  market(instrument: InstrumentId): MarketView | undefined;
  terms(instrument: InstrumentId): Instrument | undefined;
  /** Instruments that are halted or restricted to closing. A new map after every change. */
  readonly restricted: ReadonlyMap<InstrumentId, DealingMode>;
  /** Groups of accounts that are defined, by ascending number. A new list after every change. */
  readonly groups: readonly Group[];
  /** The group of an account; undefined for an unknown account. */
  groupOf(id: AccountId): GroupId | undefined;
  /** The terms of an instrument for the accounts of a group, and their version; undefined for an unknown instrument. */
  groupTerms(group: GroupId, instrument: InstrumentId): ShownTermsOfGroup | undefined;
  account(id: AccountId): AccountView | undefined;
  /** The open positions of an account, which costs a fraction of `account`. Undefined for an unknown account. */
  positions(id: AccountId): AccountPositions | undefined;
  /**
   * The open positions of all accounts of a kind, by instrument and group, in no order. Costs O(instruments × groups).
   * Contains rows that are not committed yet.
   */
  exposure(kind: AccountKind): readonly GroupHoldings[];
  order(id: OrderId): OrderRecord | undefined;
  readonly rules: TradingRules | undefined;
  /** Rollovers that have begun and not ended, in time order. */
  readonly rollovers: readonly Rollover[];
  /** Number of the last row. */
  readonly seq: number;
  /** The state as plain records, in a canonical order. */
  image(): EngineImage;
  /**
   * SHA-256 digest (hex) of image() without markets and keys, computed without I/O. Equal states have equal digests.
   */
  stateHash(): string;
  /**
   * Hands over the memory of keys to the engine that is restored after this one, without the outcomes of rows after
   * `seq`, which may not have happened. This engine must not be used afterwards.
   */
  releaseKeys(seq: number): KeyMemory;
}
