import type { InstrumentId, VersionedTerms } from '@fairlot/domain';
import type { Command, MarketView, OrderId } from './command.ts';
import type { Event } from './event.ts';

/** All reasons for which the engine refuses a command, in the contract's words. */
export const REFUSALS = [
  'unknown_account',
  'account_exists',
  'unknown_instrument',
  'unknown_order',
  'order_not_open',
  'order_not_pending',
  'lots_above_position',
  'remainder_below_minimum',
  'not_opposite',
  'no_positions',
  'lots_below_minimum',
  'lots_above_maximum',
  'lots_off_step',
  'leverage_not_listed',
  'leverage_not_configured',
  'price_off_grid',
  'price_out_of_range',
  'price_worse_than_accepted',
  'stop_passed',
  'terms_changed',
  'stop_loss_wrong_side',
  'take_profit_wrong_side',
  'trailing_too_wide',
  'guarantee_without_stop',
  'guarantee_trailing',
  'guarantee_pending',
  'guarantee_not_offered',
  'guarantee_too_near',
  'too_many_levels',
  'levels_above_position',
  'market_closed',
  'market_data_missing',
  'market_data_stale',
  'price_in_doubt',
  'instrument_halted',
  'instrument_close_only',
  'order_expired',
  'expiry_passed',
  'expiry_too_far',
  'oco_at_market',
  'insufficient_margin',
  'too_many_orders',
  'insufficient_balance',
  'amount_not_positive',
  'withdrawal_exists',
  'withdrawal_not_held',
  'not_a_demo_account',
  'real_account_required',
  'key_reused',
  'instrument_in_use',
  'instrument_not_restricted',
  'instrument_converts',
  'instrument_in_group',
  'instrument_has_orders',
  'fill_unknown',
  'fill_price_stands',
  'too_many_corrections',
  'instrument_not_offered',
  'unknown_group',
  'group_invalid',
  'group_in_use',
  'rollover_under_way',
] as const;
/** The reason for a refusal. */
export type Refusal = (typeof REFUSALS)[number];

/** A position that a command for several could not close. */
export interface LeftOpen {
  readonly order: OrderId;
  readonly reason: Refusal;
}

/** The answer to a command. A refusal's detail holds decimal strings by name, for people. */
export type Outcome =
  | {
      readonly ok: true;
      /** The order that was placed, or the part that was closed. */
      readonly order?: OrderId | undefined;
      /** The positions and parts that a command for several has closed, in order. */
      readonly closed?: readonly OrderId[] | undefined;
      /** Absent for none. */
      readonly left?: readonly LeftOpen[] | undefined;
      /** Dollars that a fee took, as a decimal. */
      readonly taken?: string | undefined;
    }
  | { readonly ok: false; readonly reason: Refusal; readonly detail?: Readonly<Record<string, string>> | undefined };

/** The terms by which the fee of an order was computed: those of its account's group, at its own markup. */
export interface OrderTerms {
  readonly order: OrderId;
  readonly instrument: InstrumentId;
  /** The same object while nothing has changed. */
  readonly terms: VersionedTerms;
}

/** A command with its outcome and events: one row of the journal. */
export interface Applied {
  /** The row's number in the shard's journal, from 1 without gaps. */
  readonly seq: number;
  /** Version of the rules that decided it (rulebookOf). */
  readonly rules: number;
  readonly command: Command;
  /** Markets that the decision read and that the journal did not have in this form. */
  readonly markets: readonly MarketView[];
  readonly outcome: Outcome;
  readonly events: readonly Event[];
  /**
   * The terms of each order whose fee was computed: placed, amended, or filled at the market. Absent without one. They
   * follow from the rows so far, so the journal has no column for them.
   */
  readonly terms?: readonly OrderTerms[] | undefined;
}
