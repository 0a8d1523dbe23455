import type { OutputOf, orderExplanationCalls } from '@fairlot/contract';
import {
  type Commission,
  type GuaranteeTerms,
  type HedgedMargin,
  type LeverageTier,
  type Markup,
  type PriceTerms,
  type SwapTerms,
  formatMoney,
  formatPrice,
  formatRate,
} from '@fairlot/domain';
import type { StoredTerms } from './journal/terms-versions.ts';

type WireTerms = NonNullable<OutputOf<typeof orderExplanationCalls.orderTerms>['Terms']>;

/** Values of FeeType. */
export const FEE_TYPES: Readonly<Record<Commission['mode'], number>> = { perLot: 1, ofMargin: 2, perMillion: 3 };

export function presentSwap({ mode, long, short, tripleWeekday }: SwapTerms): WireTerms['Swap'] {
  return { Mode: mode, Long: formatRate(long), Short: formatRate(short), TripleWeekday: tripleWeekday };
}

export function presentMarkup({ bid, ask }: Markup, terms: PriceTerms): WireTerms['Markup'] {
  return { Bid: formatPrice(bid, terms), Ask: formatPrice(ask, terms) };
}

/** The tiers of leverage, as a field that is absent without any. */
export function presentTiers(tiers: readonly LeverageTier[]): Pick<WireTerms, 'Tiers'> {
  if (tiers.length === 0) return {};
  return { Tiers: tiers.map(({ from, leverage }) => ({ From: formatMoney(from), Leverage: leverage })) };
}

/** The margin of opposite positions, as a field that is absent when both sides count. */
export function presentHedged(hedged: HedgedMargin): Pick<WireTerms, 'HedgedMargin'> {
  return hedged === 'both' ? {} : { HedgedMargin: hedged };
}

/** The terms of guaranteed stops, as a field that is absent where they are not offered. */
export function presentGuaranteeTerms(
  guarantee: GuaranteeTerms | undefined,
  terms: PriceTerms,
): Pick<WireTerms, 'GuaranteedStop'> {
  if (guarantee === undefined) return {};
  return {
    GuaranteedStop: {
      Premium: formatPrice(guarantee.premium, terms),
      Distance: formatPrice(guarantee.distance, terms),
    },
  };
}

/** Converts the terms of an order to their wire format. `instrument`: how its prices are written. */
export function presentTerms(terms: StoredTerms, instrument: PriceTerms): WireTerms {
  const { fee, marginMode, unitsPerLot, swap, stopOutPercent, markup, tiers, hedged, guarantee } = terms;
  return {
    FeeType: FEE_TYPES[fee.mode],
    FeeRate: formatRate(fee.rate),
    MarginMode: marginMode === 'fixed' ? 1 : 2,
    ForexContNum: String(unitsPerLot),
    Swap: presentSwap(swap),
    StopOut: stopOutPercent,
    Markup: presentMarkup(markup, instrument),
    ...presentTiers(tiers),
    ...presentHedged(hedged),
    ...presentGuaranteeTerms(guarantee, instrument),
  };
}
