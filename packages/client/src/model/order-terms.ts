import type { agreedTerms } from '@fairlot/contract';
import type {
  Commission,
  GuaranteeTerms,
  HedgedMargin,
  LeverageTier,
  Markup,
  Money,
  PriceTerms,
  SwapTerms,
} from '@fairlot/domain';
import type { z } from 'zod/mini';
import { PER_MILLION, swapFrom } from './instrument.ts';
import type { ReadOptions, Reader } from './read.ts';
import { guaranteeOf, markupOf, moneyOf, rateOf, tiersOf } from './units.ts';

/** The terms by which an order's fee was computed. Swap and stop-out level are those of that moment. */
export interface AgreedTerms {
  readonly fee: Commission;
  readonly swap: SwapTerms;
  /** Per cent. */
  readonly stopOutPercent: number;
  /** undefined for none. */
  readonly markup: Markup | undefined;
  readonly tiers: readonly LeverageTier[];
  readonly hedged: HedgedMargin;
  /** undefined where guaranteed stops were not offered. */
  readonly guarantee: GuaranteeTerms | undefined;
}

/** The terms of an order and the cost of its markup. */
export interface OrderTerms {
  /** null for an order from before versions were stored. */
  readonly version: string | null;
  readonly terms: AgreedTerms | null;
  /** Dollars of the result that the markup has cost; null while unknown. */
  readonly markupCost: Money | null;
}

/** Reads the terms of one of the caller's orders. `instrument`: how its prices are written. */
export async function readOrderTerms(
  api: Reader,
  { id, instrument }: { readonly id: number; readonly instrument: PriceTerms },
  options: ReadOptions,
): Promise<OrderTerms> {
  const { Version, Terms, MarkupCost } = await api.call('orderTerms', { id }, options);
  return {
    version: Version,
    terms: Terms === null ? null : termsFrom(Terms, instrument),
    markupCost: MarkupCost === null ? null : moneyOf(MarkupCost),
  };
}

function termsFrom(record: z.output<typeof agreedTerms>, instrument: PriceTerms): AgreedTerms {
  const { FeeType, FeeRate, Swap, StopOut, Markup: markup, Tiers, HedgedMargin: hedged = 'both' } = record;
  const mode = FeeType === PER_MILLION ? 'perMillion' : FeeType === 1 ? 'perLot' : 'ofMargin';
  return {
    fee: { mode, rate: rateOf(FeeRate) },
    swap: swapFrom(Swap),
    stopOutPercent: StopOut,
    markup: markupOf(markup, instrument),
    tiers: tiersOf(Tiers) ?? [],
    hedged,
    guarantee: guaranteeOf(record.GuaranteedStop, instrument),
  };
}
