import { minus, plus } from './decimal.ts';
import { type Instrument, pricePoint } from './instrument.ts';
import { type Quote, type Side, closingPrice, openingPrice } from './quote.ts';
import type { Price } from './units.ts';

/** A pending order is a limit when its target is better than the market, a stop when it is worse. */
export type PendingKind = 'limit' | 'stop';

/** Classifies a target against the market. `market` means that the target equals the market and fills at once. */
export function pendingKind(side: Side, target: Price, quote: Quote): PendingKind | 'market' {
  const now = openingPrice(quote, side);
  if (target === now) return 'market';
  return target < now === (side === 'buy') ? 'limit' : 'stop';
}

/**
 * The effect of an order with a target. `now`: it fills at once at the market. `passed`: the market is beyond a stop.
 */
export type Placement = PendingKind | 'now' | 'passed';

/**
 * Places an order with a target. Without a wished kind the market at arrival decides. A wished limit at or beyond the
 * market fills at once, at the market's better price; a wished stop that the market has passed is not placed.
 */
export function placementOf(wished: PendingKind | undefined, side: Side, target: Price, quote: Quote): Placement {
  const kind = pendingKind(side, target, quote);
  if (kind === 'market') return 'now';
  if (wished === undefined || wished === kind) return kind;
  return wished === 'limit' ? 'now' : 'passed';
}

/** True when a pending order fills on this quote: a limit at the target or better, a stop at the target or worse. */
export function pendingHit(kind: PendingKind, side: Side, target: Price, quote: Quote): boolean {
  const now = openingPrice(quote, side);
  return (kind === 'limit') === (side === 'buy') ? now <= target : now >= target;
}

/** True when a stop-loss fills on this quote. Positions close at the opposite side's price. */
export function stopLossHit(side: Side, level: Price, quote: Quote): boolean {
  const now = closingPrice(quote, side);
  return side === 'buy' ? now <= level : now >= level;
}

/** True when a take-profit fills on this quote. Positions close at the opposite side's price. */
export function takeProfitHit(side: Side, level: Price, quote: Quote): boolean {
  const now = closingPrice(quote, side);
  return side === 'buy' ? now >= level : now <= level;
}

/** A stop-loss or take-profit on the wrong side, and the nearest acceptable price. */
export interface WrongSide {
  readonly level: 'stopLoss' | 'takeProfit';
  readonly nearest: Price;
}

/** Optional protection of a position; undefined means off. */
export interface Protection {
  readonly stopLoss?: Price | undefined;
  readonly takeProfit?: Price | undefined;
}

/**
 * The first level that would trigger at once, or undefined. `reference` is the closing price for an open or market
 * order, and the target for a pending order.
 */
export function wrongSide(
  instrument: Pick<Instrument, 'pricePrecision'>,
  side: Side,
  reference: Price,
  protection: Protection,
): WrongSide | undefined {
  const point = pricePoint(instrument);
  const above = plus(reference, point);
  const below = minus(reference, point);
  const { stopLoss, takeProfit } = protection;
  if (stopLoss !== undefined && (side === 'buy' ? stopLoss > below : stopLoss < above)) {
    return { level: 'stopLoss', nearest: side === 'buy' ? below : above };
  }
  if (takeProfit !== undefined && (side === 'buy' ? takeProfit < above : takeProfit > below)) {
    return { level: 'takeProfit', nearest: side === 'buy' ? above : below };
  }
  return undefined;
}
