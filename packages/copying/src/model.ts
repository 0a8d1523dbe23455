import type { InstrumentId, Lots, Money, Price, Rate, Side } from '@fairlot/domain';
import type { AccountId, OrderId, Refusal } from '@fairlot/engine';

/** Number of a copy: one account that follows one leader, from its start to its end. */
export type CopyId = number;

/** Limits of one instrument in a copy. */
export interface InstrumentLimit {
  /** Most lots that the copy holds in it, both sides together; 0 leaves the instrument out. */
  readonly maxLots: Lots;
}

/** The terms of a copy that its copier chooses. */
export interface CopyTerms {
  readonly allocation: Money;
  readonly multiple: Rate;
  /** Loss, floating included, at which the whole copy ends; undefined for none. */
  readonly stopLoss?: Money | undefined;
  /** Undefined for the leader's leverage. */
  readonly maxLeverage?: number | undefined;
  /** Share of the leader's price by which a fill may be worse. */
  readonly maxSlippage: Rate;
  readonly instruments: ReadonlyMap<InstrumentId, InstrumentLimit>;
}

/** `stopping`: its positions are being closed; nothing is opened any more. */
export type CopyState = 'active' | 'paused' | 'stopping' | 'ended';

/** A copy. `since` is the leader's journal row after which it follows. */
export interface Copy {
  readonly id: CopyId;
  readonly leader: AccountId;
  readonly copier: AccountId;
  readonly state: CopyState;
  readonly terms: CopyTerms;
  readonly since: number;
}

/**
 * A leader's deed, drawn from one committed row of the leader's journal. A row has several of them when it touches
 * several orders; `index` counts them within the row.
 */
export interface LeaderDeed {
  readonly shard: number;
  readonly seq: number;
  readonly index: number;
  readonly leader: AccountId;
  /** The leader's position. For a part that was closed, the position that keeps the rest. */
  readonly order: OrderId;
  readonly instrument: InstrumentId;
  readonly side: Side;
  /** Market time of the row, in epoch milliseconds. */
  readonly time: number;
  readonly change: LeaderChange;
}

/** The change that a deed makes to the leader's position. */
export type LeaderChange =
  | {
      readonly type: 'open';
      readonly lots: Lots;
      readonly leverage: number;
      readonly price: Price;
      readonly stopLoss?: Price | undefined;
      readonly takeProfit?: Price | undefined;
      /** The leader's equity, which sizes are in proportion to; kept with the deed, so that a repeat has the same sizes. */
      readonly equity: Money;
    }
  /** `lots` of `before` were closed; equal for the whole position. */
  | { readonly type: 'close'; readonly lots: Lots; readonly before: Lots; readonly price: Price }
  | { readonly type: 'stops'; readonly stopLoss?: Price | undefined; readonly takeProfit?: Price | undefined };

/** A reason for which a copy leaves a deed out, in the contract's words. */
export type SkipReason =
  | 'paused'
  | 'not_followed'
  | 'below_minimum'
  | 'over_allocation'
  | 'over_limit'
  | 'instrument_excluded'
  | 'leverage_unavailable'
  | 'price_moved'
  | 'not_held'
  | 'already_closed'
  | 'unchanged'
  | 'refused';

/** How a deed ended in one copy: one order of the copier, or one recorded skip. */
export type DeedResult =
  | {
      readonly type: 'done';
      /** The copier's position; for a closed part, the number of the part. */
      readonly order: OrderId;
      readonly lots: Lots;
      /** Absent for a change of levels. */
      readonly price?: Price | undefined;
      /** Market time of the copier's row. */
      readonly time: number;
    }
  | { readonly type: 'skipped'; readonly reason: SkipReason; readonly refusal?: Refusal | undefined };
