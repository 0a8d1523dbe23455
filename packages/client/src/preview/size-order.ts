import { formatLots, largestVolume, moneyAtRisk, plus, smallestVolume } from '@fairlot/domain';
import type { Lots, Money } from '@fairlot/domain';
import type { OrderDraft } from './order-draft.ts';
import { previewOrder } from './preview-order.ts';
import type { OrderPreview, PreviewMarket } from './preview-types.ts';

/**
 * The figure of an order that limits its size. `risk`: the loss at the stop with the fee. `margin`: the margin that it
 * needs. `free`: margin and fee, which come out of the free margin.
 */
export type SizeLimit = 'risk' | 'margin' | 'free';

/** The size that a limit allows, and what it takes of the limit. */
export type SizedOrder =
  | { readonly lots: Lots; readonly money: Money }
  /** Even the smallest order takes more: `money`. */
  | { readonly lots: undefined; readonly money: Money };

/**
 * The largest order within a limit, by the figures of its preview; undefined while they can't be computed, such as the
 * risk without a stop.
 */
export function sizeOrder(
  draft: Omit<OrderDraft, 'lots'>,
  limit: SizeLimit,
  budget: Money,
  market: PreviewMarket,
): SizedOrder | undefined {
  const least = smallestVolume(market.instrument);
  const costOf = (volume: Lots): Money | undefined =>
    limitedFigure(limit, previewOrder({ ...draft, lots: formatLots(volume) }, market));
  const atLeast = least === undefined ? undefined : costOf(least);
  if (atLeast === undefined) return undefined;
  // The figures of one draft are known for every volume or for none.
  const known = (volume: Lots): Money => costOf(volume) ?? budget;
  const lots = largestVolume(market.instrument, budget, known);
  return lots === undefined ? { lots, money: atLeast } : { lots, money: known(lots) };
}

/** The figure of a preview that a limit is about; undefined while it is unknown. */
export function limitedFigure(
  limit: SizeLimit,
  { neededMargin, fee, stopLoss }: Pick<OrderPreview, 'neededMargin' | 'fee' | 'stopLoss'>,
): Money | undefined {
  if (limit === 'margin') return neededMargin;
  if (fee === undefined) return undefined;
  if (limit === 'free') return neededMargin && plus(neededMargin, fee);
  return stopLoss && moneyAtRisk(stopLoss.result, fee);
}
