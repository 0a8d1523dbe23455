import { pricePoint } from './instrument.ts';
import type { Side } from './quote.ts';
import { type Price, type PriceTerms, asPrice } from './units.ts';

/** A stop-loss that follows the price. */
export interface Trailing {
  /** The distance from the closing price at which the stop-loss follows it, above zero; undefined means off. */
  readonly trailing?: Price | undefined;
}

/** A stop follows in steps of this part of its distance, so that few prices move it. */
const STEPS = 20n;

/** The smallest move of a stop that follows at a distance: a twentieth of it on the grid of prices, at least one point. */
export function trailingStep(terms: PriceTerms, distance: Price): Price {
  const point = pricePoint(terms);
  const share = distance / STEPS;
  const step = share - (share % point);
  return asPrice(step > point ? step : point);
}

/** The level at a distance from a closing price, on its losing side. Never below one point. */
export function trailingLevel(terms: PriceTerms, side: Side, closing: Price, distance: Price): Price {
  if (side === 'sell') return asPrice(closing + distance);
  const point = pricePoint(terms);
  const level = closing - distance;
  return asPrice(level > point ? level : point);
}

/** The closing price from which a stop moves: its level would be better by a step. */
export function trailingDue(terms: PriceTerms, side: Side, stop: Price, distance: Price): Price {
  const ahead = distance + trailingStep(terms, distance);
  return asPrice(side === 'buy' ? stop + ahead : stop - ahead);
}

/** True when the closing price has come to where a stop moves. */
export function isTrailingDue(side: Side, due: Price, closing: Price): boolean {
  return side === 'buy' ? closing >= due : closing <= due;
}

/** The stop that loses less: a stop that follows is never moved away from the price. */
export function tighterStop(side: Side, stop: Price | undefined, other: Price): Price {
  if (stop === undefined) return other;
  return stop > other === (side === 'buy') ? stop : other;
}

/** The widest distance from a price: the stop of a buy remains a price. */
export function widestTrailing(terms: PriceTerms, reference: Price): Price {
  return asPrice(reference - pricePoint(terms));
}
