import { plus } from '@fairlot/domain';
import type { OrderPreview, PreviewMarket } from './preview-types.ts';

/**
 * The market for the second order of a linked pair: the first has reserved its own margin and fee, and less than tiers
 * of leverage asked of the free margin. Without a standing while the first order's figures are unknown.
 */
export function marketAfter(
  { margin, fee }: Pick<OrderPreview, 'margin' | 'fee'>,
  market: PreviewMarket,
): PreviewMarket {
  const { standing } = market;
  if (standing === undefined || margin === undefined || fee === undefined) return { ...market, standing: undefined };
  return { ...market, standing: { ...standing, reserved: plus(standing.reserved, plus(margin, fee)) } };
}
