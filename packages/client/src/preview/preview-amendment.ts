import { formatLots, minus } from '@fairlot/domain';
import type { Lots, Money, Side } from '@fairlot/domain';
import { previewOrder } from './preview-order.ts';
import type { OrderDraft } from './order-draft.ts';
import type { OrderPreview, PreviewMarket } from './preview-types.ts';

/** The fields of a pending order that its amendment needs. */
export interface PendingOrder {
  readonly side: Side;
  readonly lots: Lots;
  readonly leverage: number;
  /** Reserved margin and fee. */
  readonly reserved: Money;
}

/**
 * Validates and computes a pending order at another target, as the engine does: like a new order, except that its own
 * reserve is free, and that its lots and leverage were validated when it was placed.
 */
export function previewAmendment(
  order: PendingOrder,
  change: { readonly target: string } & Pick<OrderDraft, 'kind' | 'limitPrice' | 'stopLoss' | 'takeProfit'>,
  market: PreviewMarket,
): OrderPreview {
  const { lots, leverage, reserved } = order;
  const instrument = { ...market.instrument, minLots: lots, maxLots: lots, lotStep: lots, leverages: [leverage] };
  const standing = market.standing && { ...market.standing, reserved: minus(market.standing.reserved, reserved) };
  return previewOrder(
    { ...change, side: order.side, lots: formatLots(lots), leverage },
    { ...market, instrument, standing },
  );
}
