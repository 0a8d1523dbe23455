import type {
  DealingProblem,
  Commission,
  FeeMode,
  GuaranteeTerms,
  Instrument,
  LeverageTier,
  MarginTerms,
  Markup,
  Money,
  OrderKind,
  Price,
  Quote,
  RoundTripCost,
  Standing,
  TwoSides,
} from '@fairlot/domain';
import type { DoubtReason } from '../model/instrument.ts';
import type { Reason } from '@fairlot/contract';

/** Terms of an instrument with the meaning of its fee rate. */
export interface PreviewInstrument extends Instrument {
  readonly feeMode: FeeMode;
  /** The fee where it has another mode. */
  readonly commission?: Commission | undefined;
  /** The distance of the account's prices from the market's; undefined for none. */
  readonly markup?: Markup | undefined;
  /** The terms of guaranteed stops; undefined where they are not offered. */
  readonly guarantee?: GuaranteeTerms | undefined;
}

/** The market data against which a draft is validated. */
export interface PreviewMarket {
  readonly instrument: PreviewInstrument;
  /** The reason why the instrument can't be dealt on now (dealingOf). */
  readonly dealing: DealingProblem | undefined;
  /** True while no new position may open in the instrument. */
  readonly closeOnly?: boolean | undefined;
  /** As the account sees it; undefined before the first quote. */
  readonly quote: Quote | undefined;
  /** The market's quote that converts the quote currency to dollars, if one is needed. */
  readonly conversionQuote: Quote | undefined;
  /** The reason why a newer price of either is in doubt, for the words of the page. */
  readonly doubt?: DoubtReason | undefined;
  /** undefined for a visitor, who has no free margin. */
  readonly standing: Standing | undefined;
  /**
   * The tiers of leverage and the hedged margin of the account's group in the instrument, and what it holds there;
   * undefined for neither.
   */
  readonly margins?: (MarginTerms & { readonly held: TwoSides }) | undefined;
}

/** The effect of a stop-loss or take-profit. */
export interface LevelPreview {
  readonly price: Price;
  /** Distance from the opening price in points (the smallest price step), never negative. */
  readonly points: bigint;
  /** Result of the position if it closes at this price, before fee, swap and premium, at the current conversion. */
  readonly result: Money;
}

/** The effect of an order. Absent figures cannot be computed from the draft yet. */
export interface OrderPreview {
  /** The engine's reason to refuse the order now; undefined if it would accept it. */
  readonly reason: Reason | undefined;
  /** The nearest allowed price, with stop_loss_wrong_side and take_profit_wrong_side. */
  readonly nearest?: Price | undefined;
  /** The market's price, with stop_passed. */
  readonly market?: Price | undefined;
  /** `market`: it fills at once. */
  readonly kind: OrderKind | undefined;
  /** The price it opens at: the market's side if it fills at once, otherwise the target. */
  readonly price: Price | undefined;
  readonly margin: Money | undefined;
  /**
   * The order's share of the free margin besides its fee: more than its margin where tiers of
   * leverage ask it, less where it covers an opposite position.
   */
  readonly neededMargin: Money | undefined;
  readonly fee: Money | undefined;
  /** The cost of opening the order and closing it at once, at the present spread. */
  readonly cost: RoundTripCost | undefined;
  /** The swap of one night, at the present prices; signed from the client's side. */
  readonly nightly: Money | undefined;
  /** The tier of leverage after the last one that the order reaches; undefined for none. */
  readonly nextTier: LeverageTier | undefined;
  /** The free margin that the order lacks; undefined if it lacks none, or if it is unknown. */
  readonly shortfall: Money | undefined;
  /** Free margin after the order. One that waits takes its own margin and fee, whatever tiers ask of the free margin. */
  readonly freeMarginAfter: Money | undefined;
  readonly stopLoss: LevelPreview | undefined;
  readonly takeProfit: LevelPreview | undefined;
}
