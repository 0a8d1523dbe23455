import { formatLots, plus } from '@fairlot/domain';
import type { Lots, Money, Side } from '@fairlot/domain';
import { previewOrder } from './preview-order.ts';
import type { OrderDraft, OrderPreview, PreviewMarket } from './preview-order.ts';

/** A pending order as far as moving it is concerned. */
export interface PendingOrder {
  readonly side: Side;
  readonly lots: Lots;
  readonly leverage: number;
  /** Margin and fee that it holds in reserve. */
  readonly reserved: Money;
}

/**
 * Judges and computes a pending order at another target, as the engine does: like a new order there, to which its own
 * reserve comes back, and whose lots and leverage were judged when it was placed.
 */
export function previewAmendment(
  order: PendingOrder,
  change: { readonly target: string } & Pick<OrderDraft, 'stopLoss' | 'takeProfit'>,
  market: PreviewMarket,
): OrderPreview {
  const { lots, leverage, reserved } = order;
  const instrument = { ...market.instrument, minLots: lots, maxLots: lots, lotStep: lots, leverages: [leverage] };
  const standing = market.standing && { ...market.standing, balance: plus(market.standing.balance, reserved) };
  return previewOrder(
    { ...change, side: order.side, lots: formatLots(lots), leverage },
    { ...market, instrument, standing },
  );
}
