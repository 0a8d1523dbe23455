import {
  type GuaranteeTerms,
  type Guaranteed,
  type Price,
  type Protection,
  type Side,
  type Trailing,
  closingPrice,
  formatPrice,
  minus,
  nearestGuarantee,
  stopLossHit,
} from '@fairlot/domain';
import type { PlaceOrder, SetStops } from '../command.ts';
import type { Order } from '../core/state.ts';
import { type AccountMarket, type Market, openPriceOf } from '../core/valuation.ts';
import type { Work } from '../core/work.ts';
import type { PositionClosed, UsedGuarantee } from '../event.ts';
import type { Outcome, Refusal } from '../outcome.ts';
import { dealingRefusal } from './dealing.ts';
import { refuse } from './outcomes.ts';

/** The premium of a guaranteed stop for an event, which has none without a guarantee. */
export function guaranteeOf({ premium }: Guaranteed): Guaranteed {
  return premium === undefined ? {} : { premium };
}

/** Refuses an order whose guarantee has no stop-loss, or one that follows the price. */
export function guaranteeInputRefusal({ guaranteed, stopLoss, trailing }: PlaceOrder): Refusal | undefined {
  if (guaranteed !== true) return undefined;
  if (trailing !== undefined) return 'guarantee_trailing';
  return stopLoss === undefined ? 'guarantee_without_stop' : undefined;
}

/**
 * The guarantee of an order at the market, or the refusal. A pending order gets none: a gap could fill it beyond its own
 * stop-loss, and the guarantee would be a certain gain.
 */
export function agreedGuarantee(
  work: Work,
  market: AccountMarket,
  { guaranteed, side, stopLoss }: PlaceOrder,
  waits: boolean,
): Outcome | Guaranteed {
  if (guaranteed !== true || stopLoss === undefined) return {};
  return waits ? refuse('guarantee_pending') : guaranteeAt(work, market, side, stopLoss);
}

/**
 * The guarantee of a position after a change of levels, or the refusal. Adding or moving one needs a price that can be
 * dealt on, because the house takes the risk from that price on, and is agreed by the present terms. An unmoved one keeps
 * what was agreed.
 */
export function guaranteeAfter(
  work: Work,
  order: Order,
  market: AccountMarket,
  { guaranteed }: SetStops,
  { stopLoss, trailing }: Protection & Trailing,
): Outcome | Guaranteed {
  const isWished = guaranteed ?? order.premium !== undefined;
  if (!isWished) return {};
  // A stop-loss that is switched off takes its guarantee with it.
  if (stopLoss === undefined) return guaranteed === true ? refuse('guarantee_without_stop') : {};
  if (trailing !== undefined) return refuse('guarantee_trailing');
  if (order.premium !== undefined && stopLoss === order.stopLoss) return guaranteeOf(order);
  if (order.status === 'pending') return refuse('guarantee_pending');
  const closed = dealingRefusal(work, order.instrument, market);
  return closed === undefined ? guaranteeAt(work, market, order.side, stopLoss) : refuse(closed);
}

/** The guarantee of a level by the present terms of the account's group, or the refusal. */
function guaranteeAt(
  work: Work,
  { own: { guarantee }, quote, terms }: AccountMarket,
  side: Side,
  stopLoss: Price,
): Outcome | Guaranteed {
  if (guarantee === undefined) return refuse('guarantee_not_offered');
  const closing = closingPrice(quote, side);
  if (!work.rulebook.isGuaranteeTooNear(side, closing, stopLoss, guarantee)) return { premium: guarantee.premium };
  return refuse('guarantee_too_near', { nearest: formatPrice(nearestLevel(side, closing, guarantee), terms) });
}

/** Never below zero: a distance may be wider than the price. */
function nearestLevel(side: Side, closing: Price, guarantee: GuaranteeTerms): Price {
  const nearest = nearestGuarantee(side, closing, guarantee);
  return nearest > 0n ? nearest : (0n as Price);
}

/**
 * The guarantee that set the price of a close; undefined when the market did. `without`: the price of this close without
 * a guarantee.
 */
export function usedGuarantee(
  work: Work,
  position: Order,
  { terms, quote, conversion }: Market,
  { price, profit, without: marketPrice }: Pick<PositionClosed, 'price' | 'profit'> & { readonly without: Price },
): UsedGuarantee | undefined {
  const { side, lots, premium, stopLoss } = position;
  if (premium === undefined || price !== stopLoss) return undefined;
  const { chargesAtMarket } = work.rulebook;
  if (chargesAtMarket ? !stopLossHit(side, stopLoss, quote) : price === marketPrice) return undefined;
  const market = chargesAtMarket ? closingPrice(quote, side) : marketPrice;
  const without = work.rulebook.profit(terms, side, lots, openPriceOf(position), market, conversion);
  return {
    marketPrice: market,
    gap: minus(profit, without),
    premium: work.rulebook.premiumFor(terms, lots, premium, conversion),
  };
}
